/**
 * Finds a country in a title that may be none of the plan. There are too many words for sellers, shipping and travellers to
 * list, so the position decides.
 */
import { countriesOfOperator } from '../operators.ts';
import { readAmounts } from './amounts.ts';
import { readLengths } from './lengths.ts';
import { type NameTokens, positionsIn } from './name-tokens.ts';
import { isCountry, type Mention } from './place-mentions.ts';
import { countriesOf } from './places-in-name.ts';

/**
 * A country that may be the seller's or the buyer's in a title of spaced words: "Japan eSIM 5GB 7 days, UK stock". After the
 * amount or the length, a country counts only if the title adds it ("+ Canada", "works in Canada"). null: there is none.
 */
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

const FOR = /^(?:for|für|para|pour|per|voor)$/i;

/**
 * The country of an operator that sells a plan for another one: "タイAIS SIM2FLY 日本 eSIM", "3HK Hong Kong eSIM for Japan".
 * null: there is none, or the title lists it with other places.
 */
export function homeOfOperator(name: NameTokens, places: readonly Mention[]): Mention | null {
  const countries = places.filter(({ meaning }) => isCountry(meaning));
  const alone = listsOf(name, countries).filter((list) => list.length === 1);
  const isHome = (place: Mention): boolean => {
    const [home] = countriesOf(place.meaning);
    const others = countries.filter(({ meaning }) => !countriesOf(meaning).includes(home!));
    if (others.length === 0) return false;
    return isBesideOwnOperator(name, place) || others.some((other) => isSoldFor(name, place, other));
  };
  return alone.flat().find(isHome) ?? null;
}

/** "タイAIS", "dtac Thailand". */
function isBesideOwnOperator(name: NameTokens, { meaning, from, to, tail = '' }: Mention): boolean {
  const words = [tail, ...[from - 1, to].filter((at) => name.isWord(at)).map((at) => name.text(at))];
  return words.some((word) => countriesOfOperator(word).includes(countriesOf(meaning)[0]!));
}

/** "Hong Kong eSIM for Japan". */
const isSoldFor = (name: NameTokens, { to }: Mention, place: Mention): boolean =>
  name.is(to, 'esim') && FOR.test(name.text(to + 1)) && place.from === to + 2;
