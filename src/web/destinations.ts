/** Finds the destination that a text means, or the choices if it does not mean exactly one country. */

import { countriesMeant, PLACE_TEXT_MAX, type PlaceMatch } from '../domain/places/meaning.ts';
import { PLACE_LANGUAGES, type PlaceLanguage, placeName } from '../domain/places/names.ts';
import { readDestination, searchPlaces, similarPlaces } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { Format } from './format.ts';
import type { Texts } from './texts/index.ts';

/** Destinations with their numbers of plans. */
export type PlanCounts = ReadonlyMap<CountryCode, number>;

export const placeLanguage = ({ code }: Texts): PlaceLanguage =>
  PLACE_LANGUAGES.find((language) => language === code) ?? 'en';

/** Returns null if the text does not mean exactly one country. */
export function findDestination(text: string, texts: Texts): CountryCode | null {
  const [only, ...others] = text.length > PLACE_TEXT_MAX ? [] : countriesMeant(text, placeLanguage(texts));
  return only === undefined || others.length > 0 ? null : only.country.code;
}

/** The text of a form for a country: its name, with the code if the name alone is ambiguous ("Congo, CG"). */
export function destinationText(code: CountryCode, { texts, country }: Format): string {
  const name = country(code);
  return findDestination(name, texts) === code ? name : `${name}, ${code}`;
}

/** The places of the trip that were typed instead of their countries. */
export const placesNamed = (names: readonly string[], texts: Texts): PlaceMatch[] =>
  names.flatMap((name) => {
    const destination = readDestination(name, placeLanguage(texts));
    return destination.kind === 'found' ? [destination] : [];
  });

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

const SHOWN_MAX = 8;

/** The suggestions of the destination box: `[code, name, the place in it or null]`. */
export function placesLike(
  text: string,
  among: PlanCounts,
  { texts, country: nameOf }: Format,
): [string, string, string | null][] {
  if (text.length > PLACE_TEXT_MAX) return [];
  const language = placeLanguage(texts);
  const found = searchPlaces(text, among, language);
  return (found.length > 0 ? found : similarPlaces(text, among, language))
    .slice(0, SHOWN_MAX)
    .map(({ country: { code }, place }) => [
      code,
      nameOf(code),
      place === null || place.kind === 'group' ? null : placeName(place, language),
    ]);
}
