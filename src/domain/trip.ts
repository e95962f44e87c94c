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

/** What a traveller may ask a plan to be stated to have. */
export const REQUIREMENTS = [
  'hotspot',
  'top_up',
  'phone_number',
  'no_identity_check',
  '5g',
  'local_exit',
  'one_purchase',
] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** Further stops after the first. */
export const THEN_MAX = 5;

export interface Stop {
  readonly country: CountryCode;
  readonly days: number;
}

export interface Trip {
  readonly country: CountryCode;
  readonly days: number;
  readonly need: Need;
  /** Further stops, in their order. */
  readonly then?: readonly Stop[];
}

export const stopsOf = ({ country, days, then = [] }: Trip): readonly Stop[] => [{ country, days }, ...then];

export const totalDays = (stops: readonly Stop[]): number => stops.reduce((sum, { days }) => sum + days, 0);
