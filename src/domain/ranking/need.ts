/** Section 1 of docs/ranking.md: the data that a trip needs. */
import { countriesOf } from '../places/region-destinations.ts';
import type { CountryCode } from '../plan.ts';
import { type Need, type StatedData, stopsOf, type Trip, totalDays } from '../trip.ts';

interface NeedRule {
  /** Decimal megabytes a day. For `unlimited`: the stated amount a day from which a plan counts as unlimited. */
  readonly mbPerDay: number;
  /** The lowest speed that is sufficient for this need. */
  readonly workingKbps: number;
}

export const NEED_RULES: Readonly<Record<Need, NeedRule>> = {
  light: { mbPerDay: 300, workingKbps: 500 },
  normal: { mbPerDay: 1_000, workingKbps: 1_000 },
  heavy: { mbPerDay: 3_000, workingKbps: 3_000 },
  unlimited: { mbPerDay: 3_000, workingKbps: 1_000 },
};

/** Few plans have less than 1 GB, so a short, light trip gains nothing from a smaller need. */
export const LEAST_NEED_MB = 1_000;

/** The need of the whole trip in megabytes, for responses; null for `unlimited`. */
export function dataNeededMb(need: Need, days: number, data?: StatedData): number | null {
  if (data !== undefined) return data.mb;
  if (need === 'unlimited') return null;
  return Math.max(LEAST_NEED_MB, NEED_RULES[need].mbPerDay * days);
}

/**
 * The need of a trip in the form that ranking uses. Amounts of data are integers in units. A unit is a megabyte, or,
 * with stated data, a fraction of a megabyte that makes the daily rate an integer, so that nothing is rounded.
 */
export interface Demand {
  readonly need: Need;
  readonly days: number;
  /** The stops, or the core countries of a region. */
  readonly countries: readonly CountryCode[];
  readonly workingKbps: number;
  readonly unitsPerMb: number;
  /** Daily rate in units. */
  readonly rate: number;
  /** Rate × days in units. Daily and unlimited plans are compared with it. */
  readonly rateForTrip: number;
  /** The need of the whole trip in units. For `unlimited` and for stated data: rate × days. */
  readonly needed: number;
}

export function demandOf(trip: Trip): Demand {
  const { need, data } = trip;
  const stops = stopsOf(trip);
  const days = totalDays(stops);
  const countries = [...new Set(stops.flatMap(({ country }) => countriesOf(country)))];
  const { mbPerDay, workingKbps } = NEED_RULES[need];
  const common = { need, days, countries, workingKbps };
  if (data !== undefined) {
    // The data is stated for `data.days` days: with that many units in a megabyte, the daily rate is `data.mb` units.
    const rateForTrip = data.mb * days;
    return { ...common, unitsPerMb: data.days, rate: data.mb, rateForTrip, needed: rateForTrip };
  }
  const rateForTrip = mbPerDay * days;
  const needed = dataNeededMb(need, days) ?? rateForTrip;
  return { ...common, unitsPerMb: 1, rate: mbPerDay, rateForTrip, needed };
}
