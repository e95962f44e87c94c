/**
 * Finds the places in the name of a plan. A wrong place would mark the plan as "named for somewhere else", so doubtful
 * words do not count: place names that are also everyday words, and countries of phone numbers ("with UK number"). A
 * region counts only if the plan covers none of its countries.
 */
import { fold } from '../../domain/places/fold.ts';
import { countryNames, PART_NAMES } from '../../domain/places/names.ts';
import { GROUPS, regionNames, SHARED_PLACES } from '../../domain/places/regions.ts';
import type { CountryCode, NamedPlace } from '../../domain/plan.ts';
import { type CountryPart, partOf } from '../parse/places.ts';

const NOTHING: readonly NamedPlace[] = [];

/** A region or several countries. */
interface NamedRegion {
  readonly name: string;
  /** null if they are not known. */
  readonly countries: readonly CountryCode[] | null;
}

/** What a phrase in a name means. */
type Meaning = CountryPart | NamedRegion;

const SOME_REGION: NamedRegion = { name: '', countries: null };
const regionOf = (name: string): NamedRegion =>
  GROUPS.find((group) => regionNames(group).includes(name)) ?? SOME_REGION;

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** Short names are often everyday words in some language, so only the ones that shops use count. */
const LETTERS_MIN = 4;
const SHORT: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...Object.entries({ UK: 'GB', US: 'US', USA: 'US', UAE: 'AE', KSA: 'SA' }).map(
    ([word, country]) => [word, { country, part: null }] as const,
  ),
  ...'EU GCC CIS SEA MENA APAC LATAM'.split(' ').map((word) => [word, regionOf(word)] as const),
]);
/** Names of places that are also words in plan names or in other languages. */
const WORDS: ReadonlySet<string> = new Set('side java vis ios milos assam data emirates'.split(' '));
/** Before one of these words, a country is not a place of the plan: "with UK number". */
const NOT_A_PLACE_BEFORE: ReadonlySet<string> = new Set('number phone calls call sim operator'.split(' '));
const REGION_WORDS =
  'global world worldwide international regional region american countries destinations areas zones continent';
const ADJECTIVES = { european: 'Europe', asian: 'Asia', african: 'Africa' };

const ASCII = /^[A-Za-z ]*$/;

/** Phrases by their first word, the longest first. */
const PHRASES = phrasesByFirstWord();

function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  const add = (key: string, meaning: Meaning) => {
    const words = key.split(' ');
    const [first = ''] = words;
    // A single character of another script may be a syllable or a word.
    const least = ASCII.test(key) ? LETTERS_MIN : 2;
    if (key.length < least || WORDS.has(key)) return;
    const list = phrases.get(first);
    if (list === undefined) phrases.set(first, [{ words, meaning }]);
    else if (!list.some((phrase) => phrase.words.join(' ') === key)) list.push({ words, meaning });
  };
  for (const word of REGION_WORDS.split(' ')) add(word, SOME_REGION);
  for (const [word, name] of Object.entries(ADJECTIVES)) add(word, regionOf(name));
  for (const group of GROUPS) for (const name of regionNames(group)) add(fold(name), group);
  for (const name of SHARED_PLACES.flatMap(regionNames)) add(fold(name), SOME_REGION);
  for (const [key, { country, part }] of PART_NAMES)
    add(key, { country, part: country === 'SJ' ? null : part });
  for (const { key, codes } of countryNames())
    add(key, codes.length === 2 ? { country: codes, part: null } : SOME_REGION);
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

/** `words` are the words of the name. `places` are the places that the feed states. */
export function namedPlaces(
  words: readonly string[],
  places: readonly string[],
  destinations: readonly CountryCode[],
): readonly NamedPlace[] {
  const [only, ...others] = places;
  // If the feed states the place "Scotland", the plan is for this part of the country, whatever its name is.
  const sold = only === undefined || others.length > 0 || only.length <= 3 ? null : partOf(only);
  if (sold !== null && sold.part !== null) return [sold];
  return scan(words, destinations);
}

function scan(written: readonly string[], destinations: readonly CountryCode[]): readonly NamedPlace[] {
  const found: CountryPart[] = [];
  const otherRegions: NamedPlace[] = [];
  let hasRegion = false;
  for (let at = 0; at < written.length && !isExclusion(written, at); at++) {
    const place = readAt(written, at);
    if (place === null) continue;
    const { meaning, length } = place;
    const [before, after] = [written[at - 1], written[at + length]];
    at += length - 1;
    if ('country' in meaning) {
      if (isMeant(meaning, before, after, destinations)) found.push(meaning);
    } else if (meaning.countries === null || meaning.countries.some((code) => destinations.includes(code)))
      hasRegion = true;
    else otherRegions.push({ country: null, part: meaning.name });
  }
  // A country in the name that the plan does not cover makes the name wrong, even if other places are right. Regions are
  // less certain: of "Middle East and Africa", the plan needs to cover only one.
  const isExcluding = written.some((word) => word.toLowerCase() === 'excluded');
  const countries = isExcluding ? [] : found.filter(({ country }) => !destinations.includes(country));
  const elsewhere = hasRegion ? countries : [...countries, ...otherRegions];
  if (elsewhere.length > 0) return sorted(elsewhere);
  // "Europe & UK" is a region. A plan with one destination is for that country, even if its name also has a region.
  return found.length === 0 || isExcluding || (hasRegion && destinations.length > 1)
    ? NOTHING
    : sorted(found);
}

const EXCEPT: ReadonlySet<string> = new Set('except excl excluding exclude excludes without'.split(' '));

/** In "Global (not including China)" and "Asia excl. Japan", the following words are not places of the plan. */
function isExclusion(written: readonly string[], at: number): boolean {
  const word = written[at]?.toLowerCase() ?? '';
  return EXCEPT.has(word) || (word === 'not' && /^(?:inclu|cover)/i.test(written[at + 1] ?? ''));
}

/** Returns the meaning of the phrase that begins at a word, and its number of words. */
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
    word.length < 3 && ASCII.test(word) && word !== 'St' && word !== 'US'
      ? undefined
      : PHRASES.get(foldWord(word));
  if (candidates === undefined) return null;
  for (const { words, meaning } of candidates) {
    const length = matching(written, at, words);
    if (length > 0) return { meaning, length };
  }
  return null;
}

const HAWAII: CountryPart = { country: 'US', part: 'Hawaii' };

/** Returns the number of written words that match a phrase, or 0 if they do not match. "The" is skipped. */
function matching(written: readonly string[], at: number, words: readonly string[]): number {
  let next = at;
  for (const word of words) {
    if (next > at && written[next]?.toLowerCase() === 'the') next++;
    // In "Trinidad & Tobago" the ampersand is not a word.
    if (word === 'and' && written[next]?.toLowerCase() !== 'and') continue;
    const found = written[next++];
    if (found === undefined || foldWord(found) !== word) return 0;
  }
  return next - at;
}

function foldWord(word: string): string {
  return ASCII.test(word) ? (word === 'St' ? 'saint' : word.toLowerCase()) : fold(word);
}

function isMeant(
  { country, part }: CountryPart,
  before: string | undefined,
  after: string | undefined,
  destinations: readonly CountryCode[],
): boolean {
  if (before?.toLowerCase() === 'new' || NOT_A_PLACE_BEFORE.has(after?.toLowerCase() ?? '')) return false;
  if (destinations.includes(country)) return true;
  // A part of another country is probably a fancy name. "Georgia" on a plan for the United States is the state.
  return part === null && !(country === 'GE' && destinations.includes('US'));
}

/** Sorts by country and removes duplicates. If a country is named as a whole, its parts are left out. */
function sorted(found: readonly NamedPlace[]): readonly NamedPlace[] {
  const whole = new Set(found.filter(({ part }) => part === null).map(({ country }) => country));
  const byKey = new Map<string, NamedPlace>();
  for (const place of found)
    if (place.part === null || !whole.has(place.country))
      byKey.set(`${place.country ?? ''}:${place.part ?? ''}`, place);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}
