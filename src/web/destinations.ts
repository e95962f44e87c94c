/** Which destination a person means, by the one search for places, and near ones where none is certain. */
import { COUNTRIES } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import { countriesMeant, searchPlaces } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { Format } from './format.ts';
import { formatFor } from './format.ts';
import { LANGUAGES } from './texts/index.ts';

/** A longer text names no place, and near spellings of it would cost time. */
const TEXT_LENGTH_MAX = 60;
const ALL: ReadonlySet<CountryCode> = new Set(COUNTRIES.map(({ code }) => code));

interface Named {
  readonly code: CountryCode;
  readonly folded: string;
}

let names: readonly Named[] | undefined;

/** Every country's name as the pages write it, folded. Made once: it takes some milliseconds. */
function pageNames(): readonly Named[] {
  names ??= LANGUAGES.flatMap((texts) =>
    COUNTRIES.map(({ code }) => ({ code, folded: fold(formatFor(texts).country(code)) })),
  );
  return names;
}

/** null where it is not certain which one is meant. */
export function findDestination(text: string): CountryCode | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const folded = fold(text);
  // What a page writes into its form means the same when it is sent, ambiguous or not.
  const written = pageNames().flatMap((named) => (named.folded === folded ? [named.code] : []));
  const codes = written.length > 0 ? written : countriesMeant(text).map(({ country }) => country.code);
  const [code = null, ...others] = new Set(codes);
  return others.length > 0 ? null : code;
}

/** Two slips of the finger in a name; in a short one only one, and a very short one is not guessed at. */
const SLIPS_MAX = 2;
const SHORT_NAME_LENGTH = 5;
const GUESSED_FROM_LENGTH = 4;
const SUGGESTIONS_MAX = 12;

/** Best first, only places that have plans; empty where nothing is near. */
export function suggestDestinations(text: string, among: ReadonlySet<CountryCode> = ALL): CountryCode[] {
  const folded = fold(text);
  if (folded === '' || text.length > TEXT_LENGTH_MAX) return [];
  const slipsMax = folded.length <= SHORT_NAME_LENGTH ? 1 : SLIPS_MAX;
  const near =
    folded.length < GUESSED_FROM_LENGTH
      ? []
      : pageNames()
          .map(({ code, folded: name }) => ({ code, slips: slipsBetween(folded, name) }))
          .filter(({ slips }) => slips <= slipsMax)
          .sort((a, b) => a.slips - b.slips);
  const parts = pageNames().filter(({ folded: name }) => folded.length > 2 && name.includes(folded));
  const found = searchPlaces(text, among).map(({ country }) => country.code);
  const all = [...found, ...[...parts, ...near].map(({ code }) => code).filter((code) => among.has(code))];
  return [...new Set(all)].slice(0, SUGGESTIONS_MAX);
}

/** Letters to add, drop, change or swap; stops counting above the most that is of use. */
export function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > SLIPS_MAX) return SLIPS_MAX + 1;
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

/** What the destination box offers while somebody types: `[code, name, the place in it or null]`. */
export const placesLike = (
  text: string,
  among: ReadonlySet<CountryCode>,
  { country: nameOf }: Format,
): [string, string, string | null][] => {
  if (fold(text) === '' || text.length > TEXT_LENGTH_MAX) return [];
  const found = new Map(
    searchPlaces(text, among).map(({ country, place }) => [country.code, place] as const),
  );
  // A name in the page's own language may begin so too.
  for (const { code, folded } of pageNames())
    if (fold(text).length > 2 && folded.startsWith(fold(text)) && among.has(code) && !found.has(code))
      found.set(code, null);
  return Array.from(found, ([code, place]): [string, string, string | null] => [
    code,
    nameOf(code),
    place,
  ]).slice(0, SHOWN_MAX);
};
