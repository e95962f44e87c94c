/** Reads what a person typed into the form: kind about spelling, strict about meaning. */
import type { CountryCode } from '../domain/plan.ts';
import { DAYS_MAX, DAYS_MIN, NEEDS, type Need, SORTS, type Sort, type Trip } from '../domain/trip.ts';
import { findDestination, suggestDestinations } from './destinations.ts';

export type CountryFault = 'missing' | 'unknown' | 'several' | 'repeated';

export interface Typed {
  readonly country: string;
  readonly days: string;
  readonly need: string;
}

export type TripReading =
  /** Nothing of a trip is given. */
  | { readonly kind: 'none' }
  /** `canonical` is false where the address spells the trip in another way than we would. */
  | { readonly kind: 'trip'; readonly trip: Trip; readonly sort: Sort; readonly canonical: boolean }
  | {
      readonly kind: 'faults';
      readonly typed: Typed;
      readonly sort: Sort;
      readonly country: CountryFault | null;
      readonly days: boolean;
      readonly need: boolean;
      readonly suggestions: readonly CountryCode[];
    };

const DAYS = /^0*([1-9]\d?)$/;

export function readTrip(query: string): TripReading {
  const given = new URLSearchParams(query);
  if (!['country', 'days', 'need'].some((name) => given.has(name))) return { kind: 'none' };
  const one = (name: string) => (given.getAll(name).length === 1 ? (given.get(name) ?? '').trim() : '');
  const typed: Typed = { country: one('country'), days: one('days'), need: one('need') };
  const sort = SORTS.find((known) => known === given.get('sort')) ?? 'recommended';
  const code = findDestination(typed.country);
  const days = Number(DAYS.exec(typed.days)?.[1] ?? 0);
  const need = NEEDS.find((known) => known === typed.need) ?? null;
  const daysFit = days >= DAYS_MIN && days <= DAYS_MAX;
  if (code !== null && daysFit && need !== null) {
    return {
      kind: 'trip',
      trip: { country: code, days, need },
      sort,
      canonical: isCanonical(given, code, days, need),
    };
  }
  const suggestions = code === null ? suggestDestinations(typed.country) : [];
  return {
    kind: 'faults',
    typed,
    sort,
    country: code === null ? countryFault(given, typed.country, suggestions) : null,
    days: !daysFit,
    need: need === null,
    suggestions,
  };
}

const isCanonical = (given: URLSearchParams, code: string, days: number, need: Need): boolean =>
  given.get('country') === code && given.get('days') === String(days) && given.get('need') === need;

function countryFault(
  given: URLSearchParams,
  text: string,
  suggestions: readonly CountryCode[],
): CountryFault {
  if (given.getAll('country').length > 1) return 'repeated';
  if (text === '') return 'missing';
  return suggestions.length > 1 ? 'several' : 'unknown';
}

/** The address of a comparison, as it is shared. */
export function comparePath({ country, days, need }: Trip, sort: Sort): string {
  const order = sort === 'recommended' ? '' : `&sort=${sort}`;
  return `/compare?country=${country}&days=${days}&need=${need}${order}`;
}
