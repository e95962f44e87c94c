/** The places of a plan that the title of a product names. */
import type { CountryCode } from '../../../domain/plan.ts';
import type { Token } from '../tokens.ts';
import { isUnspacedScript } from '../words.ts';
import { CLOSING, OPENING } from './brackets.ts';
import { doubtfulPlace, homeOfOperator } from './doubtful-places.ts';
import { NameTokens } from './name-tokens.ts';
import { isCountry, type Mention } from './place-mentions.ts';
import { countriesOf, type PlacesInName } from './places-in-name.ts';

export interface TitlePlaces {
  /** The mentions that count. */
  readonly mentions: readonly Mention[];
  readonly countries: ReadonlySet<CountryCode>;
  /** The regions that stand for all their countries. A region whose countries the title lists is none of them. */
  readonly regions: readonly Mention[];
  /** "Global eSIM": all countries. */
  readonly isWorld: boolean;
  /** A country that may be another one than those of the plan, such as the seller's. null: there is none. */
  readonly doubtful: Mention | null;
  /** The position after the headline. */
  readonly headlineEnd: number;
}

export function titlePlaces(tokens: readonly Token[], { stated }: PlacesInName): TitlePlaces {
  const name = new NameTokens(tokens);
  const headlineEnd = endOfHeadline(name, stated);
  const isOfListing = isListing(name, stated);
  const mentions = isOfListing ? placesThatCount(name, stated, headlineEnd) : stated;
  const countries = mentions.filter(({ meaning }) => isCountry(meaning));
  const regions = mentions.filter(({ meaning }) => !isCountry(meaning) && meaning.countries !== null);
  const isWorld = mentions.some(({ meaning }) => !isCountry(meaning) && meaning.isWorld === true);
  return {
    mentions,
    countries: new Set(countries.flatMap(({ meaning }) => countriesOf(meaning))),
    regions: regions.filter((region) => !isListed(name, region, countries)),
    // "Global eSIM: USA, UK, France" is for these countries.
    isWorld: isWorld && countries.length + regions.length === 0,
    doubtful: (isOfListing ? null : doubtfulPlace(name, stated)) ?? homeOfOperator(name, mentions),
    headlineEnd,
  };
}

/** A title that begins with brackets or in a script without spaces, or names its first place in such a script. */
function isListing(name: NameTokens, stated: readonly Mention[]): boolean {
  const starts = [0, stated[0]?.from ?? 0].map((at) => name.text(at));
  return OPENING.has(name.text(0)) || starts.some(isUnspacedScript);
}

/**
 * Shops of Japan put what they sell first and search words after it: "【香港 eSIM】 香港 eSIM 5日間 … 台湾 esim". If the
 * headline names countries, other places count only where the title says that the plan works there.
 */
function placesThatCount(
  name: NameTokens,
  stated: readonly Mention[],
  headlineEnd: number,
): readonly Mention[] {
  const headline = stated.filter(({ to }) => to <= headlineEnd);
  if (headline.length === 0 || !headline.every(({ meaning }) => isCountry(meaning))) return stated;
  return stated.filter((mention) => headline.includes(mention) || worksIn(name, mention, stated));
}

/** Between the places of a list, and before the word for use: "香港 マカオにも利用可能". */
const IN_LIST = /^(?:[・、,/&＆と]|に|で|も|にも|でも|および)$/;

/** True if a list of places that begins with this one ends with a word for use. */
function worksIn(name: NameTokens, place: Mention, stated: readonly Mention[]): boolean {
  // Several places may begin at one token of a script without spaces. The last one has the tail of the token.
  const lastAt = (at: number) => stated.findLast(({ from }) => from === at);
  let last = lastAt(place.from) ?? place;
  let end = last.to;
  for (let next = lastAt(end); next !== undefined || IN_LIST.test(name.text(end)); next = lastAt(end)) {
    last = next ?? last;
    end = next?.to ?? end + 1;
  }
  const { tail = '' } = last;
  if (tail !== '' && !IN_LIST.test(tail)) return false;
  // "台灣可先安裝" (can be installed in Taiwan first) allows something else.
  const continues =
    name.isWord(end + 1) && !name.hasBlankBefore(end + 1) && name.tokens[end + 1]!.kinds.size === 0;
  return name.is(end, 'works') || (name.is(end, 'allowed') && !continues);
}

/** A headline ends before the first word of one of these kinds. */
const HEADLINE_ENDS = [
  'fast',
  'slow',
  'unlimited',
  'data',
  'dataOnly',
  'hotspot',
  'daily',
  'total',
  'support',
  'calls',
  'delivery',
  'works',
  'allowed',
  'windowBefore',
] as const;

/**
 * The position after the headline, which goes on at least to the first place: that of the first word of `HEADLINE_ENDS`,
 * of a number that counts no countries, of a bar or of a colon.
 */
function endOfHeadline(name: NameTokens, stated: readonly Mention[]): number {
  const first = stated[0]?.from ?? 0;
  let depth = 0;
  for (const [at, { text }] of name.tokens.entries()) {
    if (OPENING.has(text)) depth += 1;
    if (CLOSING.has(text)) depth -= 1;
    const isCount = countsCountries(name, at) || isInWord(name, at);
    // What is in brackets is the headline itself: "【香港 eSIM データ無制限】".
    const isEnd = (name.isNumber(at) && !isCount) || name.is(at, ...HEADLINE_ENDS) || /^[|｜:：]$/.test(text);
    if (isEnd && depth <= 0 && at > first) return at;
  }
  return name.tokens.length;
}

/** The 42 of "42 countries" and "42國". */
const countsCountries = (name: NameTokens, at: number): boolean =>
  name.is(at + 1, 'countries') || /^[国國]/.test(name.text(at + 1));

/** The 2 of "SIM2FLY". In "eSIM5GB", it begins an amount. */
const isInWord = (name: NameTokens, at: number): boolean =>
  [at - 1, at + 1].every((beside) => /^[A-Za-z]+$/.test(name.text(beside))) &&
  !name.hasBlankBefore(at) &&
  !name.hasBlankAfter(at) &&
  name.tokens[at + 1]!.kinds.size === 0;

/** Words that add countries to a region: "Europe + UK". */
const ADDITIONS = /^(?:\+|＋|&|＆|and|und|plus|with|y|et|e|ve|incl|including)$/i;
/** Words that make a list of countries a list of examples. */
const EXAMPLES: ReadonlySet<string> = new Set([
  ...['etc', 'including', 'incl', 'includes', 'such', 'more'],
  ...['usw', 'inkl', 'inklusive', 'wie', 'weitere'],
  ...['incluye', 'incluido', 'más', 'comme', 'dont', 'dahil', 'gibi'],
  ...['など', '等', 'ほか', '他', '含む', '含め', '含みます', 'よりどり'],
  ...['含', '包括', '등', '외', '포함'],
]);

/** True if the title lists the countries of a region: "Asia eSIM: China, Japan, Korea" is for these three. */
function isListed(name: NameTokens, region: Mention, countries: readonly Mention[]): boolean {
  const ofRegion = new Set(countriesOf(region.meaning));
  const inRegion = countries.filter(({ meaning }) => countriesOf(meaning).some((code) => ofRegion.has(code)));
  const listed = new Set(inRegion.flatMap(({ meaning }) => countriesOf(meaning)));
  if (listed.size < 2) return false;
  // "Europe + UK + Türkiye" adds countries to the region.
  if (ADDITIONS.test(name.text(region.to)) || ADDITIONS.test(name.text(region.from - 1))) return false;
  if (name.tokens.some(({ text }) => EXAMPLES.has(text.toLowerCase()))) return false;
  // "アジア12か国 … タイ フィリピン": more than are listed.
  const counts = name.numbers.filter((at) => countsCountries(name, at)).map((at) => Number(name.text(at)));
  return !counts.some((count) => count > listed.size);
}
