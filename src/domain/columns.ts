/**
 * The market as ranking reads it: one row per plan, integers only.
 *
 * Rows are sorted by provider id, then plan id (code-unit order). So a row number is itself the last
 * tie-break of every order, and the order in which a feed listed its plans cannot matter.
 */
import type { Coupon } from './coupon.ts';
import type { CountryCode, NamedPlace } from './plan.ts';

/** "Not stated" or "none" in an unsigned 32-bit column. */
export const NONE = 0xffff_ffff;

/** Bits of `factsKnown` and `factsTrue`. A bit in `factsTrue` is set only where it is set in `factsKnown`. */
export const FACT = {
  hotspot: 1,
  identityCheck: 2,
  topUp: 4,
  phoneNumber: 8,
  subscription: 16,
  newCustomersOnly: 32,
  ads: 64,
  inStock: 128,
  roaming: 256,
} as const;

export interface PlanColumns {
  readonly count: number;
  /** Index into the catalogue's providers, which are sorted by id. */
  readonly provider: Uint16Array;
  readonly usdCents: Uint32Array;
  /** A promotional price without stated conditions; NONE where there is none. */
  readonly promoUsdCents: Uint32Array;
  /** 0 total, 1 per day, 2 unlimited: the order of ALLOWANCE_MODELS. */
  readonly model: Uint8Array;
  /** Decimal megabytes, rounded down: the whole, or a day's. NONE for unlimited. */
  readonly megabytes: Uint32Array;
  /** NONE: the amount does not renew. */
  readonly periodDays: Uint32Array;
  /** NONE: not stated or no cap. */
  readonly fullSpeedMbPerDay: Uint32Array;
  /** 0 false, 1 true, 2 not stated. */
  readonly uncapped: Uint8Array;
  /** The order of AFTER_CAP. */
  readonly afterCap: Uint8Array;
  readonly throttleKbps: Uint32Array;
  readonly maxKbps: Uint32Array;
  /** NONE: no expiry (or, sold by the day, no upper bound). */
  readonly validityDays: Uint32Array;
  readonly soldPerDay: Uint8Array;
  /** The order of CLOCK_STARTS. */
  readonly starts: Uint8Array;
  readonly installWithinDays: Uint32Array;
  /** The order of SCOPES. */
  readonly scope: Uint8Array;
  readonly countriesCovered: Uint16Array;
  readonly factsKnown: Uint16Array;
  readonly factsTrue: Uint16Array;
  /** The order of PRICE_BASES; never wholesale here. */
  readonly basis: Uint8Array;
  /** The order of TAX. */
  readonly tax: Uint8Array;
  /** 1 where the price was converted from another currency. */
  readonly converted: Uint8Array;
  /** Seconds since the epoch: when the price was last read. */
  readonly observedAtSeconds: Uint32Array;
}

/** One destination's plans: row numbers ascending, and what differs from place to place. */
export interface DestinationPostings {
  readonly rows: Uint32Array;
  /** Best generation there: 0 unknown, then 2 to 5. Parallel to `rows`. */
  readonly generation: Uint8Array;
  /** How many networks the plan names there (0: none named). Parallel to `rows`. */
  readonly networks: Uint8Array;
  /** Judged for this destination; the order of BREAKOUTS. Parallel to `rows`. */
  readonly breakout: Uint8Array;
  /** What the plan's name says of this destination: one of NAMING. Parallel to `rows`. */
  readonly naming: Uint8Array;
}

export const NAMING = {
  /** Names no place, or a region. */
  none: 0,
  /** Names this country as a whole. */
  country: 1,
  /** Names another place, or only a part of this country. */
  elsewhere: 2,
} as const;

/** What a plan's name says of one destination. */
export function namingOf(named: readonly NamedPlace[], country: CountryCode): number {
  if (named.length === 0) return NAMING.none;
  const isNamed = named.some((place) => place.country === country && place.part === null);
  return isNamed ? NAMING.country : NAMING.elsewhere;
}

/** All that ranking needs for one destination. */
export interface DestinationView {
  readonly columns: PlanColumns;
  readonly postings: DestinationPostings;
  /** Coupons by provider index; a provider without coupons has no entry. Each list sorted by coupon id. */
  readonly coupons: ReadonlyMap<number, readonly Coupon[]>;
  /** Number of the brand of a provider, by provider index: providers of one brand have the same. */
  readonly brands: Uint16Array;
  /** Plan id of a row, for coupons that name plans. */
  readonly planId: (row: number) => string;
}
