/** A trip, its filters, and their limits. */
import type { CountryCode } from './plan.ts';

export const NEEDS = ['light', 'normal', 'heavy', 'unlimited'] as const;
export type Need = (typeof NEEDS)[number];

export const SORTS = ['recommended', 'cheapest', 'fastest'] as const;
export type Sort = (typeof SORTS)[number];

/** A country in a request: an ISO 3166-1 alpha-2 code. */
export const COUNTRY_PATTERN = '^[A-Z]{2}$';
export const DAYS_MIN = 1;
export const DAYS_MAX = 90;
/** The maximum of results in each ranked list. */
export const LIST_MAX = 20;

/** Data for the whole trip, in decimal megabytes: 0.1 to 500 GB, in steps of 0.1 GB. */
export const DATA_MB = { min: 100, max: 500_000 } as const;
/** The price filter `max_usd`: 0.01 to 1,000 USD. */
export const PRICE_LIMIT_CENTS = { min: 1, max: 100_000 } as const;
export const AVOID_EXITS_MAX = 10;
/** The most ids of `providers`, and of `avoid_providers`. */
export const PROVIDERS_MAX = 20;

/** The facts that a traveller can require. */
export const REQUIREMENTS = [
  'hotspot',
  'top_up',
  'phone_number',
  'no_identity_check',
  '5g',
  'local_exit',
  'uncapped',
  'one_purchase',
] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** Filters that remove offers before ranking. */
export interface Filters {
  /** The plan must state all of these. */
  readonly require: readonly Requirement[];
  /** The highest trip price, also of an itinerary; null: any. */
  readonly maxUsdCents: number | null;
  /** The plan must state its exits, and none may be in these countries. */
  readonly avoidExits: readonly CountryCode[];
  /** Ids of the only providers whose plans stay; empty: all. */
  readonly providers: readonly string[];
  /** Ids of providers whose plans are removed. */
  readonly avoidProviders: readonly string[];
}

export const NO_FILTERS: Filters = {
  require: [],
  maxUsdCents: null,
  avoidExits: [],
  providers: [],
  avoidProviders: [],
};

/** Whether there is any filter. */
export const hasFilters = (filters: Filters): boolean =>
  filters.maxUsdCents !== null ||
  [filters.require, filters.avoidExits, filters.providers, filters.avoidProviders].some(
    ({ length }) => length > 0,
  );

/** The largest group, a number of one digit. Every traveller uses an own phone. */
export const TRAVELLERS_MAX = 9;

/** The maximum of further stops after the first. */
export const THEN_MAX = 5;

export interface Stop {
  readonly country: CountryCode;
  readonly days: number;
}

/** Decimal megabytes and the days that they are for. Their quotient, the daily rate, would have to be rounded. */
export interface StatedData {
  readonly mb: number;
  readonly days: number;
}

export interface Trip {
  readonly country: CountryCode;
  readonly days: number;
  readonly need: Need;
  /** Further stops, in order. */
  readonly then?: readonly Stop[];
  /**
   * Replaces the daily rate of the need. For a leg, its `days` stay those of the whole trip, so the
   * rate is the same.
   */
  readonly data?: StatedData;
  /** More than one. Left out: one traveller. */
  readonly travellers?: number;
}

export const travellersOf = ({ travellers = 1 }: Trip): number => travellers;

/** Consecutive stops, at least one. */
export type Stops = readonly [Stop, ...Stop[]];

export const stopsOf = ({ country, days, then = [] }: Trip): Stops => [{ country, days }, ...then];

export const totalDays = (stops: readonly Stop[]): number => stops.reduce((sum, { days }) => sum + days, 0);

/** `dataMb`: data for all stops; null: the rate of the need applies. */
export function tripOf(stops: Stops, need: Need, dataMb: number | null, travellers = 1): Trip {
  const [{ country, days }, ...then] = stops;
  return {
    country,
    days,
    need,
    ...(then.length > 0 && { then }),
    ...(dataMb !== null && { data: { mb: dataMb, days: totalDays(stops) } }),
    ...(travellers > 1 && { travellers }),
  };
}

/** The part of a trip that has these stops. Its daily rate is that of the whole trip. */
export function withStops(trip: Trip, [first, ...then]: Stops): Trip {
  return { ...trip, country: first.country, days: first.days, then };
}

/** The same trip with another length of its only stop. Stated data is for the whole trip, for any length. */
export const withDays = (trip: Trip, days: number): Trip => ({
  ...trip,
  days,
  ...(trip.data !== undefined && { data: { mb: trip.data.mb, days } }),
});
