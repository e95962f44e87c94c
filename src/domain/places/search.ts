/**
 * Finds countries by codes, by names in many languages, and by cities, islands and groups of countries. The pages, the
 * tools and the command line share this search. It never corrects a name to another one.
 */
import { COUNTRIES, type Country, countryOf, isCountry } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { OLD_CODES } from './aliases.ts';
import { fold } from './fold.ts';
import {
  countryCodesNamed,
  PART_NAMES,
  type Place,
  type PlaceLanguage,
  type PlaceName,
  pageNames,
  placesBeginning,
  placesNamed,
} from './names.ts';
import { isNorthernCyprus } from './northern-cyprus.ts';

export interface PlaceMatch {
  readonly country: Country;
  /** The place that was found in the country; null if the country itself was found. */
  readonly place: Place | null;
}

/** Longer than any name of a place. */
const QUERY_LENGTH_MAX = 100;
/** One or two Latin letters are a code or an alias ("EU", "UK"). As the start of a name they match too many places. */
const CODE_LIKE = /^[a-z]{1,2}$/;
/** A city is chosen if it has this many times the population of each other city of the same name. */
const DOMINANT = 10;

const BY_ISO3 = new Map<string, CountryCode>(COUNTRIES.map((country) => [country.iso3, country.code]));

/** Returns the country of an ISO-2 code, an ISO-3 code, a name or a known spelling. null: unknown or ambiguous. */
export function resolvePlace(text: string): CountryCode | null {
  const written = text.trim();
  const code = written.toUpperCase();
  if (isCountry(code)) return code;
  const known = BY_ISO3.get(code) ?? OLD_CODES.get(written);
  if (known !== undefined) return known;
  const codes = countryCodesNamed(fold(text));
  return isCountry(codes) ? codes : null;
}

/**
 * The countries among `among` (with their numbers of plans) that the query may mean, best first: an exact name or code,
 * then the beginning of a name, then a part of one. Within each, countries come first, then places by population.
 */
export function searchPlaces(
  query: string,
  among: ReadonlyMap<CountryCode, number>,
  language: PlaceLanguage = 'en',
): readonly PlaceMatch[] {
  const text = query.slice(0, QUERY_LENGTH_MAX).trim();
  const key = fold(text);
  if (key === '' || isNorthernCyprus(text)) return [];
  const code = text.toUpperCase();
  const candidates = (CODE_LIKE.test(key) ? placesNamed(key) : namesWith(key, language))
    .map((name): Candidate => {
      const tier = tierOf(name, key);
      const plans = among.get(name.place.countries[0] ?? '') ?? 0;
      return { name, tier, group: groupOf(name, tier, language), plans };
    })
    .sort(compareCandidates);
  const found = new Map<CountryCode, PlaceMatch>();
  const add = (country: Country | null, place: Place | null = null) => {
    if (country !== null && among.has(country.code) && !found.has(country.code))
      found.set(country.code, { country, place });
  };
  add(countryOf(code));
  add(countryOf(BY_ISO3.get(code) ?? ''));
  for (const { name } of candidates) {
    const { place } = name;
    for (const one of place.countries) add(countryOf(one), place.kind === 'country' ? null : place);
  }
  if (found.size > 0 || !text.includes(',')) return [...found.values()];
  return countriesMeant(text, language).filter(({ country }) => among.has(country.code));
}

type Tier = 0 | 1 | 2;

interface Candidate {
  readonly name: PlaceName;
  readonly tier: Tier;
  readonly group: number;
  readonly plans: number;
}

/** 0: exact, 1: the beginning of a name, 2: a part of it. */
const tierOf = (name: PlaceName, key: string): Tier =>
  name.key.length === key.length ? 0 : name.key.startsWith(key) ? 1 : 2;

/** Names that start with the key, names of countries that contain it, and names of places with a word that starts with it. */
function namesWith(key: string, language: PlaceLanguage): readonly PlaceName[] {
  const parts = pageNames().filter((name) => {
    const at = name.key.indexOf(key);
    return (
      at > 0 && isFamiliar(name, language) && (name.place.kind === 'country' || name.key[at - 1] === ' ')
    );
  });
  return [...placesBeginning(key), ...parts];
}

/** Names in the reader's language and in English. */
const isFamiliar = (name: PlaceName, language: PlaceLanguage): boolean =>
  name.language === 'en' || name.language === language;

/** Countries, then places, then groups. Names in other languages come last. */
function groupOf(name: PlaceName, tier: Tier, language: PlaceLanguage): number {
  const { kind } = name.place;
  const isWholePlace = tier === 0 && kind !== 'country';
  if (!isWholePlace && !isFamiliar(name, language)) return 3;
  return kind === 'country' ? 0 : kind === 'group' ? 2 : 1;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const byRule =
    a.tier - b.tier ||
    a.group - b.group ||
    b.name.place.population - a.name.place.population ||
    b.plans - a.plans;
  if (byRule !== 0) return byRule;
  return a.name.key < b.name.key ? -1 : a.name.key > b.name.key ? 1 : 0;
}

/**
 * Returns the countries that a complete name or code can mean: none, one, or several from which the reader must choose.
 * It accepts "City, Country".
 */
export function countriesMeant(text: string, language: PlaceLanguage = 'en'): readonly PlaceMatch[] {
  const written = text.slice(0, QUERY_LENGTH_MAX).trim();
  if (isNorthernCyprus(written)) return [];
  const whole = namedExactly(written, language);
  const comma = written.lastIndexOf(',');
  return whole.length > 0 || comma < 0
    ? whole
    : inCountry(written.slice(0, comma), written.slice(comma + 1), language);
}

function namedExactly(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const code = text.toUpperCase();
  const byCode = countryOf(code) ?? countryOf(BY_ISO3.get(code) ?? '');
  if (byCode !== null) return [{ country: byCode, place: null }];
  const key = fold(text);
  const familiar = countriesNamed(key, language);
  if (familiar.length > 0 && !ALSO_A_CITY.has(key)) return familiar;
  const foreign = countriesNamed(key, null);
  const places = placesIn(key);
  const old = matches([OLD_CODES.get(code) ?? ''], null);
  if (foreign.length > 0 || old.length > 0) {
    const elsewhere = places.filter(({ country }) => foreign.every((one) => one.country !== country));
    return [...elsewhere, ...foreign, ...old];
  }
  const [first, second] = places;
  if (first === undefined || second === undefined || first.place.countries.length > 1) return places;
  return first.place.population >= DOMINANT * second.place.population ? [first] : places;
}

/** Grenada is called Granada in Spanish, but many travellers mean the city in Spain. */
const ALSO_A_CITY: ReadonlySet<string> = new Set(['granada']);

/** For readers of other languages, a name of three letters, such as Turkish "Çad", looks like a code. */
const SHORT = /^[a-z]{1,3}$/;

/** Finds countries by their names in English and in the language, or by all their names if it is null. */
function countriesNamed(key: string, language: PlaceLanguage | null): readonly PlaceMatch[] {
  const isMeant = (name: PlaceName) =>
    language === null ? name.language === null || !SHORT.test(key) : isFamiliar(name, language);
  const names = placesNamed(key).filter((name) => name.place.kind === 'country' && isMeant(name));
  return matches([...new Set(names.flatMap(({ place }) => place.countries))], null);
}

/** One country for each place of this name, the largest place first. A group or a shared place has all its countries. */
function placesIn(key: string): readonly (PlaceMatch & { readonly place: Place })[] {
  const places = [...new Set(placesNamed(key).map(({ place }) => place))]
    .filter(({ kind }) => kind !== 'country')
    .sort((a, b) => b.countries.length - a.countries.length || b.population - a.population);
  const [first] = places;
  if (first === undefined) return [];
  const meant = first.countries.length > 1 ? [first] : places;
  return meant.flatMap((place) => matches(place.countries, place));
}

function matches<T extends Place | null>(
  codes: readonly CountryCode[],
  place: T,
): (PlaceMatch & { readonly place: T })[] {
  return codes.flatMap((code) => {
    const country = countryOf(code);
    return country === null ? [] : [{ country, place }];
  });
}

/** "Barcelona, Venezuela". If the place is not known in that country, all candidates are returned. */
function inCountry(place: string, stated: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const [country, ...others] = namedExactly(stated.trim(), language);
  if (country === undefined || others.length > 0) return [];
  const key = fold(place);
  const known = [...countriesNamed(key, null), ...placesIn(key)];
  const there = known.find((match) => match.country.code === country.country.code);
  if (there !== undefined) return [there];
  return known.length === 0 ? [country] : [...known, country];
}

/** Returns the part of a country with exactly this name, such as "Scotland" in GB. */
export const partNamed = (text: string): { readonly country: CountryCode; readonly part: string } | null =>
  PART_NAMES.get(fold(text)) ?? null;
