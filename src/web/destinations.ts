/** Finds the destination that a text means, or the choices if it does not mean exactly one country. */

import type { PlaceMatch } from '../domain/places/meaning.ts';
import { type Place, placeName } from '../domain/places/names.ts';
import { GROUPS } from '../domain/places/regions.ts';
import { readDestination, suggestedPlaces } from '../domain/places/search.ts';
import { lastListed, stopsListed } from '../domain/places/typed.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { Texts } from '../texts/texts.ts';
import type { Format } from './format.ts';
import { placeLanguage } from './region-name.ts';

/** Destinations with their numbers of plans. */
export type PlanCounts = ReadonlyMap<CountryCode, number>;

/** Returns null if the text does not mean exactly one country. */
export function findDestination(text: string, texts: Texts): CountryCode | null {
  const read = readDestination(text, placeLanguage(texts));
  return read.kind === 'found' ? read.country.code : null;
}

/** By language and code, because the text must be read to find out whether it is ambiguous. */
const destinationTexts = new Map<string, string>();

/** The text of a form for a country: its name, with the code if the name alone is ambiguous ("Congo, CG"). */
export function destinationText(code: CountryCode, { texts, country }: Format): string {
  const key = `${texts.code} ${code}`;
  const known = destinationTexts.get(key);
  if (known !== undefined) return known;
  const name = country(code);
  const text = findDestination(name, texts) === code ? name : `${name}, ${code}`;
  destinationTexts.set(key, text);
  return text;
}

/** Returns a function to call once for each stop in order. It uses up the typed places: "Bali, Indonesia"; null: none. */
export function typedNames(
  typed: readonly string[],
  format: Format,
  write: WritePlace = withComma,
): (code: CountryCode) => string | null {
  const meant = typed.map((text) => readDestination(text, placeLanguage(format.texts)));
  const places = meant.filter((one) => one.kind === 'found');
  return (code) => {
    const [first, next] = places.filter(({ country }) => country.code === code);
    if (first === undefined) return null;
    // An address has each place once, so the last one stays for further stops there, also for one typed as the country.
    if (next !== undefined) places.splice(places.indexOf(first), 1);
    return localPlaceLabel(first, format, write);
  };
}

/** Writes a place with its country. */
type WritePlace = (place: string, country: string) => string;
export const withComma: WritePlace = (place, country) => `${place}, ${country}`;
export const withBrackets: WritePlace = (place, country) => `${place} (${country})`;
const withColon: WritePlace = (place, country) => `${place}: ${country}`;

/** "Barcelona: Spain", or the country alone if the text named it or a group. */
export function localPlaceLabel(
  { country, place }: PlaceMatch,
  { texts, country: nameOf }: Format,
  write: WritePlace = withColon,
): string {
  const name = nameOf(country.code);
  return place === null || place.kind === 'group'
    ? name
    : write(placeName(place, placeLanguage(texts)), name);
}

/** The longest text of the destination box, which may have several places. */
export const LIST_TEXT_MAX = 100;

/** As many as fit on the screen of a phone above its keyboard. */
const SUGGESTIONS_MAX = 8;

/** A suggestion of the destination box. */
interface Suggestion {
  /** null: `name` is that of a region, which has a page of its own, or a list of places. */
  readonly code: CountryCode | null;
  readonly name: string;
  /** The place in the country that was found; null: the country itself, or a group that contains it. */
  readonly place: string | null;
}

/** For a list of places, the suggestions are for its last one, each with the places before it. */
export function placesLike(text: string, among: PlanCounts, format: Format): readonly Suggestion[] {
  const language = placeLanguage(format.texts);
  const written = text.slice(0, LIST_TEXT_MAX);
  const found = placesNamedLike(written, among, format);
  const list = lastListed(written, language);
  const isOnePlace = found.length > 0 && stopsListed(written, language).length === 0;
  if (list === null || isOnePlace) return found;
  // A region is compared alone, so a list has none.
  const last = placesNamedLike(list.last, among, format).filter(({ code }) => code !== null);
  return last.map(({ name, place }) => ({ code: null, name: `${list.before}${place ?? name}`, place: null }));
}

/** The region comes before the countries that were found because they belong to it. */
function placesNamedLike(
  text: string,
  among: PlanCounts,
  { texts, country: nameOf }: Format,
): readonly Suggestion[] {
  const language = placeLanguage(texts);
  const regions = new Set<string>();
  const suggestions = suggestedPlaces(text, among, language).flatMap(
    ({ country: { code }, place }): Suggestion[] => {
      const name = nameOf(code);
      if (place === null) return [{ code, name, place: null }];
      if (place.kind !== 'group') return [{ code, name, place: placeName(place, language) }];
      const region = placeName(place, language);
      const isNew = isRegion(place, among) && !regions.has(region);
      regions.add(region);
      return [...(isNew ? [{ code: null, name: region, place: null }] : []), { code, name, place: null }];
    },
  );
  return suggestions.slice(0, SUGGESTIONS_MAX);
}

/** Whether a group of countries has a page: at least two of its countries have plans. */
const isRegion = (place: Place, among: PlanCounts): boolean =>
  GROUPS.some(({ name }) => name === place.names[0]) &&
  place.countries.filter((code) => among.has(code)).length > 1;
