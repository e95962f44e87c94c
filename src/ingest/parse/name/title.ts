/**
 * Reads the title of a product of a shop or a marketplace: "【台湾 eSIM】5日間 5GB … (eSIM | 7日間)". Shops fill titles
 * with search words and offer several variants under one title, so that a part of a title may say more than the whole:
 * the variant in its last brackets, and the places of its headline. An amount beside other countries, or for roaming, is not the plan's.
 */
import type { CountryCode } from '../../../domain/plan.ts';
import type { ProductTerms } from '../../draft.ts';
import type { Token } from '../tokens.ts';
import { reject } from '../value.ts';
import { isUnspaced } from '../words.ts';
import type { NamedAmount } from './amounts.ts';
import { onlyLength } from './lengths.ts';
import { NameTokens } from './name-tokens.ts';
import { isCountry, type Mention } from './place-mentions.ts';
import { countriesOf, type PlacesInName } from './places-in-name.ts';
import { type NameReading, readName, rejectOtherGoods } from './read-name.ts';

/** What the title of a product states. */
export interface TitleReading extends NameReading {
  /** The variant in the last brackets is a card: "(7日間 | SIM)". */
  readonly isCard: boolean;
}

/** `destinations`: the countries of the plan, as far as they are known. */
export function readTitle(
  tokens: readonly Token[],
  places: PlacesInName,
  destinations: readonly CountryCode[],
): TitleReading {
  const own = withoutOtherCountries(tokens, places, destinations);
  const whole = readName(own);
  const from = startOfLastBrackets(own);
  const inside = from === null ? [] : own.slice(from + 1, -1);
  const variant = from === null ? null : readName(inside);
  if (from === null || variant === null) return { ...whole, isCard: own.some(endsCardVariant) };
  const isVariant = statesTerms(variant) && !isRemark(inside, variant);
  // "(7日間 | SIM)", "(SIM)".
  const isCard = !variant.isEsim && (isVariant || inside.length === 1) && inside.some(isCardWord);
  if (!isVariant) return { ...whole, isCard };
  // "選べる日数 … (5日間)": the variant is what was chosen.
  return { ...whole, ...termsOf(variant, readName(own.slice(0, from))), isChoice: variant.isChoice, isCard };
}

/** "(7日間 | SIM) Lumo": behind the variant, a brand follows. */
const endsCardVariant = ({ text }: Token, at: number, all: readonly Token[]): boolean =>
  CLOSING.has(text) && all[at - 1]?.lower === 'sim' && /^[|｜]$/.test(all[at - 2]?.text ?? '');

const isCardWord = ({ lower, kinds }: Token): boolean =>
  lower === 'sim' || (kinds.has('card') && !kinds.has('no'));

/** Rejects a product whose title describes other goods. A source of eSIMs may call them "SIM card". */
export function rejectOtherProducts(title: TitleReading, { goods }: ProductTerms): void {
  if (title.isCard) reject('not_a_plan', 'the variant in the last brackets of its title is a SIM card');
  rejectOtherGoods(goods === 'esim' ? title.otherThanCard : title.otherGoods);
}

/** Words of activation, expiry or support are no terms. */
const statesTerms = ({ lengths, amounts, unlimited }: NameReading): boolean =>
  lengths.length + amounts.length > 0 || unlimited !== 'no';

/** "(hotspot 2 GB)", "(+1 GB)", "(incl. 12 GB in the EU)" and "(30GB、16日間もあり)" are no variants. */
const isRemark = (inside: readonly Token[], { lengths }: NameReading): boolean =>
  inside[0]?.text === '+' ||
  ALSO_SOLD.test(inside.at(-1)?.lower ?? '') ||
  (lengths.length === 0 &&
    (inside.some(({ kinds, lower }) => kinds.has('hotspot') || ROAMING.test(lower)) ||
      PART_OF_AMOUNT.test(inside[0]?.lower ?? '')));

/** A variant in front of one of these words is another offer: "(16 days also available)". */
const ALSO_SOLD =
  /^(?:もあり|あり|ございます|也有|另有|있음|available|erhältlich|verfügbar|disponibles?|mevcut)$/;
/** Behind one of these words, a part of the amount follows: "30 Go (dont 5 Go en Europe)". */
const PART_OF_AMOUNT =
  /^(?:incl|including|includes|inkl|inklusive|davon|dont|incluye|di|de|dahil|うち|内|其中|그중|포함)$/;

/** The variant wins over the text in front of it, which may complete it. */
function termsOf(variant: NameReading, before: NameReading): Partial<NameReading> {
  const lengths = variant.lengths.length > 0 ? variant.lengths : before.lengths;
  const { amounts, unlimited } = variant;
  if (amounts.length > 0) {
    const days = onlyLength(lengths);
    return {
      lengths,
      // "5日間 10GBまで高速 … (5日間 10GB)", "1 GB al día … (10 GB en total)": the text in front says more of the same.
      amounts: amounts.every((one) => isSaidBy(before.amounts, one, days)) ? before.amounts : amounts,
      unlimited: unlimited === 'no' ? before.unlimited : unlimited,
    };
  }
  if (unlimited === 'no') return { lengths };
  // "4日間 5GB … (30日間 無制限)" has no amount. "1日1GB … 使い放題 … (7日間 無制限)" has one a day.
  return { lengths, amounts: before.unlimited === 'no' ? [] : before.amounts, unlimited };
}

/** True if one of the amounts is this one, or this amount on each day. */
const isSaidBy = (
  amounts: readonly NamedAmount[],
  { bytes, added }: NamedAmount,
  days: number | null,
): boolean =>
  added === 'no' &&
  amounts.some(
    (other) =>
      other.bytes === bytes || (other.periodDays === 1 && days !== null && other.bytes * days === bytes),
  );

const OPENING: ReadonlySet<string> = new Set(['(', '[', '【', '［', '（']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '】', '］', '）']);

/** The position of the bracket that begins the last brackets, if they end the title. null: they do not, or are all of it. */
function startOfLastBrackets(tokens: readonly Token[]): number | null {
  if (!CLOSING.has(tokens.at(-1)?.text ?? '')) return null;
  let depth = 0;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const { text } = tokens[at]!;
    if (CLOSING.has(text)) depth += 1;
    if (OPENING.has(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

/** Marks between the statements of a title. */
const CLAUSE_MARKS: ReadonlySet<string> = new Set('|｜,、;；+()[]【】「」/／・'.split(''));

/**
 * The tokens without statements about other countries only: "アメリカ 完全無制限【カナダ・メキシコ 5GB】" is unlimited in
 * the United States. Nothing is left out if no amount would remain.
 */
function withoutOtherCountries(
  tokens: readonly Token[],
  { stated }: PlacesInName,
  destinations: readonly CountryCode[],
): readonly Token[] {
  const isOther = ({ meaning }: Mention): boolean => {
    const countries = countriesOf(meaning);
    return countries.length > 0 && !countries.some((code) => destinations.includes(code));
  };
  const others = stated.filter(isOther);
  const name = new NameTokens(tokens);
  const left = new Set(name.numbers.flatMap((at) => (isOfRoaming(name, at) ? [at, at + 1] : [])));
  const areOnlyOthers = destinations.length === 0 || others.length === stated.length;
  for (const { from, to } of [...clausesOf(tokens), ...placesBeforeAmounts(name, stated)]) {
    const inside = stated.filter((mention) => mention.from >= from && mention.to <= to);
    const hasAmount = name.numbers.some((at) => at >= from && at < to && name.startsAmount(at));
    if (areOnlyOthers || !hasAmount || inside.length === 0 || !inside.every(isOther)) continue;
    for (let at = from; at < to; at += 1) left.add(at);
  }
  const rest = tokens.filter((_, at) => !left.has(at));
  return left.size > 0 && hasAllowance(readName(rest)) ? rest : tokens;
}

const ROAMING = /^(?:roam|roaming|ローミング|로밍|漫遊|漫游)$/;

/** "Unlimited, roam free in EU (12GB)", "40 GB with EU roaming 20 GB". */
const isOfRoaming = (name: NameTokens, at: number): boolean =>
  name.startsAmount(at) && [1, 2, 3, 4, 5].some((back) => ROAMING.test(name.lower(at - back)));

/** "加拿大墨西哥 5GB", "캐나다 멕시코 5GB": an amount with the places directly in front of it. */
function placesBeforeAmounts(name: NameTokens, stated: readonly Mention[]): readonly Range[] {
  return name.numbers
    .filter((at) => name.startsAmount(at))
    .flatMap((at): readonly Range[] => {
      let from = at;
      for (;;) {
        const before = stated.find(({ to }) => to === from);
        if (before === undefined) break;
        from = before.from;
      }
      return from === at ? [] : [{ from, to: at + 2 }];
    });
}

const hasAllowance = ({ amounts, unlimited }: NameReading): boolean =>
  amounts.length > 0 || unlimited !== 'no';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The parts of a title between its marks. What is in brackets is one part: "【カナダ・メキシコ 5GB】". */
function clausesOf(tokens: readonly Token[]): readonly Range[] {
  const clauses: Range[] = [];
  let from = 0;
  let depth = 0;
  for (const [at, { text, spaced }] of tokens.entries()) {
    const isDash = /^[-–—]$/.test(text) && spaced && tokens[at + 1]?.spaced === true;
    const isList = depth > 0 && !CLOSING.has(text) && !OPENING.has(text);
    if ((!CLAUSE_MARKS.has(text) && !isDash) || isList) continue;
    if (at > from) clauses.push({ from, to: at });
    from = at + 1;
    if (OPENING.has(text)) depth += 1;
    if (CLOSING.has(text)) depth = Math.max(0, depth - 1);
  }
  if (tokens.length > from) clauses.push({ from, to: tokens.length });
  return clauses;
}

/** The places of a plan that its title names. */
export interface TitlePlaces {
  /** The mentions that count. */
  readonly mentions: readonly Mention[];
  readonly countries: ReadonlySet<CountryCode>;
  /** Regions whose countries are meant, and not only those that the title lists. */
  readonly regions: readonly Mention[];
  /** "Global eSIM": all countries. */
  readonly isWorld: boolean;
}

export function titlePlaces(tokens: readonly Token[], { stated }: PlacesInName): TitlePlaces {
  const name = new NameTokens(tokens);
  const mentions = placesThatCount(name, stated);
  const countries = mentions.filter(({ meaning }) => isCountry(meaning));
  const regions = mentions.filter(({ meaning }) => !isCountry(meaning) && meaning.countries !== null);
  const isWorld = mentions.some(({ meaning }) => !isCountry(meaning) && meaning.isWorld === true);
  return {
    mentions,
    countries: new Set(countries.flatMap(({ meaning }) => countriesOf(meaning))),
    regions: regions.filter((region) => !isListed(name, region, countries)),
    // "Global eSIM: USA, UK, France" is for these countries.
    isWorld: isWorld && countries.length + regions.length === 0,
  };
}

/**
 * Shops of Japan put what they sell first and search words behind it: "【香港 eSIM】 香港 eSIM 5日間 … 台湾 esim". If the
 * headline names countries, other places count only where the title says that the plan works there.
 */
function placesThatCount(name: NameTokens, stated: readonly Mention[]): readonly Mention[] {
  const end = endOfHeadline(name);
  const headline = stated.filter(({ to }) => to <= end);
  if (headline.length === 0 || !headline.every(({ meaning }) => isCountry(meaning))) return stated;
  return stated.filter((mention) => headline.includes(mention) || worksIn(name, mention, stated));
}

/** Between the places of a list, and before the word for use: "香港 マカオにも利用可能". */
const IN_LIST = /^(?:[・、,/&＆と]|に|で|も|にも|でも|および)$/;

/** True if a list of places that begins with this one ends with a word for use. */
function worksIn(name: NameTokens, place: Mention, stated: readonly Mention[]): boolean {
  let last = place;
  let at = place.to;
  for (;;) {
    const next = stated.findLast(({ from }) => from === at);
    if (next !== undefined) last = next;
    else if (!IN_LIST.test(name.text(at))) break;
    at = next?.to ?? at + 1;
  }
  const sameToken = stated.findLast(({ from }) => from === last.from) ?? last;
  const { tail = '' } = sameToken;
  return (tail === '' || IN_LIST.test(tail)) && name.is(at, 'works', 'allowed');
}

/** A headline ends at the first word of one of these kinds, at a number or behind a bar. */
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

/** The position behind the headline; 0: there is none. */
function endOfHeadline(name: NameTokens): number {
  const [first] = name.tokens;
  if (first === undefined || !(OPENING.has(first.text) || isUnspaced(first.text))) return 0;
  let depth = 0;
  for (const [at, { text }] of name.tokens.entries()) {
    if (OPENING.has(text)) depth += 1;
    if (CLOSING.has(text)) depth -= 1;
    const isCount = name.is(at + 1, 'countries');
    // What is in brackets is the headline itself: "【香港 eSIM データ無制限】".
    const ends = (name.isNumber(at) && !isCount) || name.is(at, ...HEADLINE_ENDS) || /^[|｜:：]$/.test(text);
    if (ends && depth <= 0) return at;
  }
  return name.tokens.length;
}

const ADDITIONS = /^(?:\+|＋|&|＆|and|und|plus|with|y|et|e|ve|incl|including)$/i;
/** Words that make a list of countries a list of examples. */
const EXAMPLES =
  /^(?:など|等|ほか|他|含む|含め|含みます|含|包括|등|외|포함|etc|including|incl|includes|such|usw|inkl|inklusive|wie|incluye|incluido|comme|dont|dahil|gibi|more|weitere|más|よりどり)$/i;

/** True if the title lists the countries of a region: "Asia eSIM: China, Japan, Korea" is for these three. */
function isListed(name: NameTokens, region: Mention, countries: readonly Mention[]): boolean {
  const ofRegion = new Set(countriesOf(region.meaning));
  const inRegion = countries.filter(({ meaning }) => countriesOf(meaning).some((code) => ofRegion.has(code)));
  const listed = new Set(inRegion.flatMap(({ meaning }) => countriesOf(meaning)));
  if (listed.size < 2) return false;
  // "Europe + UK + Türkiye" adds countries to the region.
  if (ADDITIONS.test(name.text(region.to)) || ADDITIONS.test(name.text(region.from - 1))) return false;
  if (name.tokens.some(({ text }) => EXAMPLES.test(text))) return false;
  // "アジア12か国 … タイ フィリピン": more than are listed.
  const counts = name.positionsOf('countries').map((at) => Number(name.text(at - 1)));
  return !counts.some((count) => count > listed.size);
}
