/** Finds the destination that a text means, or the choices if it does not mean exactly one country. */
import { COUNTRIES, countryOf } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import {
  PLACE_LANGUAGES,
  type Place,
  type PlaceLanguage,
  pageNames,
  placeName,
} from '../domain/places/names.ts';
import { isNorthernCyprus } from '../domain/places/northern-cyprus.ts';
import { countriesMeant, type PlaceMatch, searchPlaces } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { Format } from './format.ts';
import type { Texts } from './texts/index.ts';

/** Destinations with their numbers of plans. */
export type PlanCounts = ReadonlyMap<CountryCode, number>;

/** No place has a longer name, and the search for similar names is slow for long texts. */
const TEXT_LENGTH_MAX = 60;
const CHOICES_MAX = 12;
const ALL: PlanCounts = new Map(COUNTRIES.map(({ code }) => [code, 0]));

export type Destination =
  | { readonly kind: 'found'; readonly code: CountryCode; readonly place: Place | null }
  /** `several`: the text means each of the choices. `group`: the text means a group of countries. */
  | {
      readonly kind: 'several' | 'group' | 'unknown' | 'no_code';
      readonly choices: readonly PlaceMatch[];
    };

export const placeLanguage = ({ code }: Texts): PlaceLanguage =>
  PLACE_LANGUAGES.find((language) => language === code) ?? 'en';

/** `among`: the destinations that have plans; only they are offered. */
export function readDestination(text: string, texts: Texts, among: PlanCounts = ALL): Destination {
  if (text.length > TEXT_LENGTH_MAX) return { kind: 'unknown', choices: [] };
  if (isNorthernCyprus(text)) return { kind: 'no_code', choices: [] };
  const meant = countriesMeant(text, placeLanguage(texts));
  const [first, second] = meant;
  if (first === undefined) return { kind: 'unknown', choices: near(text, texts, among) };
  if (second === undefined) return { kind: 'found', code: first.country.code, place: first.place };
  const withPlans = meant.filter(({ country }) => among.has(country.code));
  return {
    kind: first.place?.kind === 'group' ? 'group' : 'several',
    choices: (withPlans.length > 0 ? withPlans : meant).slice(0, CHOICES_MAX),
  };
}

/** Returns null if the text does not mean exactly one country. */
export function findDestination(text: string, texts: Texts): CountryCode | null {
  const destination = readDestination(text, texts);
  return destination.kind === 'found' ? destination.code : null;
}

/** The text of a form for a country: its name, with the code if the name alone is ambiguous ("Congo, CG"). */
export function destinationText(code: CountryCode, { texts, country }: Format): string {
  const name = country(code);
  return findDestination(name, texts) === code ? name : `${name}, ${code}`;
}

/** The places of the trip that were typed instead of their countries. */
export const placesNamed = (names: readonly string[], texts: Texts): PlaceMatch[] =>
  names.flatMap((name) => countriesMeant(name, placeLanguage(texts)).slice(0, 1));

/** "Barcelona: Spain", or the country alone if the text named it or a group. */
export function placeLabel(
  { country, place }: PlaceMatch,
  { texts, country: nameOf }: Format,
  separator = ': ',
): string {
  const name = nameOf(country.code);
  return place === null || place.kind === 'group'
    ? name
    : `${placeName(place, placeLanguage(texts))}${separator}${name}`;
}

/** A name may have two wrong letters, a short one only one. Shorter texts are not corrected. */
const EDITS_MAX = 2;
const SHORT_NAME_LENGTH = 5;
const GUESSED_FROM_LENGTH = 5;

/** Returns the results of the search. If there are none, it returns countries whose names differ by one or two letters. */
function near(text: string, texts: Texts, among: PlanCounts): readonly PlaceMatch[] {
  const found = searchPlaces(text, among, placeLanguage(texts));
  const folded = fold(text);
  if (found.length > 0 || folded.length < GUESSED_FROM_LENGTH) return found.slice(0, CHOICES_MAX);
  const editsMax = folded.length <= SHORT_NAME_LENGTH ? 1 : EDITS_MAX;
  const near = pageNames()
    .filter(({ place }) => place.kind === 'country')
    .map(({ key, place }) => ({ code: place.countries[0] ?? '', edits: editDistance(folded, key) }))
    .filter(({ code, edits }) => edits <= editsMax && among.has(code))
    .sort((a, b) => a.edits - b.edits)
    .map(({ code }) => countryOf(code));
  return [...new Set(near)]
    .filter((country) => country !== null)
    .slice(0, CHOICES_MAX)
    .map((country) => ({ country, place: null }));
}

/** The number of letters to add, remove, change or swap (Damerau-Levenshtein). It is not exact above `EDITS_MAX`. */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > EDITS_MAX) return EDITS_MAX + 1;
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(change, last[j]! + 1, row[j - 1]! + 1, swapped ? older[j - 2]! + 1 : change));
    }
    older = last;
    last = row;
  }
  return last[b.length]!;
}

const SHOWN_MAX = 8;

/** The suggestions of the destination box: `[code, name, the place in it or null]`. */
export function placesLike(
  text: string,
  among: PlanCounts,
  { texts, country: nameOf }: Format,
): [string, string, string | null][] {
  if (text.length > TEXT_LENGTH_MAX) return [];
  const language = placeLanguage(texts);
  return searchPlaces(text, among, language)
    .slice(0, SHOWN_MAX)
    .map(({ country: { code }, place }) => [
      code,
      nameOf(code),
      place === null || place.kind === 'group' ? null : placeName(place, language),
    ]);
}
