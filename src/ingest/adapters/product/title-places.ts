/** The places that the title of a product states, if no column and no category does. */
import { isPlaceIn, resolvePlace } from '../../../domain/places/meaning.ts';
import type { CountryCode } from '../../../domain/plan.ts';
import { isCountry, type Mention } from '../../parse/name/place-mentions.ts';
import { countriesOf, type PlacesInName, placesInName } from '../../parse/name/places-in-name.ts';
import { readName } from '../../parse/name/read-name.ts';
import type { TitleReading } from '../../parse/name/title.ts';
import { type TitlePlaces, titlePlaces } from '../../parse/name/title-places.ts';
import { countriesOfOperator } from '../../parse/operators.ts';
import { isRegionName, partOf } from '../../parse/places.ts';
import { type Token, textOf } from '../../parse/tokens.ts';
import { reject, rejectRegions, show } from '../../parse/value.ts';
import type { TitleRules } from './title-rules.ts';

/** The places of a product without a column for them. `whole` is the reading of the whole title. */
export function placesOfTitle(
  title: string,
  tokens: readonly Token[],
  inTitle: PlacesInName,
  whole: TitleReading,
  rules: TitleRules,
): readonly string[] {
  const words = readName(tokens)
    .rest()
    .split(/ |(?<!\p{L})-|-(?!\p{L})/u)
    .filter((word) => word !== '' && !rules.ignore.has(word.toLowerCase()));
  const rest = words.join(' ').replace(/^[-,/&+*. ]+|[-,/&+*. ]+$/g, '');
  // "Barcelona" and "Europe" of the operator: the title has nothing but places besides what is known.
  const named = titlePlaces(tokens, inTitle);
  if (named.doubtful !== null) rejectDoubtful(title, textOfMention(tokens, named.doubtful));
  const city = mayNameCity(whole) ? cityElsewhere(tokens, inTitle, named, rules) : null;
  if (city !== null)
    reject('unknown_place', `${show(city)} in ${show(title)} is in no country that it names.`);
  const hasSearchWords = named.mentions.length < inTitle.stated.length;
  // "Europe eSIM (Italy, Spain)" is for these two, and not for all of Europe.
  const hasListedRegion = named.mentions.some(
    (mention) => countriesOf(mention.meaning).length > 1 && !named.regions.includes(mention),
  );
  const isNoList = rest === '' || hasSearchWords || hasListedRegion || isBrand(rest, whole);
  const listed = isNoList ? null : rules.placesOf(rest);
  // "台灣客服" (support in Taiwan) is among the unread words, and no place of the plan.
  const meant = new Set(inTitle.stated.flatMap(({ meaning }) => countriesOf(meaning)));
  const isMeant = meant.size === 0 || countriesOfPlaces(listed ?? []).every((code) => meant.has(code));
  const found = new Set((isMeant ? listed : null) ?? mentionedPlaces(title, tokens, named, rules));
  if (found.size > 0) return [...found];
  if (rest === '') return reject('no_place', `${show(title)} names no place.`);
  return rejectPlace(rest, `${show(rest)} in ${show(title)} is no known place.`);
}

function rejectDoubtful(title: string, place: string): never {
  return reject('ambiguous_title', `${show(title)} names ${show(place)}, which may be where it is sold.`);
}

const textOfMention = (tokens: readonly Token[], { from, to }: Mention): string =>
  textOf(tokens.slice(from, to));

/** A region waits for the operator, and any other unknown place does not. */
export function rejectPlace(name: string, detail: string): never {
  return isRegionName(name) ? rejectRegions([name], detail) : reject('unknown_place', detail);
}

/** A brand may contain a city: "Moshi Moshi 1GB". Only a title that says eSIM names one by itself. */
const mayNameCity = ({ isEsim, isDelivered }: TitleReading): boolean => isEsim || isDelivered;

function isBrand(rest: string, whole: TitleReading): boolean {
  // The search for a part of a country takes longest, so it comes last.
  return !mayNameCity(whole) && resolvePlace(rest) === null && partOf(rest) !== null;
}

/** Each word is looked up. */
const CITY_TOKENS_MAX = 30;
/** Shorter Latin words are words in some language. */
const CITY_LETTERS_MIN = 3;

/**
 * A city of the headline in a country that the title does not name: "ドバイ eSIM 5日間 5GB 日本で設定OK" is for Dubai. null:
 * there is none. A city without another place is read with the unread words.
 */
function cityElsewhere(
  tokens: readonly Token[],
  { stated }: PlacesInName,
  { headlineEnd }: TitlePlaces,
  { ignore }: TitleRules,
): string | null {
  const named = [...new Set(stated.flatMap(({ meaning }) => countriesOf(meaning)))];
  if (named.length === 0) return null;
  const headline = tokens.slice(0, Math.min(headlineEnd, CITY_TOKENS_MAX));
  const isUnread = ({ type, kinds, lower }: Token, at: number) =>
    type === 'word' &&
    kinds.size === 0 &&
    !ignore.has(lower) &&
    !stated.some(({ from, to }) => from <= at && at < to);
  const isElsewhere = (text: string) => {
    if (/^\p{Script=Latin}/u.test(text) && text.length < CITY_LETTERS_MIN) return false;
    const city = partOf(text);
    return (
      city !== null &&
      city.part !== null &&
      countriesOfOperator(text).length === 0 &&
      !named.some((code) => code === city.country || isPlaceIn(text, code))
    );
  };
  for (const at of headline.keys())
    for (const length of [1, 2, 3]) {
      const words = headline.slice(at, at + length);
      if (words.length < length || !words.every((word, index) => isUnread(word, at + index))) break;
      const text = textOf(words);
      if (isElsewhere(text)) return text;
    }
  return null;
}

/** The places among other words, such as brands: "Lumen Travel eSIM for Japan". */
function mentionedPlaces(
  title: string,
  tokens: readonly Token[],
  { mentions, regions, isWorld }: TitlePlaces,
  { placesOfRegion }: TitleRules,
): readonly string[] {
  const unknown = mentions.flatMap((mention) => unknownNeighbour(tokens, mention) ?? [])[0];
  if (unknown !== undefined) reject('unknown_place', `${show(unknown)} in ${show(title)} is no known place.`);
  return mentions.flatMap((mention): readonly string[] => {
    const { meaning } = mention;
    if (isCountry(meaning)) return [meaning.part ?? meaning.country];
    const isMeant = regions.includes(mention) || (isWorld && meaning.isWorld === true);
    if (!isMeant) return [];
    const name = textOfMention(tokens, mention);
    return (
      placesOfRegion(name) ??
      rejectPlace(name, `${show(name)} in ${show(title)} is a region that \`regions\` does not list.`)
    );
  });
}

const LIST_MARK = /^(?:[,+&、・]|and|und|y|et|e|ve)$/i;

/** The "Atlantis" of "Spain and Atlantis". null: the places beside it are known. */
function unknownNeighbour(tokens: readonly Token[], { from, to }: Mention): string | null {
  const isUnknown = (at: number) =>
    tokens[at]?.type === 'word' && tokens[at].kinds.size === 0 && /^\p{Lu}\p{L}{2}/u.test(tokens[at].text);
  const isList = (at: number) => LIST_MARK.test(tokens[at]?.text ?? '');
  const after = isList(to) && isUnknown(to + 1) ? to + 1 : null;
  const found = after ?? (isList(from - 1) && isUnknown(from - 2) ? from - 2 : null);
  if (found === null || mentionStarts(tokens, found)) return null;
  return tokens[found]!.text;
}

/** The word begins the name of a place, so that it is known. */
const mentionStarts = (tokens: readonly Token[], at: number): boolean =>
  placesInName(tokens.slice(at)).stated.some(({ from }) => from === 0) ||
  placesInName(tokens.slice(0, at + 1)).stated.some(({ to }) => to === at + 1);

export const countriesOfPlaces = (places: readonly string[]): readonly CountryCode[] =>
  places.flatMap((place) => resolvePlace(place) ?? partOf(place)?.country ?? []);
