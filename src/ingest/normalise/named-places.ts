/**
 * The places that a plan's name names. A wrong one would call a plan "named for somewhere else", so in doubt there is
 * none: regions, words that are also names of towns, and numbers of other countries ("with UK number") do not count.
 */
import { fold } from '../../domain/places/fold.ts';
import { COUNTRY_NAMES, PART_NAMES } from '../../domain/places/names.ts';
import { REGIONS, regionNames } from '../../domain/places/regions.ts';
import type { CountryCode, NamedPlace } from '../../domain/plan.ts';
import { partOf } from '../parse/places.ts';

const NOTHING: readonly NamedPlace[] = [];

/** What a few words in a name mean. `null`: a region, or several countries. */
type Meaning = NamedPlace | null;

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** Short names are everyday words in some language, so only those that shops write count. */
const LETTERS_MIN = 4;
const SHORT: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...Object.entries({ UK: 'GB', US: 'US', USA: 'US', UAE: 'AE', KSA: 'SA' }).map(
    ([word, country]) => [word, { country, part: null }] as const,
  ),
  ...'EU GCC CIS SEA MENA APAC LATAM'.split(' ').map((word) => [word, null] as const),
]);
/** Names of places that are words of plans or of other languages. */
const WORDS: ReadonlySet<string> = new Set('side java vis ios milos assam data emirates'.split(' '));
/** Words before which a country is something else: "with UK number". */
const NOT_A_PLACE_BEFORE: ReadonlySet<string> = new Set('number phone calls call sim operator'.split(' '));
const REGION_WORDS =
  'global world worldwide international regional region european asian african american countries destinations areas zones continent';

/** Phrases by their first word, the longest first. */
const PHRASES = phrasesByFirstWord();

function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  const add = (key: string, meaning: Meaning) => {
    const words = key.split(' ');
    const [first = ''] = words;
    if (key.length < LETTERS_MIN || WORDS.has(key)) return;
    const list = phrases.get(first);
    if (list === undefined) phrases.set(first, [{ words, meaning }]);
    else if (!list.some((phrase) => phrase.words.join(' ') === key)) list.push({ words, meaning });
  };
  for (const word of REGION_WORDS.split(' ')) add(word, null);
  for (const text of REGIONS.flatMap(regionNames)) add(fold(text), null);
  for (const [key, { country, part }] of PART_NAMES)
    add(key, { country, part: country === 'SJ' ? null : part });
  for (const { key, codes } of COUNTRY_NAMES)
    add(key, codes.length === 2 ? { country: codes, part: null } : null);
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

/** `words`: the runs of letters in the name. `places`: what the feed sells. */
export function namedPlaces(
  words: readonly string[],
  places: readonly string[],
  destinations: readonly CountryCode[],
): readonly NamedPlace[] {
  const [only, ...others] = places;
  // A feed that sells "Scotland" sells a part of the country, whatever it calls the plan.
  const sold = only === undefined || others.length > 0 || only.length <= 3 ? null : partOf(only);
  if (sold !== null && sold.part !== null) return [sold];
  return scan(words, destinations);
}

function scan(written: readonly string[], destinations: readonly CountryCode[]): readonly NamedPlace[] {
  const found: NamedPlace[] = [];
  for (let at = 0; at < written.length; at++) {
    const place = readAt(written, at);
    if (place === null) continue;
    const { meaning, length } = place;
    const [before, after] = [written[at - 1], written[at + length]];
    at += length - 1;
    if (meaning !== null && isMeant(meaning, before, after, destinations)) found.push(meaning);
    // "Europe & UK" is a region; the only destination of a plan is what it is, whatever region stands beside.
    if (meaning === null && destinations.length > 1) return NOTHING;
  }
  return found.length === 0 ? NOTHING : sorted(found);
}

/** What begins at a word, and how many words it takes. */
function readAt(
  written: readonly string[],
  at: number,
): { readonly meaning: Meaning; readonly length: number } | null {
  const word = written[at] ?? '';
  const short = word.length <= 5 ? SHORT.get(word) : undefined;
  if (short !== undefined && !(word === 'US' && written[at + 1] === 'Virgin')) {
    const isHawaii = word === 'US' && written[at + 1] === 'HI';
    return isHawaii ? { meaning: HAWAII, length: 2 } : { meaning: short, length: 1 };
  }
  const candidates =
    word.length < 3 && word !== 'St' && word !== 'US' ? undefined : PHRASES.get(foldWord(word));
  if (candidates === undefined) return null;
  for (const { words, meaning } of candidates) {
    const length = matching(written, at, words);
    if (length > 0) return { meaning, length };
  }
  return null;
}

const HAWAII: NamedPlace = { country: 'US', part: 'Hawaii' };

/** How many written words these are; 0 where they are others. "The" is no part of a name. */
function matching(written: readonly string[], at: number, words: readonly string[]): number {
  let next = at;
  for (const word of words) {
    if (next > at && written[next]?.toLowerCase() === 'the') next++;
    // "Trinidad & Tobago": the sign is no word.
    if (word === 'and' && written[next]?.toLowerCase() !== 'and') continue;
    const found = written[next++];
    if (found === undefined || foldWord(found) !== word) return 0;
  }
  return next - at;
}

const ASCII = /^[A-Za-z]*$/;

function foldWord(word: string): string {
  return ASCII.test(word) ? (word === 'St' ? 'saint' : word.toLowerCase()) : fold(word);
}

function isMeant(
  { country, part }: NamedPlace,
  before: string | undefined,
  after: string | undefined,
  destinations: readonly CountryCode[],
): boolean {
  if (before?.toLowerCase() === 'new' || NOT_A_PLACE_BEFORE.has(after?.toLowerCase() ?? '')) return false;
  if (destinations.includes(country)) return true;
  // A part elsewhere is more likely a fancy name, and so is the state of Georgia on a plan for the United States.
  return part === null && !(country === 'GE' && destinations.includes('US'));
}

/** By country, each once. A country that is named as a whole needs no parts. */
function sorted(found: readonly NamedPlace[]): readonly NamedPlace[] {
  const whole = new Set(found.filter(({ part }) => part === null).map(({ country }) => country));
  const byKey = new Map<string, NamedPlace>();
  for (const place of found)
    if (place.part === null || !whole.has(place.country))
      byKey.set(`${place.country}:${place.part ?? ''}`, place);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}
