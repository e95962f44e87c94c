/**
 * Finds the words in a name that mean a place. A wrong place would mark the plan as "named for somewhere else", so doubtful
 * words do not count: place names that are also everyday words, and countries of phone numbers ("with UK number").
 */
import { COUNTRIES } from '../../../domain/countries.ts';
import { fold } from '../../../domain/places/fold.ts';
import { countryNames, once, partNames } from '../../../domain/places/names.ts';
import { NORTHERN_CYPRUS_NAMES } from '../../../domain/places/northern-cyprus.ts';
import { GROUPS, regionNames, SHARED_PLACES } from '../../../domain/places/regions.ts';
import type { CountryCode } from '../../../domain/plan.ts';
import { operatorNames } from '../operators.ts';
import { PhraseIndex, UnspacedIndex } from '../phrases.ts';
import { type CountryPart, SEVERAL, SPELLINGS, wholeOrPart } from '../places.ts';
import type { Token } from '../tokens.ts';
import { isUnspacedScript } from '../words.ts';

/** A country or a part of one. */
export interface NamedCountry extends CountryPart {
  /** The word counts only where a name excludes it: it may have another meaning. */
  readonly countsOnlyIfExcluded?: true;
}

/** A region or several countries. */
export interface NamedRegion {
  /** Empty: the word means no certain region. */
  readonly name: string;
  /** null if they are not known. */
  readonly countries: readonly CountryCode[] | null;
  /** "Global", "International": the whole world, or a word of a brand. */
  readonly isWorld?: true;
  /** "China Unicom": an operator whose name contains a country. It is no place. */
  readonly isOperator?: true;
  /** "36 countries": a region that another word of the name may state. */
  readonly isCounted?: true;
}

/** What a phrase in a name means. */
export type Meaning = NamedCountry | NamedRegion;

export const isCountry = (meaning: Meaning): meaning is NamedCountry => 'country' in meaning;
const wholeCountry = (country: CountryCode): NamedCountry => ({ country, part: null });
const countedIfExcluded = (country: CountryPart): NamedCountry => ({
  ...country,
  countsOnlyIfExcluded: true,
});

/** "Regional", "Congo". */
const SOME_REGION: NamedRegion = { name: '', countries: null };
const WORLD: NamedRegion = { name: '', countries: null, isWorld: true };
const COUNTED_REGION: NamedRegion = { name: '', countries: null, isCounted: true };
const OPERATOR: NamedRegion = { name: '', countries: null, isOperator: true };
export const regionOf = (name: string): NamedRegion =>
  GROUPS.find((group) => regionNames(group).includes(name)) ?? SOME_REGION;

/** Short names are often everyday words in some language, so only the ones that shops use count. */
const LETTERS_MIN = 4;
const SHORT_COUNTRIES =
  'UK=GB NZ=NZ US=US USA=US UAE=AE KSA=SA VAE=AE BAE=AE ABD=US EEUU=US EUA=US Kore=KR Corea=KR Corée=KR Nhật=JP Đức=DE Nga=RU Séc=CZ Çin=CN Fas=MA Anh=GB Mỹ=US Úc=AU Ý=IT Áo=AT Lào=LA 괌=GU';
const SHORT_REGIONS = 'EU GCC CIS SEA MENA APAC LATAM';
/** As they are written: "US" is a country, "us" is none. */
const SHORT_NAMES: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...SHORT_COUNTRIES.split(' ').map((entry) => {
    const [word = '', country = ''] = entry.split('=');
    return [word, wholeCountry(country)] as const;
  }),
  ...SHORT_REGIONS.split(' ').map((word) => [word, regionOf(word)] as const),
]);
/** Names of places that are also words in plan names or in other languages. */
const EVERYDAY_WORDS: ReadonlySet<string> = new Set('side java vis ios milos assam data emirates'.split(' '));
/**
 * Before one of these words, a country is not a place of the plan: "with UK number", "US seller", "Hong Kong IP". They
 * are words for numbers, sellers, support and the exit of traffic.
 */
const NOT_A_PLACE_BEFORE: ReadonlySet<string> = new Set(
  'number phone calls call sim operator seller company brand team based support server servers ip exit'.split(
    ' ',
  ),
);
/** "International calling", "global roaming", "worldwide calls". */
const NOT_THE_WORLD_BEFORE: ReadonlySet<string> = new Set(
  'travel calling caller roaming minutes mins sms text texts'.split(' '),
);
const WORLD_WORDS =
  'global,world,worldwide,international,weltweit,mundial,mondial,mondiale,dunya,dunya geneli,グローバル,世界,全世界,全球,글로벌,전세계,전 세계,ทั่วโลก,toan cau';
const REGION_WORDS = 'regional region american continent';
const COUNT_WORDS = 'countries destinations areas zones';
const ADJECTIVES = { european: 'Europe', asian: 'Asia', african: 'Africa' };
/** German for Iceland. In other languages it is an everyday word. */
const ISLAND = countedIfExcluded(wholeCountry('IS'));
/** A part of Cyprus that plans for Cyprus often exclude. */
export const NORTHERN_CYPRUS: NamedCountry = countedIfExcluded({ country: 'CY', part: 'Northern Cyprus' });
/** Codes of countries: "ohne CH". */
const CODES: ReadonlyMap<string, Meaning> = new Map(
  COUNTRIES.map(({ code }) => [code, countedIfExcluded(wholeCountry(code))]),
);
const HAWAII: CountryPart = { country: 'US', part: 'Hawaii' };

/** Operators of China and Hong Kong sell plans for other countries under their names, with or without "Hong Kong". */
const OPERATORS_ABROAD = [...operatorNames('CN'), ...operatorNames('HK')]
  .filter((name) => /china|中[国國]|차이나/i.test(name))
  .flatMap((name) => [name, ...['香港', '홍콩', ' Hong Kong', ' HK'].map((home) => name + home)]);

const ASCII = /^[A-Za-z ]*$/;

/** Names of spaced scripts, and names of the other scripts. */
const placeTable = once(readNames);
const KATAKANA = /^[\u30a1-\u30fa\u30fc]$/;
/** Where a name may begin or end: "タイ" (Thailand) is no part of "ネクタイ" (tie) and "タイプ" (type). */
const isBoundary = (text: string, at: number): boolean =>
  !KATAKANA.test(text[at - 1] ?? '') || !KATAKANA.test(text[at] ?? '');

function readNames() {
  const phrases = new PhraseIndex<Meaning>();
  const unspaced = new Map<string, Meaning>();
  const add = (key: string, meaning: Meaning) => {
    // A single character of another script may be a syllable or a word.
    const least = ASCII.test(key) ? LETTERS_MIN : 2;
    if (key.length < least || EVERYDAY_WORDS.has(key)) return;
    if (isUnspacedScript(key)) {
      if (!unspaced.has(key)) unspaced.set(key, meaning);
      return;
    }
    phrases.add(key.split(' '), meaning);
  };
  // The first meaning of a name stays, so the special ones come first.
  for (const name of OPERATORS_ABROAD) add(fold(name), OPERATOR);
  for (const word of WORLD_WORDS.split(',')) add(word, WORLD);
  for (const word of REGION_WORDS.split(' ')) add(word, SOME_REGION);
  // No shop sells plans for the North.
  add('korea', wholeCountry('KR'));
  for (const word of COUNT_WORDS.split(' ')) add(word, COUNTED_REGION);
  add('island', ISLAND);
  for (const name of NORTHERN_CYPRUS_NAMES) add(name, NORTHERN_CYPRUS);
  for (const [key, codes] of Object.entries(SEVERAL)) add(key, { name: key, countries: codes.split(' ') });
  for (const [word, name] of Object.entries(ADJECTIVES)) add(word, regionOf(name));
  for (const group of GROUPS) for (const name of regionNames(group)) add(fold(name), group);
  for (const name of SHARED_PLACES.flatMap(regionNames)) add(fold(name), SOME_REGION);
  for (const [key, part] of partNames()) add(key, wholeOrPart(part));
  for (const { key, codes } of countryNames()) {
    // "Congo" has the codes "CD CG".
    const [country = '', ...others] = codes.split(' ');
    add(key, others.length === 0 ? wholeCountry(country) : SOME_REGION);
  }
  for (const [key, country] of SPELLINGS) add(key, wholeCountry(country));
  return { phrases, unspaced: new UnspacedIndex(unspaced) };
}

/** A place that a name mentions, with the position of its first token and the position after its last one. */
export interface Mention {
  readonly meaning: Meaning;
  readonly from: number;
  readonly to: number;
  /** What is after the name in its token, in a script without spaces: the "にも" of "マカオにも". */
  readonly tail?: string;
}

/** More places of a name are not read. */
const PLACES_READ_MAX = 20;

/** The first places that a name mentions. */
export function mentionsIn(tokens: readonly Token[]): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length && mentions.length < PLACES_READ_MAX; ) {
    const found = mentionsAt(tokens, at);
    mentions.push(...found.filter((mention) => isMeant(tokens, mention)));
    at = found.at(-1)?.to ?? at + 1;
  }
  return mentions.slice(0, PLACES_READ_MAX);
}

/** The places that begin at a token. A token of a script without spaces may contain several. */
function mentionsAt(tokens: readonly Token[], at: number): readonly Mention[] {
  const token = tokens[at]!;
  if (token.type !== 'word') return [];
  if (isUnspacedScript(token.text)) return unspacedMentions(token, at);
  const found = shortMention(tokens, at) ?? phraseMention(tokens, at) ?? codeMention(token, at);
  return found === null ? [] : [found];
}

function unspacedMentions({ text, kinds }: Token, at: number): readonly Mention[] {
  // "日本語サポート" (support in Japanese) is a known word and no place, but "日本国内" (within Japan) is one.
  if (kinds.size > 0 && !kinds.has('atHome')) return [];
  const short = SHORT_NAMES.get(text);
  if (short !== undefined) return [{ meaning: short, from: at, to: at + 1 }];
  const mentions: Mention[] = [];
  for (let start = 0; start < text.length; ) {
    const found = isBoundary(text, start)
      ? placeTable().unspaced.longest(text, start, (end) => isBoundary(text, end))
      : null;
    if (found !== null)
      mentions.push({ meaning: found.value, from: at, to: at + 1, tail: text.slice(found.to) });
    start = found?.to ?? start + 1;
  }
  return mentions;
}

/** "UK", "EU", "US-HI", "US HI". */
function shortMention(tokens: readonly Token[], at: number): Mention | null {
  const word = tokens[at]!.text;
  const meaning = SHORT_NAMES.get(word);
  if (meaning === undefined) return null;
  const next = tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
  // "EU 27 countries" and "US Virgin Islands" are phrases.
  if (word === 'EU' && phraseMention(tokens, at) !== null) return null;
  if (word === 'US' && tokens[next]?.text === 'Virgin') return null;
  if (word === 'US' && tokens[next]?.text === 'HI') return { meaning: HAWAII, from: at, to: next + 1 };
  return { meaning, from: at, to: at + 1 };
}

/** "South Africa", "Türkiye". */
function phraseMention(tokens: readonly Token[], at: number): Mention | null {
  const found = placeTable().phrases.longest(foldedWord(tokens[at]!), (words) =>
    endOfPhrase(tokens, at, words),
  );
  return found === null ? null : { meaning: found.value, from: at, to: found.to };
}

/** The position after a phrase that begins at a token; null: the tokens are not this phrase. */
function endOfPhrase(tokens: readonly Token[], at: number, words: readonly string[]): number | null {
  let next = at;
  for (const word of words) {
    if (word === 'and') {
      // "Trinidad and Tobago", "Trinidad & Tobago", "Trinidad Tobago".
      if (/^(?:&|and)$/i.test(tokens[next]?.text ?? '')) next += 1;
      continue;
    }
    // "Saint Vincent and the Grenadines", "St. Lucia".
    while (next > at && /^(?:the|[.'’&-])$/i.test(tokens[next]?.text ?? '')) next += 1;
    const token = tokens[next];
    if (token === undefined || foldedWord(token) !== word) return null;
    next += 1;
  }
  return next;
}

function foldedWord({ text, lower, type }: Token): string {
  if (type === 'word' && !ASCII.test(text)) return fold(text);
  return text === 'St' ? 'saint' : lower;
}

/** "CH". A code that is also a known word, such as "NO", is none. */
function codeMention({ text, kinds }: Token, at: number): Mention | null {
  const meaning = kinds.size === 0 ? CODES.get(text) : undefined;
  return meaning === undefined ? null : { meaning, from: at, to: at + 1 };
}

/** False if no place of the plan is meant. */
function isMeant(tokens: readonly Token[], mention: Mention): boolean {
  const { meaning, from, to } = mention;
  const after = tokens[to];
  const isLatin = !isUnspacedScript(tokens[from]!.text);
  const next = after?.lower ?? '';
  const previous = tokens[from - 1]?.lower ?? '';
  // "Suica" is a card for trains, and "Suíça" the Portuguese name of Switzerland.
  if (tokens[from]!.kinds.has('goods')) return false;
  if (!isCountry(meaning) && meaning.isOperator === true) return false;
  if (!isCountry(meaning) && meaning.isWorld === true && isNotTheWorld(mention, tokens)) return false;
  if (isBesideOtherWord(tokens, to)) return false;
  // "香港IP" is an exit.
  if (!isLatin) return next !== 'ip';
  // "International travel", "flights to international cities".
  const isSomeRegion = !isCountry(meaning) && meaning.countries === null && meaning.isCounted !== true;
  if (isSomeRegion && (next === 'travel' || previous === 'to')) return false;
  if (isOriginOrService(tokens, from)) return false;
  // "New Mexico", "with UK number", and "with UK phone number", in which "phone number" is one token.
  return previous !== 'new' && !NOT_A_PLACE_BEFORE.has(next.split(' ')[0]!);
}

const HANGUL = /^[\uac00-\ud7af]/;

/** "韓国語" is a language, "日本企業" a seller, "台灣24H客服" support, "한국 번호" a number, and "UK stock" a warehouse. */
function isBesideOtherWord(tokens: readonly Token[], to: number): boolean {
  const isHours = tokens[to]?.text === '24' && tokens[to + 1]?.kinds.has('hour') === true;
  const word = tokens[isHours ? to + 2 : to];
  if (word === undefined || !word.kinds.has('notPlaceAfter')) return false;
  // In Japanese and Chinese, a blank begins another statement.
  return !tokens[to]!.spaced || !isUnspacedScript(word.text) || HANGUL.test(word.text);
}

/** "Made in Japan", "operador de Hong Kong". */
const ORIGIN =
  /^(?:made|hergestellt|hecho|fabricado|fabriqué|operador|operadora|operator|carrier|proveedor|vendedor|seller|company|empresa|shipped|ships)$/;
const OF_ORIGIN = /^(?:in|en|de|from|of|by|aus|au|do|da)$/;
const TOWARDS = /^(?:to|a|nach|vers|para|in die)$/;

/** A place of origin, or one that can be called: "calls to USA". */
function isOriginOrService(tokens: readonly Token[], from: number): boolean {
  const [word, joint] = [tokens[from - 2], tokens[from - 1]?.lower ?? ''];
  if (word === undefined) return false;
  if (ORIGIN.test(word.lower) && OF_ORIGIN.test(joint)) return true;
  const isService = word.kinds.has('calls') || word.kinds.has('sms') || word.kinds.has('minutes');
  return isService && TOWARDS.test(joint);
}

/** "World eSIM" is a brand, "international calling" and "global roaming" are services. */
function isNotTheWorld({ from, to }: Mention, tokens: readonly Token[]): boolean {
  const after = tokens[to];
  if (after === undefined) return false;
  const isBrand = tokens[from]!.lower === 'world' && after.kinds.has('esim');
  return isBrand || after.kinds.has('calls') || NOT_THE_WORLD_BEFORE.has(after.lower.split(' ')[0]!);
}
