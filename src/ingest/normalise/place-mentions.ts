/**
 * Finds the words in a name that mean a place. A wrong place would mark the plan as "named for somewhere else", so doubtful
 * words do not count: place names that are also everyday words, and countries of phone numbers ("with UK number").
 */
import { COUNTRIES } from '../../domain/countries.ts';
import { fold } from '../../domain/places/fold.ts';
import { countryNames, partNames } from '../../domain/places/names.ts';
import { GROUPS, regionNames, SHARED_PLACES } from '../../domain/places/regions.ts';
import type { CountryCode } from '../../domain/plan.ts';
import { type CountryPart, SEVERAL, SPELLINGS, wholeOrPart } from '../parse/places.ts';
import type { Token } from '../parse/tokens.ts';
import { isUnspaced } from '../parse/words.ts';

/** A region or several countries. */
export interface NamedRegion {
  /** Empty: the word means no certain region. */
  readonly name: string;
  /** null if they are not known. */
  readonly countries: readonly CountryCode[] | null;
  /** "36 countries": a region that another word of the name may state. */
  readonly isCounted?: true;
}

/** What a phrase in a name means. */
export type Meaning = CountryPart | NamedRegion;

export const isCountry = (meaning: Meaning): meaning is CountryPart => 'country' in meaning;
const wholeCountry = (country: CountryCode): CountryPart => ({ country, part: null });

/** "Global", "international", "Korea". */
const SOME_REGION: NamedRegion = { name: '', countries: null };
const COUNTED_REGION: NamedRegion = { name: '', countries: null, isCounted: true };
export const regionOf = (name: string): NamedRegion =>
  GROUPS.find((group) => regionNames(group).includes(name)) ?? SOME_REGION;

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** Short names are often everyday words in some language, so only the ones that shops use count. */
const LETTERS_MIN = 4;
const SHORT_COUNTRIES =
  'UK=GB US=US USA=US UAE=AE KSA=SA VAE=AE BAE=AE ABD=US EEUU=US EUA=US Kore=KR Corea=KR Corée=KR Nhật=JP Đức=DE Nga=RU Séc=CZ Çin=CN Fas=MA Anh=GB Mỹ=US Úc=AU Ý=IT Áo=AT Lào=LA';
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
/** Before one of these words, a country is not a place of the plan: "with UK number". */
const NOT_A_PLACE_BEFORE: ReadonlySet<string> = new Set('number phone calls call sim operator'.split(' '));
const REGION_WORDS =
  'global world worldwide international regional region american continent グローバル 世界 全球 글로벌';
const COUNT_WORDS = 'countries destinations areas zones';
const ADJECTIVES = { european: 'Europe', asian: 'Asia', african: 'Africa' };
/** German for Iceland. In other languages it is an everyday word. */
const ISLAND = wholeCountry('IS');
/** A part of Cyprus that plans for Cyprus often exclude. */
export const NORTHERN_CYPRUS: CountryPart = { country: 'CY', part: 'Northern Cyprus' };
const NORTHERN_CYPRUS_NAMES =
  'northern cyprus,north cyprus,nordzypern,kuzey kibris,chypre du nord,chipre del norte,norte de chipre,cipro del nord,chipre do norte,北キプロス,北塞浦路斯,北賽普勒斯,북키프로스';
/** Codes of countries: "ohne CH". */
const CODES: ReadonlyMap<string, Meaning> = new Map(COUNTRIES.map(({ code }) => [code, wholeCountry(code)]));
/** These objects themselves, and not equal ones, count only where a name excludes them: "Iceland" counts always. */
export const ONLY_EXCLUDED: ReadonlySet<Meaning> = new Set([ISLAND, NORTHERN_CYPRUS, ...CODES.values()]);
const HAWAII: CountryPart = { country: 'US', part: 'Hawaii' };

const ASCII = /^[A-Za-z ]*$/;

/** Phrases of spaced scripts by their first word, the longest first, and names of the other scripts. */
const { phrases: PHRASES, unspaced: UNSPACED_NAMES } = readNames();
const KATAKANA = '[\\u30a1-\\u30fa\\u30fc]';
/** Where a name may begin or end: "タイ" (Thailand) is no part of "ネクタイ" (tie) and "タイプ" (type). */
const NOT_WITHIN_KATAKANA = `(?<!${KATAKANA}(?=${KATAKANA}))`;
const LONGEST_FIRST = [...UNSPACED_NAMES.keys()].sort((a, b) => b.length - a.length);
const UNSPACED_PLACE = new RegExp(
  `${NOT_WITHIN_KATAKANA}(?:${LONGEST_FIRST.join('|')})${NOT_WITHIN_KATAKANA}`,
  'gu',
);

function readNames() {
  const phrases = new Map<string, Phrase[]>();
  const unspaced = new Map<string, Meaning>();
  const add = (key: string, meaning: Meaning) => {
    // A single character of another script may be a syllable or a word.
    const least = ASCII.test(key) ? LETTERS_MIN : 2;
    if (key.length < least || EVERYDAY_WORDS.has(key)) return;
    if (isUnspaced(key)) {
      if (!unspaced.has(key)) unspaced.set(key, meaning);
      return;
    }
    const words = key.split(' ');
    const list = phrases.get(words[0]!) ?? [];
    phrases.set(words[0]!, list);
    if (!list.some((phrase) => phrase.words.join(' ') === key)) list.push({ words, meaning });
  };
  // The first meaning of a name stays, so the special ones come first.
  for (const word of REGION_WORDS.split(' ')) add(word, SOME_REGION);
  for (const word of COUNT_WORDS.split(' ')) add(word, COUNTED_REGION);
  add('island', ISLAND);
  for (const name of NORTHERN_CYPRUS_NAMES.split(',')) add(name, NORTHERN_CYPRUS);
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
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return { phrases, unspaced };
}

/** A place that a name mentions, with the position of its first token and the position behind its last one. */
export interface Mention {
  readonly meaning: Meaning;
  readonly from: number;
  readonly to: number;
}

export function mentionsIn(tokens: readonly Token[]): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = mentionsAt(tokens, at);
    mentions.push(...found.filter((mention) => isMeant(tokens, mention)));
    at = found.at(-1)?.to ?? at + 1;
  }
  return mentions;
}

/** The places that begin at a token. A token of a script without spaces may contain several. */
function mentionsAt(tokens: readonly Token[], at: number): readonly Mention[] {
  const token = tokens[at]!;
  if (token.type !== 'word') return [];
  if (isUnspaced(token.text)) return unspacedMentions(token, at);
  const found = shortMention(tokens, at) ?? phraseMention(tokens, at) ?? codeMention(token, at);
  return found === null ? [] : [found];
}

function unspacedMentions({ text, kinds }: Token, at: number): readonly Mention[] {
  // "日本語サポート" (support in Japanese) is a known word and no place, but "日本国内" (within Japan) is one.
  if (kinds.size > 0 && !kinds.has('atHome')) return [];
  return [...text.matchAll(UNSPACED_PLACE)].map(([name]) => ({
    meaning: UNSPACED_NAMES.get(name)!,
    from: at,
    to: at + 1,
  }));
}

/** "UK", "EU", "US-HI", "US HI". */
function shortMention(tokens: readonly Token[], at: number): Mention | null {
  const word = tokens[at]!.text;
  const meaning = SHORT_NAMES.get(word);
  if (meaning === undefined) return null;
  const next = tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
  // "US Virgin Islands" is a phrase.
  if (word === 'US' && tokens[next]?.text === 'Virgin') return null;
  if (word === 'US' && tokens[next]?.text === 'HI') return { meaning: HAWAII, from: at, to: next + 1 };
  return { meaning, from: at, to: at + 1 };
}

/** "South Africa", "Türkiye". */
function phraseMention(tokens: readonly Token[], at: number): Mention | null {
  for (const { words, meaning } of PHRASES.get(foldedWord(tokens[at]!)) ?? []) {
    const to = endOfPhrase(tokens, at, words);
    if (to !== null) return { meaning, from: at, to };
  }
  return null;
}

/** The position behind a phrase that begins at a token; null: the tokens are not this phrase. */
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
function isMeant(tokens: readonly Token[], { meaning, from, to }: Mention): boolean {
  const behind = tokens[to];
  // "韓国語" is a language.
  if (isUnspaced(tokens[from]!.text))
    return behind === undefined || behind.spaced || !behind.kinds.has('notPlaceAfter');
  const previous = tokens[from - 1]?.text.toLowerCase() ?? '';
  const next = behind?.text.toLowerCase() ?? '';
  // "International travel", "flights to international cities".
  const isSomeRegion = !isCountry(meaning) && meaning.countries === null && meaning.isCounted !== true;
  if (isSomeRegion && (next === 'travel' || previous === 'to')) return false;
  // "New Mexico", "with UK number", and "with UK phone number", in which "phone number" is one token.
  return previous !== 'new' && !NOT_A_PLACE_BEFORE.has(next.split(' ')[0]!);
}
