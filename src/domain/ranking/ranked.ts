/** The result of ranking. It contains codes, which each interface and language translates to text. */
import type { CountryCode } from '../plan.ts';
import type { Drawback } from './drawbacks.ts';
import type { Picked } from './picks.ts';
import type { Considered, EmptyCause, ScoredOffer } from './score.ts';
import type { CouponOffer } from './trip-price.ts';

/** `wire/sentences/offers.ts` has the English sentence of each code. "Rate" is the data a day that the need asks for. */
export const REASON_CODES = [
  /** Value: missing days. */
  'short_of_days',
  /** Value: missing data in decimal megabytes. */
  'short_of_data',
  /** The same, if slower data continues after the cap. Value: missing full-speed data in decimal megabytes. */
  'short_of_full_speed_data',
  /** The advertised top speed is below the working speed of the need. */
  'too_slow',
  /** Value: the core countries of the region that the plan does not cover. */
  'missing_countries',
  'new_customers_only',
  /** Value: the number of copies. */
  'several_purchases',
  /** The lowest trip price of all offers that meet the need and that any traveller can buy. */
  'cheapest',
  /** The lowest trip price for one of several legs of an itinerary. */
  'cheapest_for_leg',
  /** The lowest trip price of a single plan for all stops, if several plans together cost less. */
  'cheapest_single_plan',
  /** The lowest trip price if every traveller has an own plan, if a group pays less for plans that it shares. */
  'cheapest_own_plan',
  /** The lowest price of a plan that a group can share, for the whole trip or for a leg. */
  'cheapest_shared',
  /** Value: percent, rounded up, above the lowest price of the whole trip, which may be that of several plans. */
  'above_cheapest',
  /** Value: data beyond rate × days in decimal megabytes. */
  'spare_data',
  /** The same, if the reserve is below a fifth of rate × days, as in the drawback `little_reserve`. */
  'little_spare_data',
  /** Value: megabytes a day beyond the rate. */
  'spare_data_daily',
  /** Value: kbit/s at which part of the need runs. */
  'part_at_reduced_speed',
  /** Unlimited without a stated fair-use limit. */
  'fair_use_unstated',
  'no_data_limit',
  'all_at_full_speed',
  /** Value: megabytes a day at full speed. */
  'full_speed_daily',
  'has_5g',
  'local_exit',
  /** Value: the number of networks. */
  'several_networks',
  'hotspot_allowed',
  'no_identity_check',
  'top_up',
  'phone_number',
  /** Value: validity of all copies in days. */
  'covers_trip',
  'no_expiry',
] as const;
type ReasonCode = (typeof REASON_CODES)[number];

/** The value is that of the sentence, as the comment of the code says. */
export type Reason =
  | { readonly code: 'missing_countries'; readonly value: readonly CountryCode[] }
  | { readonly code: NumberReasonCode; readonly value: number | null };

export type NumberReasonCode = Exclude<ReasonCode, 'missing_countries'>;

/** An offer as it is shown. */
export interface RankedOffer extends ScoredOffer {
  /** At most 3, the applied one first, then the lowest price. */
  readonly coupons: readonly CouponOffer[];
  /** The largest first. */
  readonly drawbacks: readonly Drawback[];
  /** One to three. */
  readonly reasons: readonly Reason[];
}

export interface Ranking {
  readonly recommended: readonly RankedOffer[];
  readonly cheapest: readonly RankedOffer[];
  readonly fastest: readonly RankedOffer[];
  /** Up to three offers for people who want one answer. */
  readonly picks: readonly Picked<RankedOffer>[];
  /** Whether Recommended would begin otherwise if a brand could have all of its places. */
  readonly isBrandLimited: boolean;
  readonly considered: Considered;
  /** Why the lists are empty; null if they are not. */
  readonly emptyCause: EmptyCause | null;
  /**
   * null: at least one plan on sale states its generation at every stop. Otherwise the countries for which no plan states
   * a generation. Fastest then has little meaning.
   */
  readonly withoutGenerations: readonly CountryCode[] | null;
}
