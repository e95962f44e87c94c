/** Every name that a country or a place goes by, folded and sorted, so that a look-up costs a few comparisons. */
import { COUNTRIES, type Country } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { DROPPED_ALIASES } from './aliases.ts';
import { fold } from './fold.ts';
import gazetteer from './gazetteer.json' with { type: 'json' };
import { REGIONS } from './regions.ts';
import { OTHER_NAMES, PARTS } from './tourist-places.ts';

/** A folded name and what goes by it. There are thousands, so the codes are one short text. */
export interface Name {
  readonly key: string;
  /** Country codes with spaces between them, best first. */
  readonly codes: string;
  /** As it is written, where it is a place in a country; null where it is the country itself. */
  readonly place: string | null;
}

interface EnglishName {
  readonly key: string;
  readonly country: Country;
}

const compare = (a: { key: string }, b: { key: string }): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

/** Orders by name as a reader expects it: marks and case do not count, so Åland stands before Albania. */
export function compareByName(a: Country, b: Country): number {
  const left = fold(a.name);
  const right = fold(b.name);
  if (left !== right) return left < right ? -1 : 1;
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0;
}

/** The English names, in their order. */
export const ENGLISH: readonly EnglishName[] = COUNTRIES.map((country) => ({
  key: fold(country.name),
  country,
})).sort(compare);

/** Names of countries in every language, and aliases; one that two countries go by has both codes. */
export const COUNTRY_NAMES: readonly Name[] = countryNames();

/** Places and regions; a city of our own list comes before one of the same name in the gazetteer. */
export const PLACE_NAMES: readonly Name[] = placeNames();

/** Parts of countries by their folded names. */
export const PART_NAMES: ReadonlyMap<string, { readonly country: CountryCode; readonly part: string }> =
  new Map(
    Object.entries(PARTS).flatMap(([country, parts]) =>
      parts.split(', ').map((part) => [fold(part), { country, part }] as const),
    ),
  );

function countryNames(): readonly Name[] {
  const codes = new Map<string, string>();
  const add = (key: string, code: CountryCode) => {
    const known = codes.get(key);
    if (known === undefined) codes.set(key, code);
    else if (!known.split(' ').includes(code)) codes.set(key, `${known} ${code}`);
  };
  for (const { code, aliases } of COUNTRIES) for (const alias of aliases) add(fold(alias), code);
  const inEnglish = new Set(codes.keys());
  for (const [code, keys] of Object.entries(gazetteer.countries)) {
    // What an alias says already is not said otherwise by another language.
    for (const key of keys.split('|')) if (!inEnglish.has(key)) add(key, code);
  }
  for (const key of ['', ...DROPPED_ALIASES]) codes.delete(key);
  // A country's own English name means that country alone.
  for (const { key, country } of ENGLISH) codes.set(key, country.code);
  return Array.from(codes, ([key, found]) => ({ key, codes: found, place: null })).sort(compare);
}

function placeNames(): readonly Name[] {
  const names = new Map<string, Name>();
  const add = (key: string, codes: string, place: string) => {
    if (!names.has(key)) names.set(key, { key, codes, place });
  };
  for (const { name, otherNames, countries } of REGIONS) {
    const members = ENGLISH.map(({ country }) => country.code).filter((code) => countries.includes(code));
    for (const written of [name, ...otherNames]) add(fold(written), members.join(' '), name);
  }
  for (const [code, places] of [...Object.entries(PARTS), ...Object.entries(OTHER_NAMES)]) {
    for (const place of places.split(', ')) add(fold(place), code, place);
  }
  for (const city of gazetteer.cities) {
    const [key = '', codes = '', name = inCapitals(key)] = city.split('|');
    add(key, codes, name);
  }
  return [...names.values()].sort(compare);
}

function inCapitals(key: string): string {
  return key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Where the first name stands that is not below the key. */
function lowerBound(names: readonly Name[], key: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (names[middle]!.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function exactly(names: readonly Name[], key: string): Name | null {
  const found = names[lowerBound(names, key)];
  return found?.key === key ? found : null;
}

/** A beginning that this many names share says little; the first of them are enough. */
const BEGINNINGS_MAX = 50;

export function beginningWith(names: readonly Name[], key: string): readonly Name[] {
  const start = lowerBound(names, key);
  let end = start;
  while (end < start + BEGINNINGS_MAX && names[end]?.key.startsWith(key)) end += 1;
  return names.slice(start, end);
}
