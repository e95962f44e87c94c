/** What ranking answers with. Codes, because every interface and language says them in its own words. */
import type { ValidCoupon } from '../coupon.ts';
import type { DestinationEntry } from '../destination.ts';
import type { CountryCode } from '../plan.ts';
import type { FilterName } from '../trip.ts';
import type { DrawbackCode } from './drawbacks-table.ts';

/** `wire/sentences.ts` has each one in English and each page language has its own. */
export const REASON_CODES = [
  /** Value: missing days. */
  'short_of_days',
  /** Value: missing data in decimal megabytes. */
  'short_of_data',
  /** The same, where slower data continues after the full-speed data. Value: missing full-speed data in decimal megabytes. */
  'short_of_full_speed_data',
  /** Its advertised top speed is below the speed at which the need works. */
  'too_slow',
  'new_customers_only',
  /** Value: how many copies are bought. */
  'several_purchases',
  /** Lowest trip price of all that meet the need and that anybody may buy. */
  'cheapest',
  /** The same for one of several legs of an itinerary. */
  'cheapest_for_leg',
  /** Lowest trip price of a single plan for all stops, where a split over several plans costs less. */
  'cheapest_single_plan',
  /** Value: percent above that price, rounded up. */
  'above_cheapest',
  /** Value: data beyond the need in decimal megabytes. */
  'spare_data',
  /** The same, where the reserve is below a fifth of rate × days, as in the drawback `little_reserve`. */
  'little_spare_data',
  /** Value: megabytes a day beyond the rate. */
  'spare_data_daily',
  /** Value: kbit/s at which part of the need runs. */
  'part_at_reduced_speed',
  /** Unlimited whose fair-use rule nobody states. */
  'fair_use_unstated',
  'no_data_limit',
  'all_at_full_speed',
  /** Value: megabytes a day at full speed. */
  'full_speed_daily',
  'has_5g',
  'local_exit',
  /** Value: how many networks. */
  'several_networks',
  'hotspot_allowed',
  'no_identity_check',
  'top_up',
  'phone_number',
  /** Value: validity of all copies in days. */
  'covers_trip',
  'no_expiry',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** A number that the sentence names, in the unit that the code's comment states. */
  readonly value: number | null;
}

/** How an offer serves a trip. */
export interface ShownFit {
  readonly copies: number;
  readonly meetsNeed: boolean;
  /** Data missing, in decimal megabytes; rounded up, so that a shortage is never shown as none. */
  readonly shortByMb: number;
  readonly shortByDays: number;
  /** Full-speed data over the trip, all copies together; null: uncapped, or not stated. */
  readonly mbForTrip: number | null;
  /** The need is met by stated full-speed data alone. */
  readonly fullSpeed: boolean;
}

export interface CouponOffer {
  /** null: a promotional price that the feed states without its conditions. */
  readonly coupon: ValidCoupon | null;
  /** The whole trip's price with this coupon, for the same copies. */
  readonly cents: number;
  readonly applied: boolean;
}

export interface TripPrice {
  readonly listCents: number;
  /** What any traveller can get: the list price, or that less one coupon without a personal condition. */
  readonly cents: number;
  /** At most 3, the applied one first, then the lowest price. */
  readonly offers: readonly CouponOffer[];
}

export interface Drawback {
  readonly code: DrawbackCode;
  /** As the table has it. */
  readonly percent: number;
  readonly cents: number;
}

export interface RankedOffer {
  readonly entry: DestinationEntry;
  readonly fit: ShownFit;
  readonly price: TripPrice;
  /** Trip price and all drawbacks: what Recommended sorts by. */
  readonly comparableCents: number;
  /** The largest first. */
  readonly drawbacks: readonly Drawback[];
  /** One to three. */
  readonly reasons: readonly Reason[];
}

/** What a filter removed: stated otherwise, or not stated. */
export interface LeftOut {
  readonly no: number;
  readonly unknown: number;
}

export interface Considered {
  /** Plans of the destination that are on sale and have a current price. */
  readonly plans: number;
  /** Offers that meet the need, after all filters. */
  readonly meetTheNeed: number;
  readonly leftOutByRequire: LeftOut;
  readonly leftOutByMaxUsd: number;
  readonly leftOutByAvoidExits: LeftOut;
}

export type EmptyCause =
  | 'no_plans'
  | 'sold_out'
  | 'too_old'
  | 'sold_out_or_too_old'
  | 'none_unlimited'
  /** Every plan is removed by a filter; this one removes the most. */
  | FilterName;

export interface Ranking {
  readonly recommended: readonly RankedOffer[];
  readonly cheapest: readonly RankedOffer[];
  readonly fastest: readonly RankedOffer[];
  readonly considered: Considered;
  /** Why the lists are empty; null where they are not. */
  readonly emptyCause: EmptyCause | null;
  /**
   * null: an offer states its generation at every stop. Otherwise Fastest means little, and these are the countries
   * for which no offer states one.
   */
  readonly withoutGenerations: readonly CountryCode[] | null;
}
