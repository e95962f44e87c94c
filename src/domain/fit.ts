/**
 * How often a plan must be bought for a trip, and what the trip then gets from it.
 * Runs once for each kind of terms in a country, so it fills reused memory.
 */
import { dailyRateMb, dataNeededMb } from './need.ts';
import { COPIES_MAX, WHOLE } from './ranking/weights.ts';
import { type FitTerms, TERM } from './terms.ts';
import type { Trip } from './trip.ts';

const { wholeAmount, noLimit, usableRemainder, tooSlow, newCustomersOnly, soldPerDay } = TERM;

export interface Demand {
  readonly days: number;
  /** For `unlimited`: the heavy rate over all days, against which a miss is measured. */
  readonly neededMb: number;
  /** Only plans sold as unlimited are considered. */
  readonly unlimitedOnly: boolean;
}

export function demandOf(trip: Trip): Demand {
  return {
    days: trip.days,
    neededMb: dataNeededMb(trip) ?? dailyRateMb(trip.need) * trip.days,
    unlimitedOnly: trip.need === 'unlimited',
  };
}

/** What a trip gets from some copies of a plan, as a record of numbers; where each value stands in it. */
const FIELDS = {
  coveredDays: 0,
  /** Full-speed data over the trip; Infinity: no limit is known to exist. */
  fullSpeedMb: 1,
  /** Full-speed data, or everything where the remainder is fast enough. */
  usableMb: 2,
  shortMb: 3,
  shortDays: 4,
  /** The worse of both misses as a share of what was asked, in ten-thousandths, rounded up; 0: need met. */
  shortfall: 5,
  /** 1 where the need is met by full-speed data alone. */
  fullSpeed: 6,
  size: 7,
} as const;
export const SERVICE = FIELDS;

/** A plan sold by the day is one order; a plan for new customers is bought once. */
export function mostCopies(flags: number): number {
  return (flags & (soldPerDay | newCustomersOnly)) !== 0 ? 1 : COPIES_MAX;
}

/**
 * The least number of copies that covers days and data, or `most`. Copies run one after another, so a daily
 * allowance is never stacked on one day: further copies of it add days, never data on a day.
 * A plan's top speed does not enter: a slow plan is no cheaper for being useless.
 */
export function leastCopies(
  { flags, amountMb, validityDays }: FitTerms,
  demand: Demand,
  most: number,
): number {
  if (most === 1) return 1;
  // NONE is above any number of days, so "no expiry" needs no case of its own.
  let copies = validityDays >= demand.days ? 1 : Math.ceil(demand.days / validityDays);
  const isCounted = (flags & (wholeAmount | usableRemainder)) === wholeAmount;
  if (isCounted && amountMb < demand.neededMb)
    copies = Math.max(copies, Math.ceil(demand.neededMb / amountMb));
  return Math.min(copies, most);
}

/** What `copies` of a plan give the trip, into a record that begins at `at`. */
export function serve(
  { flags, amountMb, validityDays }: FitTerms,
  { days, neededMb, unlimitedOnly }: Demand,
  copies: number,
  out: Float64Array,
  at: number,
): void {
  const covered = Math.min(days, copies * validityDays);
  const isEndless = (flags & noLimit) !== 0;
  const isWhole = (flags & wholeAmount) !== 0;
  const fullSpeedMb = isEndless ? Number.POSITIVE_INFINITY : amountMb * (isWhole ? copies : covered);
  // What is held against the need: asked for unlimited, missing days count as days alone, not as data too.
  const countedMb = unlimitedOnly && !isEndless ? amountMb * days : fullSpeedMb;
  let usableMb = countedMb;
  if ((flags & tooSlow) !== 0) usableMb = 0;
  else if ((flags & usableRemainder) !== 0) usableMb = Number.POSITIVE_INFINITY;
  const shortMb = Math.max(0, neededMb - usableMb);
  const shortDays = days - covered;
  const shortfall = shortMb === 0 && shortDays === 0 ? 0 : shortfallOf(shortMb, shortDays, days, neededMb);
  out[at + FIELDS.coveredDays] = covered;
  out[at + FIELDS.fullSpeedMb] = fullSpeedMb;
  out[at + FIELDS.usableMb] = usableMb;
  out[at + FIELDS.shortMb] = shortMb;
  out[at + FIELDS.shortDays] = shortDays;
  out[at + FIELDS.shortfall] = shortfall;
  out[at + FIELDS.fullSpeed] = shortfall === 0 && countedMb >= neededMb ? 1 : 0;
}

function shortfallOf(shortMb: number, shortDays: number, days: number, neededMb: number): number {
  return Math.max(Math.ceil((shortMb * WHOLE) / neededMb), Math.ceil((shortDays * WHOLE) / days));
}
