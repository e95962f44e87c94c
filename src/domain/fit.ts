/**
 * How often a plan must be bought for a trip, and what the trip then gets from it.
 * Runs once for each plan of a country, so it fills a reused object.
 */
import { NONE } from './columns.ts';
import { dailyRateMb, dataNeededMb } from './need.ts';
import { COPIES_MAX, WHOLE } from './ranking/weights.ts';
import { TERM, type Terms } from './terms.ts';
import type { Trip } from './trip.ts';

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

export interface Service {
  coveredDays: number;
  /** Full-speed data over the trip; Infinity: no limit is known to exist. */
  fullSpeedMb: number;
  /** Full-speed data, or everything where the remainder is fast enough. */
  usableMb: number;
  shortMb: number;
  shortDays: number;
  /** The worse of both misses as a share of what was asked, in ten-thousandths, rounded up; 0: need met. */
  shortfall: number;
  /** The need is met by full-speed data alone. */
  fullSpeed: boolean;
}

export const newService = (): Service => ({
  coveredDays: 0,
  fullSpeedMb: 0,
  usableMb: 0,
  shortMb: 0,
  shortDays: 0,
  shortfall: 0,
  fullSpeed: false,
});

/** A plan sold by the day is one order; a plan for new customers is bought once. */
export function mostCopies(terms: Terms, posting: number): number {
  return (terms.flags[posting]! & (TERM.soldPerDay | TERM.newCustomersOnly)) !== 0 ? 1 : COPIES_MAX;
}

/**
 * The least number of copies that covers days and data, or `most`. Copies run one after another, so a daily
 * allowance is never stacked on one day: further copies of it add days, never data on a day.
 * A plan's top speed does not enter: a slow plan is no cheaper for being useless.
 */
export function leastCopies(terms: Terms, posting: number, demand: Demand, most: number): number {
  const validity = terms.validityDays[posting]!;
  // NONE is above any number of days, so "no expiry" needs no case of its own.
  let copies = validity >= demand.days ? 1 : Math.ceil(demand.days / validity);
  if ((terms.flags[posting]! & (TERM.wholeAmount | TERM.usableRemainder)) === TERM.wholeAmount) {
    const amount = terms.amountMb[posting]!;
    if (amount < demand.neededMb) copies = Math.max(copies, Math.ceil(demand.neededMb / amount));
  }
  return Math.min(copies, most);
}

/** What `copies` of the plan give the trip. */
export function serve(terms: Terms, posting: number, demand: Demand, copies: number, out: Service): void {
  const { days, neededMb, unlimitedOnly } = demand;
  const flags = terms.flags[posting]!;
  const validity = terms.validityDays[posting]!;
  const covered = validity === NONE ? days : Math.min(days, copies * validity);

  let fullSpeedMb: number;
  // What is held against the need: asked for unlimited, missing days count as days alone, not as data too.
  let countedMb: number;
  if ((flags & TERM.noLimit) !== 0) {
    fullSpeedMb = Number.POSITIVE_INFINITY;
    countedMb = fullSpeedMb;
  } else {
    const amount = terms.amountMb[posting]!;
    const whole = (flags & TERM.wholeAmount) !== 0;
    fullSpeedMb = amount * (whole ? copies : covered);
    countedMb = unlimitedOnly ? amount * days : fullSpeedMb;
  }
  const usableMb =
    (flags & TERM.tooSlow) !== 0
      ? 0
      : (flags & TERM.usableRemainder) !== 0
        ? Number.POSITIVE_INFINITY
        : countedMb;

  const shortMb = usableMb >= neededMb ? 0 : neededMb - usableMb;
  const shortDays = days - covered;
  out.coveredDays = covered;
  out.fullSpeedMb = fullSpeedMb;
  out.usableMb = usableMb;
  out.shortMb = shortMb;
  out.shortDays = shortDays;
  out.shortfall = shortMb === 0 && shortDays === 0 ? 0 : shortfallOf(shortMb, shortDays, demand);
  out.fullSpeed = out.shortfall === 0 && countedMb >= neededMb;
}

function shortfallOf(shortMb: number, shortDays: number, { days, neededMb }: Demand): number {
  return Math.max(Math.ceil((shortMb * WHOLE) / neededMb), Math.ceil((shortDays * WHOLE) / days));
}
