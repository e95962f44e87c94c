/**
 * A reference implementation of docs/ranking.md for tests: simple, slow, and independent. It shares the table of
 * percentages with src/domain/ranking but no code, so that it does not have the same bugs.
 * This file has the request and the fit of one plan (rules 1 to 3).
 */
import type { Coupon } from '../../coupon.ts';
import type { Instant, Plan } from '../../plan.ts';
import type { Need } from '../../trip.ts';
import type { Listing } from '../builders.ts';

export interface Stop {
  readonly country: string;
  readonly days: number;
}

/** A region as the only destination. */
export interface AskedRegion {
  readonly core: readonly string[];
  readonly countries: readonly string[];
  /** Names of the region. */
  readonly names: readonly string[];
}

export interface Asked {
  readonly stops: readonly Stop[];
  readonly need: Need;
  readonly require?: readonly string[];
  readonly maxUsdCents?: number | null;
  readonly avoidExits?: readonly string[];
  readonly providers?: readonly string[];
  readonly avoidProviders?: readonly string[];
  /** Stated data: megabytes for the days of the whole trip, also if the request is for one leg. */
  readonly data?: { readonly mb: number; readonly days: number } | undefined;
  /** A group shares the plan of each leg by hotspot. `data` is that of all travellers. */
  readonly isShared?: boolean;
  /** The only stop is this region. */
  readonly region?: AskedRegion;
}

/** Plans, coupons and brands. */
export interface Market {
  readonly listings: readonly Listing[];
  readonly coupons: readonly Coupon[];
  /** Brand by provider id. The default is the provider id. */
  readonly brands?: Readonly<Record<string, string>>;
  readonly now: Instant;
}

/** An exact fraction. */
export type Share = readonly [number, number];

const RATE_MB = { light: 300, normal: 1_000, heavy: 3_000, unlimited: 3_000 };
const WORKING_KBPS = { light: 500, normal: 1_000, heavy: 3_000, unlimited: 1_000 };
const MOST_COPIES = 10;

export const daysOf = ({ stops }: Asked): number => stops.reduce((sum, { days }) => sum + days, 0);

/** Megabytes a day, as a fraction because of stated data. */
export const rateOf = ({ need, data }: Asked): Share =>
  data === undefined ? [RATE_MB[need], 1] : [data.mb, data.days];

/** Rate × days, without the minimum. */
export function atTheRate(asked: Asked): Share {
  const [mb, days] = rateOf(asked);
  return [mb * daysOf(asked), days];
}

/** The need of the trip. There is no minimum for `unlimited` and for stated data. */
export function neededMb(asked: Asked): Share {
  const [mb, parts] = atTheRate(asked);
  return asked.need === 'unlimited' || asked.data !== undefined ? [mb, parts] : [Math.max(1_000, mb), parts];
}

export type Kind = 'whole' | 'renewing' | 'daily' | 'uncapped' | 'unstated';

export function kindOf({ allowance }: Plan): Kind {
  if (allowance.model === 'total') return allowance.periodDays === null ? 'whole' : 'renewing';
  if (allowance.model === 'per_day') return 'daily';
  if (allowance.uncapped === true) return 'uncapped';
  return allowance.fullSpeedBytesPerDay === null ? 'unstated' : 'daily';
}

/** Whole megabytes. */
export function amountMb({ allowance }: Plan): number {
  const bytes = allowance.model === 'unlimited' ? allowance.fullSpeedBytesPerDay : allowance.bytes;
  return Math.floor((bytes ?? 0) / 1_000_000);
}

export function isSoldAsUnlimited({ allowance, name }: Plan): boolean {
  return allowance.model === 'unlimited' || (allowance.model === 'per_day' && /unlimited/i.test(name));
}

/** Throttled to the working speed or more after the cap. An unstated speed counts as lower. */
export function restWorks({ allowance }: Plan, { need }: Asked): boolean {
  return allowance.afterCap === 'throttle' && (allowance.throttleKbps ?? 0) >= WORKING_KBPS[need];
}

const isTooSlow = ({ allowance }: Plan, { need }: Asked): boolean =>
  allowance.maxKbps !== null && allowance.maxKbps < WORKING_KBPS[need];

export function compareShares([a, b]: Share, [c, d]: Share): number {
  const difference = BigInt(a) * BigInt(d) - BigInt(c) * BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
const larger = (a: Share, b: Share): Share => (compareShares(a, b) >= 0 ? a : b);

/** The data and days that some copies of a plan give the trip. */
export interface Gets {
  readonly copies: number;
  /** The validity of all copies; Infinity: no expiry. Sold per day: the days of the order. */
  readonly validDays: number;
  /** Full-speed megabytes on the trip; Infinity: uncapped; null: not stated. */
  readonly fullSpeedMb: number | null;
  readonly missingDays: number;
  /** Rounded up. */
  readonly missingMb: number;
  readonly meets: boolean;
  readonly atFullSpeedAlone: boolean;
  /** 0 for a plan that meets the need. */
  readonly miss: Share;
}

function withCopies(plan: Plan, asked: Asked, copies: number): Gets {
  const days = daysOf(asked);
  const kind = kindOf(plan);
  const amount = amountMb(plan);
  const period = plan.allowance.periodDays;
  const eachDays = plan.validity.days ?? Number.POSITIVE_INFINITY;
  const validDays = plan.validity.soldPerDay ? Math.min(days, eachDays) : copies * eachDays;
  const coveredDays = Math.min(days, validDays);
  // All amounts below are in fractions of a megabyte.
  const [needed, parts] = kind === 'daily' ? atTheRate(asked) : neededMb(asked);

  let fullSpeedMb: number | null = null;
  let short = 0;
  if (kind === 'uncapped') fullSpeedMb = Number.POSITIVE_INFINITY;
  if (kind === 'whole') fullSpeedMb = copies * amount;
  if (kind === 'daily') fullSpeedMb = coveredDays * amount;
  if (kind === 'renewing') {
    // A copy renews once for each period of its days on the trip. Copies are used one after another.
    fullSpeedMb = copies * amount * Math.ceil(Math.min(days, eachDays) / period!);
    const inAPeriod = rateOf(asked)[0] * Math.min(period!, days);
    short = Math.max(0, inAPeriod - copies * amount * parts);
  }
  if (fullSpeedMb !== null) short = Math.max(short, needed - fullSpeedMb * parts, 0);
  const coversAtFullSpeed = kind !== 'unstated' && short === 0;
  const tooSlow = isTooSlow(plan, asked);
  const missing = tooSlow ? needed : restWorks(plan, asked) ? 0 : short;
  const missingDays = days - coveredDays;
  const meets = missingDays === 0 && missing === 0;
  return {
    copies,
    validDays,
    fullSpeedMb,
    missingDays,
    missingMb: Math.ceil(missing / parts),
    meets,
    atFullSpeedAlone: meets && coversAtFullSpeed,
    miss: larger([3 * missingDays, days], [missing, needed]),
  };
}

/** Whether these copies cover days and data. It ignores the top speed, which does not depend on the copies. */
function suffice(plan: Plan, asked: Asked, copies: number): boolean {
  return withCopies({ ...plan, allowance: { ...plan.allowance, maxKbps: null } }, asked, copies).meets;
}

function copiesFor(plan: Plan, asked: Asked): number {
  if (plan.facts.newCustomersOnly === true || plan.validity.soldPerDay) return 1;
  for (let copies = 1; copies <= MOST_COPIES; copies++) if (suffice(plan, asked, copies)) return copies;
  const kind = kindOf(plan);
  if ((kind === 'whole' || kind === 'renewing') && !restWorks(plan, asked)) return MOST_COPIES;
  for (let copies = 1; copies <= MOST_COPIES; copies++) {
    if (withCopies(plan, asked, copies).missingDays === 0) return copies;
  }
  return MOST_COPIES;
}

export function getsOf(plan: Plan, asked: Asked): Gets {
  return withCopies(plan, asked, copiesFor(plan, asked));
}
