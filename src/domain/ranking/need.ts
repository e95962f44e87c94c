/** Section 1 of docs/ranking.md: what a trip needs. */
import type { CountryCode } from '../plan.ts';
import { type Need, stopsOf, type Trip, totalDays } from '../trip.ts';

interface NeedRule {
  /** Decimal megabytes a day. For `unlimited`: the stated amount a day from which a plan counts as unlimited. */
  readonly mbPerDay: number;
  /** The speed at which this need still works. */
  readonly workingKbps: number;
}

export const NEED_RULES: Readonly<Record<Need, NeedRule>> = {
  light: { mbPerDay: 300, workingKbps: 500 },
  normal: { mbPerDay: 1_000, workingKbps: 1_000 },
  heavy: { mbPerDay: 3_000, workingKbps: 3_000 },
  unlimited: { mbPerDay: 3_000, workingKbps: 1_000 },
};

/** Hardly any plan is sold below 1 GB, and a short light trip should not chase fractions of it. */
export const LEAST_NEED_MB = 1_000;

/** The published need of a whole trip; null for unlimited, which names no amount. */
export function dataNeededMb(need: Need, days: number): number | null {
  if (need === 'unlimited') return null;
  return Math.max(LEAST_NEED_MB, NEED_RULES[need].mbPerDay * days);
}

/** A trip as ranking asks for it. */
export interface Demand {
  readonly need: Need;
  readonly days: number;
  readonly countries: readonly CountryCode[];
  readonly rateMb: number;
  readonly workingKbps: number;
  /** Rate × days: what daily and unlimited plans are held against. */
  readonly rateForTripMb: number;
  /** The published need; for `unlimited` rate × days. */
  readonly neededMb: number;
}

export function demandOf(trip: Trip): Demand {
  const { need } = trip;
  const stops = stopsOf(trip);
  const days = totalDays(stops);
  const countries = [...new Set(stops.map(({ country }) => country))];
  const { mbPerDay, workingKbps } = NEED_RULES[need];
  const rateForTripMb = mbPerDay * days;
  const neededMb = dataNeededMb(need, days) ?? rateForTripMb;
  return { need, days, countries, rateMb: mbPerDay, workingKbps, rateForTripMb, neededMb };
}
