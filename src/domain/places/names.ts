/** Every name of a country or a place, folded, with what it names. */
import { COUNTRIES, type Country } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { DROPPED_ALIASES } from './aliases.ts';
import { fold } from './fold.ts';
import gazetteer from './gazetteer.json' with { type: 'json' };
import { GROUPS, type Region, SHARED_PLACES } from './regions.ts';
import { OTHER_NAMES, PARTS } from './tourist-places.ts';
import { AREAS, CITIES, ISLANDS } from './well-known.ts';

/** The languages that places are shown in. */
export const PLACE_LANGUAGES = ['en', 'de', 'es', 'tr'] as const;
export type PlaceLanguage = (typeof PLACE_LANGUAGES)[number];

/** A group is a list of countries; a shared place lies in several countries or is claimed by them. */
export type PlaceKind = 'country' | 'city' | 'island' | 'part' | 'group' | 'shared';

export interface Place {
  readonly kind: PlaceKind;
  /** One country, or the countries of a group or a shared place with the best known first. */
  readonly countries: readonly CountryCode[];
  /** In thousands. */
  readonly population: number;
  /** In the order of `PLACE_LANGUAGES`; an absent or empty name is the English one. */
  readonly names: readonly string[];
}

export interface PlaceName {
  readonly key: string;
  readonly place: Place;
  /** null: a spelling of another language. */
  readonly language: PlaceLanguage | null;
}

/** A name that feeds use for countries. */
interface CountryName {
  readonly key: string;
  /** Country codes with spaces between them: several where the name is ambiguous. */
  readonly codes: string;
}

/** Islands, parts and shared places count as a city of this size, in thousands, where a namesake is a city. */
const NOMINAL_POPULATION = 5_000;

/** Orders by name as a reader expects it: marks and case do not count, so Åland stands before Albania. */
export function compareByName(a: Country, b: Country): number {
  const left = fold(a.name);
  const right = fold(b.name);
  if (left !== right) return left < right ? -1 : 1;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

/** The name of a place in a language of the pages. */
export function placeName({ names }: Place, language: PlaceLanguage): string {
  return names[PLACE_LANGUAGES.indexOf(language)] || names[0] || '';
}

interface WellKnown extends Place {
  readonly otherNames: readonly string[];
}

const CITY_ROWS = wellKnown(CITIES, 'city');
const PART_ROWS = [...wellKnown(ISLANDS, 'island'), ...wellKnown(AREAS, 'part')];

/** Names of countries in every language, and aliases. A name of two countries has both codes. */
export const COUNTRY_NAMES: readonly CountryName[] = countryNames();

/** The codes of the countries that go by a folded name, with spaces between them; '' where there are none. */
export const countryCodesNamed = (key: string): string => withKey(COUNTRY_NAMES, key)[0]?.codes ?? '';

/** Parts of countries by their folded names. */
export const PART_NAMES: ReadonlyMap<string, { readonly country: CountryCode; readonly part: string }> =
  partNames();

const PLACE_NAMES: readonly PlaceName[] = placeNames();

/** The names in a language of the pages, without the spellings of other languages. */
export const PAGE_NAMES: readonly PlaceName[] = PLACE_NAMES.filter(({ language }) => language !== null);

export const placesNamed = (key: string): readonly PlaceName[] => withKey(PLACE_NAMES, key);

export const placesBeginning = (key: string): readonly PlaceName[] =>
  withKey(PLACE_NAMES, key, (name) => name.startsWith(key));

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** A binary search in names that are sorted by their keys: a map of all names would take several megabytes. */
function withKey<T extends { readonly key: string }>(
  names: readonly T[],
  key: string,
  isWanted = (name: string) => name === key,
): readonly T[] {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (names[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < names.length && isWanted(names[end]!.key)) end += 1;
  return names.slice(low, end);
}

function wellKnown(table: string, kind: PlaceKind): readonly WellKnown[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const [country = '', population = NOMINAL_POPULATION] = head.split(' ');
      const names = cells.slice(0, PLACE_LANGUAGES.length);
      const otherNames = (cells[PLACE_LANGUAGES.length] ?? '').split(', ').filter((name) => name !== '');
      return { kind, countries: [country], population: Number(population), names, otherNames };
    });
}

function countryNames(): readonly CountryName[] {
  const codes = new Map<string, string>();
  const add = (key: string, code: CountryCode) => {
    const known = codes.get(key);
    if (known === undefined) codes.set(key, code);
    else if (!known.split(' ').includes(code)) codes.set(key, `${known} ${code}`);
  };
  for (const { code, aliases } of COUNTRIES) for (const alias of aliases) add(fold(alias), code);
  const inEnglish = new Set(codes.keys());
  for (const [code, keys] of Object.entries(gazetteer.countries)) {
    // A name of another language never makes an English alias ambiguous.
    for (const key of keys.split('|')) if (!inEnglish.has(key)) add(key, code);
  }
  for (const key of ['', ...DROPPED_ALIASES]) codes.delete(key);
  // A country's own English name means that country alone.
  for (const { code, name } of COUNTRIES) codes.set(fold(name), code);
  return Array.from(codes, ([key, found]) => ({ key, codes: found })).sort(byKey);
}

function partNames() {
  const parts = new Map<string, { country: CountryCode; part: string }>();
  for (const { countries, names, otherNames } of PART_ROWS) {
    const [country = ''] = countries;
    const [part = ''] = names;
    for (const name of [...names, ...otherNames]) parts.set(fold(name), { country, part });
  }
  for (const [country, list] of Object.entries(PARTS)) {
    for (const part of list.split(', ')) parts.set(fold(part), { country, part });
  }
  parts.delete('');
  return parts;
}

/** A place may have the same name twice, in two languages; a search gives each country once. */
function placeNames(): readonly PlaceName[] {
  const listed = [
    ...[...CITY_ROWS, ...PART_ROWS].flatMap((place) => namesOf(place, place.otherNames)),
    ...regionPlaceNames(GROUPS, 'group'),
    ...regionPlaceNames(SHARED_PLACES, 'shared'),
  ];
  return [...countryPlaceNames(), ...listed, ...unlisted(listed)].sort(byKey);
}

function namesOf(place: Place, otherNames: readonly string[]): readonly PlaceName[] {
  const own = place.names.map((name, index) => ({ name, language: PLACE_LANGUAGES[index] ?? null }));
  const others = otherNames.map((name) => ({ name, language: null }));
  return [...own, ...others]
    .filter(({ name }) => name !== '')
    .map(({ name, language }) => ({ key: fold(name), place, language }));
}

function regionPlaceNames(regions: readonly Region[], kind: PlaceKind): readonly PlaceName[] {
  return regions.flatMap(({ name, translations, otherNames, countries }) => {
    const names = [name, ...translations];
    return namesOf({ kind, countries, population: NOMINAL_POPULATION, names }, otherNames);
  });
}

function countryPlaceNames(): readonly PlaceName[] {
  const found: PlaceName[] = [];
  const places = new Map<CountryCode, Place>();
  const displayed = PLACE_LANGUAGES.map((language) => ({
    language,
    names: new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  }));
  for (const { code, name, aliases } of COUNTRIES) {
    const place: Place = { kind: 'country', countries: [code], population: 0, names: [name] };
    places.set(code, place);
    for (const written of [name, ...aliases]) {
      const key = fold(written);
      if (!DROPPED_ALIASES.has(key)) found.push({ key, place, language: 'en' });
    }
    // The pages write these names into their forms, so they must mean the same when the form is sent.
    for (const { language, names } of displayed) {
      const written = names.of(code) ?? name;
      if (written !== name) found.push({ key: fold(written), place, language });
    }
  }
  // "Island" is Iceland in many languages; feeds use the English word.
  for (const { key, codes } of [...COUNTRY_NAMES, { key: 'island', codes: 'IS' }]) {
    for (const code of codes.split(' ')) {
      const place = places.get(code);
      if (place !== undefined) found.push({ key, place, language: null });
    }
  }
  return found;
}

/** The names of the gazetteer and the further names of tourist places, unless they are listed for the same country. */
function unlisted(listed: readonly PlaceName[]): readonly PlaceName[] {
  const known = new Set(
    listed.flatMap(({ key, place }) => place.countries.map((country) => `${key}|${country}`)),
  );
  const found: PlaceName[] = [];
  const add = (key: string, country: CountryCode, place: Omit<Place, 'countries'>) => {
    const id = `${key}|${country}`;
    if (known.has(id)) return;
    known.add(id);
    found.push({ key, place: { ...place, countries: [country] }, language: 'en' });
  };
  for (const city of gazetteer.cities) {
    const [key = '', countries = '', name = inCapitals(key)] = city.split('|');
    for (const entry of countries.split(' '))
      add(key, entry.slice(0, 2), { kind: 'city', population: Number(entry.slice(2)), names: [name] });
  }
  // After the gazetteer, which knows the population where the place is a city.
  for (const [country, list] of [...Object.entries(PARTS), ...Object.entries(OTHER_NAMES)]) {
    for (const name of list.split(', '))
      add(fold(name), country, { kind: 'part', population: NOMINAL_POPULATION, names: [name] });
  }
  return found;
}

function inCapitals(key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
