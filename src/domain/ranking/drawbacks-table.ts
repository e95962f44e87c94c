/**
 * Every drawback and what it is worth, in percent of the trip price: data, not code. `docs/ranking.md` has the same
 * table and a test holds the two together. A change here shows what it does to a panel of judged trips: bench/panel.ts.
 */
import type { Need } from '../trip.ts';

type ByNeed = Readonly<Record<Need, number>>;

/** Falls evenly from `atRate` to `atTwice` the daily rate, and no further. */
export interface Falling {
  readonly atRate: number;
  readonly atTwice: number;
  /** Asked for unlimited, whatever the amount. */
  readonly unlimited: number;
}

export const PURCHASES = { second: 20, eachFurther: 40, mostCentsEach: 1_000 } as const;

export const REDUCED_SPEED: ByNeed = { light: 15, normal: 20, heavy: 30, unlimited: 20 };
/**
 * A whole allowance without reserve, or that misses the need; falls to nothing at a reserve of `enough` (in percent of
 * rate × days).
 */
export const RESERVE = { none: 12, enough: 20 } as const;
export const DAILY_STOPS: Falling = { atRate: 15, atTwice: 5, unlimited: 15 };
/** Slowed below the working speed, or to a speed that is not stated. */
export const DAILY_SLOWED: Falling = { atRate: 10, atTwice: 3, unlimited: 12 };
export const DAILY_SLOWED_BUT_WORKS: Falling = { atRate: 3, atTwice: 3, unlimited: 5 };
export const FAIR_USE_UNSTATED: ByNeed = { light: 5, normal: 10, heavy: 20, unlimited: 15 };

/** Drawbacks that a plan has or has not. */
export const PERCENT = {
  no_spare_day: 5,
  no_spare_day_clock: 8,
  generation_4g: 2,
  generation_unknown: 4,
  generation_3g: 30,
  generation_2g: 60,
  low_top_speed: 5,
  hotspot_unknown: 4,
  hotspot_not_allowed: 15,
  identity_check_unknown: 2,
  identity_check_required: 10,
  one_network: 1,
  no_network_named: 2,
  no_local_exit: 2,
  price_aging: 3,
  price_stale: 10,
  converted: 1,
  suggested: 4,
  tax_unknown: 1,
  tax_excluded: 5,
  coupon: 2,
  coupon_aging: 5,
  named_elsewhere: 25,
  ads: 10,
} as const;

/** Top speeds below this are a drawback. */
export const LOW_TOP_KBPS = 10_000;

/** Percentages are taken of this where the trip price is less: a nearly free plan is no better for it. */
export const LEAST_BASE_CENTS = 500;

export const DRAWBACK_CODES = [
  'further_purchases',
  'reduced_speed',
  'little_reserve',
  'misses_need',
  'daily_stops',
  'daily_slowed',
  'fair_use_unstated',
  ...(Object.keys(PERCENT) as readonly (keyof typeof PERCENT)[]),
] as const;
export type DrawbackCode = (typeof DRAWBACK_CODES)[number];
