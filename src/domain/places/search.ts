/**
 * The folder: finds countries by what people and feeds call them: codes, names in many languages, cities, islands,
 * regions. It imports no other folder. Pure, and may be called at any time. One search for the page, the tool and the
 * command line; a name is never corrected into another one.
 */
import { COUNTRIES, type Country, countryOf, isCountry } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { fold } from './fold.ts';
import {
  beginningWith,
  COUNTRY_NAMES,
  ENGLISH,
  exactly,
  type Name,
  PART_NAMES,
  PLACE_NAMES,
} from './names.ts';

export interface PlaceMatch {
  readonly country: Country;
  /** "Bali" for Indonesia; null where the country itself was found. */
  readonly place: string | null;
}

/** Longer than any name of a place; what follows cannot make it one. */
const QUERY_LENGTH_MAX = 100;
/** One or two Latin letters are a code or an alias ("EU", "UK"): completing them would offer half of the world. */
const CODE_LIKE = /^[a-z]{1,2}$/;

const BY_ISO3 = new Map<string, CountryCode>(COUNTRIES.map((country) => [country.iso3, country.code]));

/** A feed's or a person's word for one country: ISO-2, ISO-3, a name or a known spelling. null: not certain. */
export function resolvePlace(text: string): CountryCode | null {
  const code = text.trim().toUpperCase();
  if (isCountry(code)) return code;
  const iso3 = BY_ISO3.get(code);
  if (iso3 !== undefined) return iso3;
  const codes = exactly(COUNTRY_NAMES, fold(text))?.codes ?? '';
  return isCountry(codes) ? codes : null;
}

/**
 * The countries among `among` that the query may mean, best first: exact code, name or alias, a place of exactly that
 * name, the beginning of a name, a part of it, then the beginnings of names in other languages and of places.
 * An empty query means all, by name.
 */
export function searchPlaces(query: string, among: Iterable<CountryCode>): readonly PlaceMatch[] {
  const wanted = among instanceof Set ? (among as ReadonlySet<CountryCode>) : new Set(among);
  const found = new Map<CountryCode, PlaceMatch>();
  const add = (country: Country | null, place: string | null = null) => {
    if (country !== null && wanted.has(country.code) && !found.has(country.code))
      found.set(country.code, { country, place });
  };
  const addName = (name: Name | null) => {
    for (const code of name?.codes.split(' ') ?? []) add(countryOf(code), name?.place);
  };
  const text = query.slice(0, QUERY_LENGTH_MAX).trim();
  const key = fold(text);
  if (text === '') for (const { country } of ENGLISH) add(country);
  if (key === '') return [...found.values()];

  const code = text.toUpperCase();
  add(countryOf(code));
  add(countryOf(BY_ISO3.get(code) ?? ''));
  addName(exactly(COUNTRY_NAMES, key));
  addName(exactly(PLACE_NAMES, key));
  if (CODE_LIKE.test(key)) return [...found.values()];

  for (const english of ENGLISH) if (english.key.startsWith(key)) add(english.country);
  for (const english of ENGLISH) if (english.key.includes(key)) add(english.country);
  for (const name of beginningWith(COUNTRY_NAMES, key)) addName(name);
  for (const name of beginningWith(PLACE_NAMES, key)) addName(name);
  return [...found.values()];
}

export const searchCountries = (query: string, among: Iterable<CountryCode>): readonly Country[] =>
  searchPlaces(query, among).map(({ country }) => country);

/** What somebody means who writes a code, a country's name or a place in it: exactly that, nothing completed. */
export function countriesMeant(text: string): readonly PlaceMatch[] {
  const country = countryOf(resolvePlace(text) ?? '');
  if (country !== null) return [{ country, place: null }];
  const key = fold(text.slice(0, QUERY_LENGTH_MAX));
  const name = exactly(COUNTRY_NAMES, key) ?? exactly(PLACE_NAMES, key);
  return (name?.codes.split(' ') ?? []).flatMap((code) => {
    const meant = countryOf(code);
    return meant === null ? [] : [{ country: meant, place: name?.place ?? null }];
  });
}

/** The part of a country that a text names exactly, as a plan's name may: "Scotland" in GB. */
export const partNamed = (text: string): { readonly country: CountryCode; readonly part: string } | null =>
  PART_NAMES.get(fold(text)) ?? null;
