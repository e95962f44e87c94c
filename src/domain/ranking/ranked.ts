import type { Coupon } from '../coupon.ts';

/** Closed list; `wire/sentences.ts` spells each one in English and each page language has its own. */
export const REASON_CODES = [
  /** Lowest trip price of all that meet the need. */
  'cheapest',
  /** Lowest trip price among those with 5G. */
  'cheapest_5g',
  /** Value: percent of the cheapest meeting price that this one costs on top. */
  'near_cheapest',
  /** Value: spare full-speed data in decimal megabytes. */
  'spare_data',
  'no_data_limit',
  'full_speed_5g',
  'local_breakout',
  /** Value: how many networks. */
  'several_networks',
  /** Value: validity in days, 0 for no expiry. */
  'covers_trip',
  'hotspot_allowed',
  'no_identity_check',
  'fresh_price',
  /** Value: missing data in decimal megabytes. */
  'short_of_data',
  /** Value: missing days. */
  'short_of_days',
  'new_customers_only',
  /** Unlimited whose fair-use rule nobody states. */
  'fair_use_unstated',
  /** Value: kbps after the cap. */
  'slow_after_cap',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** How a plan serves a trip. */
export interface Fit {
  readonly copies: number;
  readonly meetsNeed: boolean;
  /** Usable data missing, in decimal megabytes. */
  readonly shortByMb: number;
  readonly shortByDays: number;
  /** Full-speed data over the trip, all copies together; null: no limit is known to exist. */
  readonly mbForTrip: number | null;
  /** The need is met by full-speed data alone, no throttled remainder counted. */
  readonly fullSpeed: boolean;
}

export interface CouponOffer {
  readonly coupon: Coupon;
  /** The whole trip's price with this coupon, for the same copies. */
  readonly cents: number;
  readonly applied: boolean;
}

export interface TripPrice {
  readonly listCents: number;
  /** What any traveller can get: the list price, or the list price less a coupon without a personal condition. */
  readonly cents: number;
  /** At most 3, the applied one first, then the lowest price. */
  readonly offers: readonly CouponOffer[];
}

/** Parts of the Recommended score; each is a share of 1 in ten-thousandths. */
export interface ScoreParts {
  readonly price: number;
  readonly headroom: number;
  readonly speed: number;
  readonly validity: number;
  readonly certainty: number;
  readonly ease: number;
}

export interface Reason {
  readonly code: ReasonCode;
  /** A number that the sentence names, in the unit that the code's comment states. */
  readonly value: number | null;
}

export interface Ranked {
  /** Row in the catalogue. */
  readonly row: number;
  /** Position in the destination's postings, for what differs from place to place. */
  readonly posting: number;
  readonly fit: Fit;
  readonly price: TripPrice;
  /** 0 to 1,000,000, before rounding to one decimal of 100. */
  readonly score: number;
  readonly parts: ScoreParts;
  /** One to three, the most telling first. Codes, because every interface and language spells them itself. */
  readonly reasons: readonly Reason[];
}

export interface Ranking {
  readonly recommended: readonly Ranked[];
  readonly cheapest: readonly Ranked[];
  readonly fastest: readonly Ranked[];
}
