/**
 * Finds a country in a title of spaced words that may be the seller's or the buyer's: "Japan eSIM 5GB 7 days, UK stock".
 * There are too many words for sellers, shipping and travellers to list, so the position decides: after the amount or the
 * length, a country counts only if the title adds it ("+ Canada", "works in Canada").
 */
import { readAmounts } from './amounts.ts';
import { readLengths } from './lengths.ts';
import { type NameTokens, positionsIn } from './name-tokens.ts';
import { isCountry, type Mention } from './place-mentions.ts';
import { countriesOf } from './places-in-name.ts';

/** null: every country is certain. */
export function doubtfulPlace(name: NameTokens, stated: readonly Mention[]): Mention | null {
  const places = stated.filter(({ meaning }) => countriesOf(meaning).length > 0);
  const [first] = places;
  if (first === undefined || places.length === 1) return null;
  const end = startOfTerms(name, first.to);
  const certain = places.filter(({ from, meaning }) => from < end || !isCountry(meaning));
  const known = new Set(certain.flatMap(({ meaning }) => countriesOf(meaning)));
  const later = places.filter(({ from }) => from >= end);
  const doubtful = listsOf(name, later).filter((list) => !isAdded(name, list));
  return doubtful.flat().find(({ meaning }) => countriesOf(meaning).some((code) => !known.has(code))) ?? null;
}

/** The position of the first amount or length after a position. */
function startOfTerms(name: NameTokens, after: number): number {
  const amounts = readAmounts(name).spans;
  const lengths = readLengths(name, positionsIn(amounts)).spans;
  return Math.min(
    name.tokens.length,
    ...[...amounts, ...lengths].map(({ from }) => from).filter((from) => from >= after),
  );
}

const LIST_MARK = /^(?:[,/+&]|and|und|y|et|e|ve|và)$/i;

/** Places beside each other: "Mexico, Canada". */
function listsOf(name: NameTokens, places: readonly Mention[]): readonly (readonly Mention[])[] {
  const lists: Mention[][] = [];
  for (const place of places) {
    const last = lists.at(-1)?.at(-1);
    const isNext =
      last?.to === place.from || (last?.to === place.from - 1 && LIST_MARK.test(name.text(last.to)));
    if (isNext) lists.at(-1)!.push(place);
    else lists.push([place]);
  }
  return lists;
}

const ADDS = /^(?:[+&]|and|und|y|et|e|ve|và|plus|with|mit|con|avec|com|incl|including|inkl|inklusive)$/i;

/** Between a word for use and its first place: "works in the USA". */
const BEFORE_PLACE = /^(?:in|en|em|au|aux|auf|for|für|the|los|las|les|den|di|à|a)$/i;

/** "+ Canada and Mexico", "works also in Canada", "Canada included". In "support service in Canada", nothing works there. */
function isAdded(name: NameTokens, list: readonly Mention[]): boolean {
  const isForUse = (at: number) => name.is(at, 'works') && !name.is(at, 'support');
  let before = list[0]!.from - 1;
  if (ADDS.test(name.text(before))) return true;
  while (BEFORE_PLACE.test(name.text(before))) before -= 1;
  return ADDS.test(name.text(before)) || [before - 1, before, list.at(-1)!.to].some(isForUse);
}
