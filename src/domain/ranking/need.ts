/** Section 1 of docs/ranking.md: what a trip needs. */
import type { CountryCode } from '../plan.ts';
import { type Need, type StatedData, stopsOf, type Trip, totalDays } from '../trip.ts';

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

/** The published need of a whole trip in megabytes; null for unlimited, which names no amount. */
export function dataNeededMb(need: Need, days: number, data?: StatedData): number | null {
  if (data !== undefined) return data.mb;
  if (need === 'unlimited') return null;
  return Math.max(LEAST_NEED_MB, NEED_RULES[need].mbPerDay * days);
}

/**
 * A trip as ranking asks for it. Amounts of data are whole numbers of units. A unit is a megabyte; with stated data it
 * is the part of a megabyte that makes the daily rate whole, so that nothing is rounded.
 */
export interface Demand {
  readonly need: Need;
  readonly days: number;
  readonly countries: readonly CountryCode[];
  readonly workingKbps: number;
  readonly unitsPerMb: number;
  /** Daily rate in units. */
  readonly rate: number;
  /** Rate × days in units: what daily and unlimited plans are held against. */
  readonly rateForTrip: number;
  /** The need of the whole trip in units. For `unlimited` and for stated data: rate × days. */
  readonly needed: number;
}

export function demandOf(trip: Trip): Demand {
  const { need, data } = trip;
  const stops = stopsOf(trip);
  const days = totalDays(stops);
  const countries = [...new Set(stops.map(({ country }) => country))];
  const { mbPerDay, workingKbps } = NEED_RULES[need];
  const common = { need, days, countries, workingKbps };
  if (data !== undefined) {
    const rateForTrip = data.mb * days;
    return { ...common, unitsPerMb: data.days, rate: data.mb, rateForTrip, needed: rateForTrip };
  }
  const rateForTrip = mbPerDay * days;
  const needed = dataNeededMb(need, days) ?? rateForTrip;
  return { ...common, unitsPerMb: 1, rate: mbPerDay, rateForTrip, needed };
}
