/**
 * Every drawback and its value in percent of the trip price. A test checks that `docs/ranking.md` has the same table.
 * `bench/panel.ts` shows the effect of a change on a panel of rated trips.
 */
import type { Need } from '../trip.ts';

/**
 * `unlimited` is not the step after `heavy`: with it, only plans sold as unlimited are compared, and its working speed
 * is lower (`need.ts`).
 */
type ByNeed = Readonly<Record<Need, number>>;

/** Falls linearly from `atRate`, at the daily rate of the need, to `atTwice`, at twice that rate and above. */
export interface Falling {
  readonly atRate: number;
  readonly atTwice: number;
  /** For the need `unlimited`, with any amount. */
  readonly unlimited: number;
}

/**
 * Percent for the second purchase and for each further one. Each purchase after the first counts as at most `mostCentsEach`.
 * `leastBaseCents` is the base of the percentage if the trip price is lower: a second purchase takes the same time,
 * however cheap the plan is.
 */
export const PURCHASES = {
  second: 20,
  eachFurther: 40,
  mostCentsEach: 1_000,
  leastBaseCents: 1_000,
} as const;

export const REDUCED_SPEED: ByNeed = { light: 15, normal: 20, heavy: 30, unlimited: 20 };
/**
 * A total allowance without a reserve, or one that misses the need, has `percentWithout`. The value falls to 0 at a
 * reserve of `enoughPercentOfRate` percent of rate × days.
 */
export const RESERVE = { percentWithout: 12, enoughPercentOfRate: 20 } as const;
export const DAILY_STOPS: Falling = { atRate: 15, atTwice: 5, unlimited: 15 };
/** Throttled below the working speed of the need (`need.ts`), or to an unstated speed. */
export const DAILY_SLOWED: Falling = { atRate: 10, atTwice: 3, unlimited: 12 };
export const DAILY_SLOWED_BUT_WORKS: Falling = { atRate: 3, atTwice: 3, unlimited: 5 };
export const FAIR_USE_UNSTATED: ByNeed = { light: 5, normal: 10, heavy: 20, unlimited: 15 };

/** Drawbacks with a fixed value. A plan has at most one of each of `ASPECTS`. `coupon_aging` is added to `coupon`. */
export const PERCENT = {
  no_spare_day: 5,
  /** Like `no_spare_day`, but the days may begin before the first use. */
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
  exit_elsewhere: 2,
  exit_unknown: 2,
  price_aging: 3,
  price_stale: 10,
  /** The price is in another currency than USD. */
  converted: 1,
  /** The price is the suggested retail price. */
  suggested: 4,
  tax_unknown: 1,
  tax_excluded: 5,
  coupon: 2,
  coupon_aging: 5,
  /** The name of the plan has another place, or only a part of the destination. */
  named_elsewhere: 25,
  ads: 10,
} as const;

/** Top speeds below this are a drawback. */
export const LOW_TOP_KBPS = 10_000;

/**
 * The base of all other percentages if the trip price is lower, so that a nearly free plan still has drawbacks.
 * `PURCHASES` has its own.
 */
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
  /** Its percentage is the missing share of the region. */
  'region_incomplete',
] as const;
export type DrawbackCode = (typeof DRAWBACK_CODES)[number];
