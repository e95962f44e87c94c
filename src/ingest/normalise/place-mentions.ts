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
  readonly name: string;
  /** null if they are not known. */
  readonly countries: readonly CountryCode[] | null;
}

/** What a phrase in a name means. */
export type Meaning = CountryPart | NamedRegion;

const SOME_REGION: NamedRegion = { name: '', countries: null };
/** "36 countries": a region that another word of the name may state. */
export const COUNTED_REGION: NamedRegion = { name: '', countries: null };
export const regionOf = (name: string): NamedRegion =>
  GROUPS.find((group) => regionNames(group).includes(name)) ?? SOME_REGION;

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** Short names are often everyday words in some language, so only the ones that shops use count. */
const LETTERS_MIN = 4;
const SHORT: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...'UK=GB US=US USA=US UAE=AE KSA=SA VAE=AE BAE=AE ABD=US EEUU=US EUA=US Kore=KR Corea=KR Corée=KR Nhật=JP Đức=DE Nga=RU Séc=CZ Çin=CN Fas=MA Anh=GB Mỹ=US Úc=AU Ý=IT Áo=AT Lào=LA'
    .split(' ')
    .map((entry) => {
      const [word = '', country = ''] = entry.split('=');
      return [word, { country, part: null }] as const;
    }),
  ...'EU GCC CIS SEA MENA APAC LATAM'.split(' ').map((word) => [word, regionOf(word)] as const),
]);
/** Names of places that are also words in plan names or in other languages. */
const WORDS: ReadonlySet<string> = new Set('side java vis ios milos assam data emirates'.split(' '));
/** Before one of these words, a country is not a place of the plan: "with UK number". */
const NOT_A_PLACE_BEFORE: ReadonlySet<string> = new Set('number phone calls call sim operator'.split(' '));
const REGION_WORDS =
  'global world worldwide international regional region american continent グローバル 世界 全球 글로벌';
const COUNT_WORDS = 'countries destinations areas zones';
const ADJECTIVES = { european: 'Europe', asian: 'Asia', african: 'Africa' };
/** German for Iceland. In other languages it is an everyday word. */
const ISLAND: CountryPart = { country: 'IS', part: null };
/** A part of Cyprus that plans for Cyprus often exclude. */
export const NORTHERN_CYPRUS: CountryPart = { country: 'CY', part: 'Northern Cyprus' };
const NORTHERN_CYPRUS_NAMES =
  'northern cyprus,north cyprus,nordzypern,kuzey kibris,chypre du nord,chipre del norte,norte de chipre,cipro del nord,chipre do norte,北キプロス,北塞浦路斯,北賽普勒斯,북키프로스';
/** Codes of countries: "ohne CH". */
const CODES: ReadonlyMap<string, Meaning> = new Map(
  COUNTRIES.map(({ code }) => [code, { country: code, part: null }]),
);
/** These count only where a name excludes them. */
export const ONLY_EXCLUDED: ReadonlySet<Meaning> = new Set([ISLAND, NORTHERN_CYPRUS, ...CODES.values()]);
const HAWAII: CountryPart = { country: 'US', part: 'Hawaii' };

const ASCII = /^[A-Za-z ]*$/;

/** Phrases of spaced scripts by their first word, the longest first, and names of the other scripts. */
const { phrases: PHRASES, unspaced: UNSPACED_NAMES } = readNames();
const kana = '[\\u30a1-\\u30fa\\u30fc]';
/** A name in katakana ends where the katakana end: "タイ" is no part of "タイプ". */
const UNSPACED_PLACE = new RegExp(
  `(?<!${kana}(?=${kana}))(?:${[...UNSPACED_NAMES.keys()].sort((a, b) => b.length - a.length).join('|')})(?<!${kana}(?=${kana}))`,
  'gu',
);

function readNames() {
  const phrases = new Map<string, Phrase[]>();
  const unspaced = new Map<string, Meaning>();
  const add = (key: string, meaning: Meaning) => {
    const words = key.split(' ');
    const [first = ''] = words;
    // A single character of another script may be a syllable or a word.
    const least = ASCII.test(key) ? LETTERS_MIN : 2;
    if (key.length < least || WORDS.has(key)) return;
    if (isUnspaced(key)) {
      if (!unspaced.has(key)) unspaced.set(key, meaning);
      return;
    }
    const list = phrases.get(first);
    if (list === undefined) phrases.set(first, [{ words, meaning }]);
    else if (!list.some((phrase) => phrase.words.join(' ') === key)) list.push({ words, meaning });
  };
  for (const word of REGION_WORDS.split(' ')) add(word, SOME_REGION);
  for (const word of COUNT_WORDS.split(' ')) add(word, COUNTED_REGION);
  add('island', ISLAND);
  for (const name of NORTHERN_CYPRUS_NAMES.split(',')) add(name, NORTHERN_CYPRUS);
  for (const [key, codes] of Object.entries(SEVERAL)) add(key, { name: key, countries: codes.split(' ') });
  for (const [word, name] of Object.entries(ADJECTIVES)) add(word, regionOf(name));
  for (const group of GROUPS) for (const name of regionNames(group)) add(fold(name), group);
  for (const name of SHARED_PLACES.flatMap(regionNames)) add(fold(name), SOME_REGION);
  for (const [key, part] of partNames()) add(key, wholeOrPart(part));
  for (const { key, codes } of countryNames())
    add(key, codes.length === 2 ? { country: codes, part: null } : SOME_REGION);
  for (const [key, country] of SPELLINGS) add(key, { country, part: null });
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return { phrases, unspaced };
}

/** A place that a name mentions, with the tokens around it. */
export interface Mention {
  readonly meaning: Meaning;
  readonly from: number;
  /** The token behind it. */
  readonly to: number;
}

export function mentionsIn(tokens: readonly Token[]): readonly Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = mentionsAt(tokens, at);
    mentions.push(...found.filter((mention) => isMeant(tokens, mention)));
    at = Math.max(at, (found.at(-1)?.to ?? 0) - 1);
  }
  return mentions;
}

/** The places that begin at a token. A token of a script without spaces may contain several. */
function mentionsAt(tokens: readonly Token[], at: number): readonly Mention[] {
  const { text: word, type, kinds } = tokens[at]!;
  if (type !== 'word') return [];
  // "日本語サポート" is no place, but "日本国内" is one.
  if (isUnspaced(word) && kinds.size > 0 && !kinds.has('atHome')) return [];
  if (isUnspaced(word))
    return [...word.matchAll(UNSPACED_PLACE)].map(([name]) => ({
      meaning: UNSPACED_NAMES.get(name) ?? SOME_REGION,
      from: at,
      to: at + 1,
    }));
  const next = tokens[tokens[at + 1]?.text === '-' ? at + 2 : at + 1]?.text;
  const short = word.length <= 5 ? SHORT.get(word) : undefined;
  if (short !== undefined && !(word === 'US' && next === 'Virgin'))
    return word === 'US' && next === 'HI'
      ? [{ meaning: HAWAII, from: at, to: at + 3 }]
      : [{ meaning: short, from: at, to: at + 1 }];
  for (const { words, meaning } of PHRASES.get(foldedWord(tokens[at]!)) ?? []) {
    const to = endOf(tokens, at, words);
    if (to > 0) return [{ meaning, from: at, to }];
  }
  const code = kinds.size === 0 ? CODES.get(word) : undefined;
  return code === undefined ? [] : [{ meaning: code, from: at, to: at + 1 }];
}

/** The token behind a phrase that begins at a token, or 0 if it does not. "The" and marks within it are skipped. */
function endOf(tokens: readonly Token[], at: number, words: readonly string[]): number {
  let next = at;
  for (const word of words) {
    const isAnd = /^(?:&|and)$/i.test(tokens[next]?.text ?? '');
    if (word === 'and' && !isAnd) continue;
    if (word === 'and') {
      next++;
      continue;
    }
    while (next > at && /^(?:the|[.'’&-])$/i.test(tokens[next]?.text ?? '')) next++;
    const found = tokens[next++];
    if (found === undefined || foldedWord(found) !== word) return 0;
  }
  return next;
}

function foldedWord({ text, lower, type }: Token): string {
  if (type === 'word' && !ASCII.test(text)) return fold(text);
  return text === 'St' ? 'saint' : lower;
}

/** In "New Mexico", "with UK number" and "international travel", no place of the plan is meant. */
function isMeant(tokens: readonly Token[], { meaning, from, to }: Mention): boolean {
  // "韓国語" is a language.
  if (isUnspaced(tokens[from]!.text))
    return tokens[to]?.spaced !== false || !tokens[to].kinds.has('notPlaceAfter');
  const next = tokens[to]?.text.toLowerCase() ?? '';
  if (meaning === SOME_REGION && (next === 'travel' || tokens[from - 1]?.text.toLowerCase() === 'to'))
    return false;
  return tokens[from - 1]?.text.toLowerCase() !== 'new' && !NOT_A_PLACE_BEFORE.has(next.split(' ')[0] ?? '');
}
