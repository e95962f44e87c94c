/** Reads what a person typed into the form: kind about spelling, strict about meaning. */
import type { CountryCode } from '../domain/plan.ts';
import { DAYS_MAX, DAYS_MIN, NEEDS, SORTS, type Sort, type Trip } from '../domain/trip.ts';
import { findDestination, suggestDestinations } from './destinations.ts';

export type CountryFault = 'missing' | 'unknown' | 'several' | 'repeated';

/** What a result page shows: a trip and how it is looked at. */
export interface View {
  readonly trip: Trip;
  readonly sort: Sort;
  /** Plans to be seen side by side, as `provider/plan`. */
  readonly picks: readonly string[];
}

export interface Typed {
  readonly country: string;
  readonly days: string;
  readonly need: string;
}

export type TripReading =
  /** Nothing of a trip is given. */
  | { readonly kind: 'none' }
  /** `canonical` is false where the address spells the trip in another way than we would. */
  | { readonly kind: 'trip'; readonly view: View; readonly canonical: boolean }
  | TripFaults;

export interface TripFaults {
  readonly kind: 'faults';
  readonly typed: Typed;
  readonly sort: Sort;
  readonly country: CountryFault | null;
  readonly days: boolean;
  readonly need: boolean;
  readonly suggestions: readonly CountryCode[];
}

const DAYS = /^0*([1-9]\d?)$/;
/** Taken where a link names a place alone. */
export const USUAL = { days: '7', need: 'normal' } as const;

export function readTrip(query: string): TripReading {
  const given = new URLSearchParams(query);
  if (!['country', 'days', 'need'].some((name) => given.has(name))) return { kind: 'none' };
  const one = (name: string, absent = '') => {
    const all = given.getAll(name);
    return all.length === 0 ? absent : all.length === 1 ? (all[0] ?? '').trim() : '';
  };
  const typed: Typed = {
    country: one('country'),
    days: one('days', USUAL.days),
    need: one('need', USUAL.need),
  };
  const sort = SORTS.find((known) => known === given.get('sort')) ?? 'recommended';
  const code = findDestination(typed.country);
  const days = Number(DAYS.exec(typed.days)?.[1] ?? 0);
  const need = NEEDS.find((known) => known === typed.need) ?? null;
  const daysFit = days >= DAYS_MIN && days <= DAYS_MAX;
  if (code !== null && daysFit && need !== null) {
    const view: View = { trip: { country: code, days, need }, sort, picks: picksOf(given) };
    return { kind: 'trip', view, canonical: isCanonical(given, comparePath(view)) };
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

const PICK = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,63}$/;
const PICKS_MAX = 2;

/** The first two different ones. */
const picksOf = (given: URLSearchParams): string[] =>
  [...new Set(given.getAll('pick').filter((name) => PICK.test(name)))].slice(0, PICKS_MAX);

/** What makes a trip must be spelt as we spell it; anything else in the address is ignored. */
function isCanonical(given: URLSearchParams, path: string): boolean {
  const wanted = new URLSearchParams(path.slice(path.indexOf('?')));
  return ['country', 'days', 'need', 'pick'].every(
    (name) => given.getAll(name).join() === wanted.getAll(name).join(),
  );
}

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
export function comparePath({ trip, sort, picks }: View): string {
  const order = sort === 'recommended' ? '' : `&sort=${sort}`;
  return `/compare?country=${trip.country}&days=${trip.days}&need=${trip.need}${order}${picks.map((name) => `&pick=${name}`).join('')}`;
}

/** The address of what was typed, so that it survives a change of language. */
export function typedPath({ typed, sort }: TripFaults): string {
  const query = new URLSearchParams({ ...typed });
  if (sort !== 'recommended') query.set('sort', sort);
  return `/compare?${query.toString()}`;
}
