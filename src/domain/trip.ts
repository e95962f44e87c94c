import type { CountryCode } from './plan.ts';

export const NEEDS = ['light', 'normal', 'heavy', 'unlimited'] as const;
export type Need = (typeof NEEDS)[number];

export const SORTS = ['recommended', 'cheapest', 'fastest'] as const;
export type Sort = (typeof SORTS)[number];

/** How a country is written in a question: an ISO 3166-1 alpha-2 code. */
export const COUNTRY_PATTERN = '^[A-Z]{2}$';
export const DAYS_MIN = 1;
export const DAYS_MAX = 90;
/** At most so many results in each ranked list. */
export const LIST_MAX = 20;

/** Data for the whole trip, in decimal megabytes: 0.1 to 500 GB, in steps of 0.1 GB. */
export const DATA_MB = { min: 100, max: 500_000 } as const;
export const MAX_USD_CENTS = { min: 1, max: 100_000 } as const;
export const AVOID_EXITS_MAX = 10;

/** What a traveller may ask a plan to be stated to have. */
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

/** What removes offers before ranking. */
export interface Filters {
  /** What a plan must be stated to have. */
  readonly require: readonly Requirement[];
  /** Highest trip price, also of an itinerary; null: any. */
  readonly maxUsdCents: number | null;
  /** Countries in which traffic must be stated not to reach the internet. */
  readonly avoidExits: readonly CountryCode[];
}

export const NO_FILTERS: Filters = { require: [], maxUsdCents: null, avoidExits: [] };

export const FILTER_NAMES = ['require', 'max_usd', 'avoid_exits'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Further stops after the first. */
export const THEN_MAX = 5;

export interface Stop {
  readonly country: CountryCode;
  readonly days: number;
}

/** So many decimal megabytes for so many days: a daily rate without rounding. */
export interface StatedData {
  readonly mb: number;
  readonly days: number;
}

export interface Trip {
  readonly country: CountryCode;
  readonly days: number;
  readonly need: Need;
  /** Further stops, in their order. */
  readonly then?: readonly Stop[];
  /** Replaces the daily rate of the need. A leg has the data of the whole trip, so that both have the same rate. */
  readonly data?: StatedData;
}

export const stopsOf = ({ country, days, then = [] }: Trip): readonly Stop[] => [{ country, days }, ...then];

export const totalDays = (stops: readonly Stop[]): number => stops.reduce((sum, { days }) => sum + days, 0);

/** `dataMb`: data for all stops; null: the need decides. */
export function tripOf(stops: readonly [Stop, ...Stop[]], need: Need, dataMb: number | null): Trip {
  const [{ country, days }, ...then] = stops;
  return {
    country,
    days,
    need,
    ...(then.length > 0 && { then }),
    ...(dataMb !== null && { data: { mb: dataMb, days: totalDays(stops) } }),
  };
}

/** The same trip with one stop of another length. The stated data is for the whole trip, whatever its length. */
export const withDays = (trip: Trip, days: number): Trip => ({
  ...trip,
  days,
  ...(trip.data !== undefined && { data: { mb: trip.data.mb, days } }),
});
