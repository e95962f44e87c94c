/** Finds a destination by any spelling in any of the pages' languages, and offers near ones where none is certain. */
import { COUNTRIES } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import { resolvePlace, searchCountries } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import { formatFor } from './format.ts';
import { LANGUAGES, type Texts } from './texts/index.ts';

const CODES = COUNTRIES.map(({ code }) => code);
const SUGGESTIONS_MAX = 6;
/** A longer text names no country, and near spellings of it would cost time. */
const TEXT_LENGTH_MAX = 60;
/** Two slips of the finger in a name; in a short one only one. */
const SLIPS_MAX = 2;
const SHORT_NAME_LENGTH = 5;

interface Named {
  readonly code: CountryCode;
  readonly folded: string;
}

let names: readonly Named[] | undefined;

/** Every country's name in every language of the pages, folded. */
function localNames(): readonly Named[] {
  names ??= LANGUAGES.flatMap((texts) => [
    ...CODES.map((code) => ({ code, folded: fold(formatFor(texts).country(code)) })),
    ...Object.entries(texts.spellings).map(([spelling, code]) => ({ code, folded: fold(spelling) })),
  ]);
  return names;
}

let spellings: readonly Named[] | undefined;

/** The same and every other spelling that is known. */
function allSpellings(): readonly Named[] {
  spellings ??= [
    ...localNames(),
    ...COUNTRIES.flatMap(({ code, aliases }) => aliases.map((alias) => ({ code, folded: fold(alias) }))),
  ];
  return spellings;
}

/** null where it is not certain which one is meant. */
export function findDestination(text: string): CountryCode | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const known = resolvePlace(text);
  if (known !== null) return known;
  const folded = fold(text);
  const found = new Set(localNames().flatMap((named) => (named.folded === folded ? [named.code] : [])));
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** Best first; empty where nothing is near. */
export function suggestDestinations(text: string): CountryCode[] {
  const folded = fold(text);
  if (folded === '' || text.length > TEXT_LENGTH_MAX) return [];
  const near = allSpellings()
    .map(({ code, folded: name }) => ({ code, slips: slipsBetween(folded, name) }))
    .filter(({ slips }) => slips <= (folded.length <= SHORT_NAME_LENGTH ? 1 : SLIPS_MAX))
    .sort((a, b) => a.slips - b.slips);
  const parts = localNames().filter(({ folded: name }) => name.includes(folded));
  const all = [...searchCountries(text, CODES), ...parts, ...near].map(({ code }) => code);
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

/** Official long forms only add weight: whoever types them is found by the server. */
const SPELLING_LENGTH_MAX = 24;

/** What the destination box searches in a browser: `[code, name, "other|folded|spellings"]`, by name. */
export function destinationIndex(texts: Texts): [string, string, string][] {
  const format = formatFor(texts);
  const byName = new Intl.Collator(texts.locale);
  const byCode = Map.groupBy(localNames(), ({ code }) => code);
  return COUNTRIES.map(({ code, iso3, name, aliases }): [string, string, string] => {
    const shown = format.country(code);
    const others = byCode.get(code)?.map(({ folded }) => folded) ?? [];
    const spellings = new Set([...[iso3, name, ...aliases].map(fold), ...others]);
    spellings.delete(fold(shown));
    spellings.delete('');
    return [
      code,
      shown,
      [...spellings].filter((spelling) => spelling.length <= SPELLING_LENGTH_MAX).join('|'),
    ];
  }).sort((a, b) => byName.compare(a[1], b[1]));
}
