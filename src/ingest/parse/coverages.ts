/** Places and networks as feeds write them. `normalise/` resolves the places to countries. */
import { fold } from '../../domain/places/fold.ts';
import { resolvePlace } from '../../domain/places/meaning.ts';
import { GENERATIONS, type Generation } from '../../domain/plan.ts';
import type { Draft, DraftNetwork } from '../draft.ts';
import { placesIn } from './places.ts';
import { firstOf, isRecord, listOf, own, recordsOf, reject, textOrNull } from './value.ts';

/** More than there are countries, aliases included. */
const PLACES_MAX = 400;

/** Places without repeats. Rejects a row without any place. */
export function needPlaces(values: Iterable<unknown>): readonly string[] {
  const places = new Set<string>();
  for (const value of values) {
    const place = textOrNull(value);
    if (place !== null && places.size < PLACES_MAX) places.add(place);
  }
  return places.size === 0 ? reject('no_place', 'It names no place.') : [...places];
}

/** What feeds call the code or the name of a place in an object. */
const PLACE_KEYS =
  'code country_code countryCode iso iso2 iso_code isoCode country alpha2 iso3 name title'.split(' ');

/** `coverages` as plain codes or as `{code, networks: [{name, types}]}`. */
export function readCoverages(value: unknown): {
  readonly places: readonly unknown[];
  readonly networks: readonly DraftNetwork[];
} {
  const places: unknown[] = [];
  const networks: DraftNetwork[] = [];
  for (const entry of listOf(value)) {
    if (!isRecord(entry)) {
      places.push(entry);
      continue;
    }
    const place = textOrNull(firstOf(entry, ...PLACE_KEYS));
    if (place === null) continue;
    places.push(place);
    for (const network of recordsOf(own(entry, 'networks'))) {
      const name = textOrNull(own(network, 'name'));
      if (name !== null) networks.push({ place, name, generation: bestGeneration(own(network, 'types')) });
    }
  }
  return { places, networks };
}

/** Local if traffic reaches the internet in the plan's only destination, roaming if it does so elsewhere. */
export function breakoutOf(
  exits: readonly string[],
  places: readonly string[],
): NonNullable<Draft['breakout']> {
  if (exits.length === 0) return 'unknown';
  const known = exits.map((exit) => exit.toUpperCase());
  return places.length === 1 && known.includes((places[0] ?? '').toUpperCase()) ? 'local' : 'roaming';
}

const COUNT_OF_PLACES =
  /[ ,([-]{0,5}\b\d{1,3}\+? ?(?:countries|country|destinations|areas|places|regions|zones)[)\]]?$/i;

/** "Europe 36 countries" without the number, which changes with every new agreement. */
export const withoutCount = (text: string): string => text.replace(COUNT_OF_PLACES, '').trim();

// What feeds call a generation of mobile networks.

const WORDS: Readonly<Record<string, Generation>> = {
  '2G': '2G',
  GSM: '2G',
  EDGE: '2G',
  '3G': '3G',
  UMTS: '3G',
  HSPA: '3G',
  '4G': '4G',
  LTE: '4G',
  '5G': '5G',
  NR: '5G',
};

const NAMED = /(?<![\w.])(?:[2-5]G|LTE|GSM|EDGE|UMTS|HSPA|NR)(?!\w)/g;
const NOT_NAMED = /\b(?:NO|NON|NOT|WITHOUT)[ -][2-5]G\b/g;

function wordsIn(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  // Feeds name some for every network of every place, and most in one word.
  if (Object.hasOwn(WORDS, text)) return [text];
  return text.slice(0, 200).toUpperCase().replace(NOT_NAMED, ' ').match(NAMED) ?? [];
}

/** "3G/4G/5G", ["LTE", "5G"], "{2G,3G}": the best generation named. Unknown words are left out. */
export function bestGeneration(value: unknown): Generation | null {
  const words = Array.isArray(value) ? value.flatMap(wordsIn) : wordsIn(value);
  const found = words.map((word) => WORDS[word]);
  return GENERATIONS.findLast((generation) => found.includes(generation)) ?? null;
}

// Places and networks in one cell of a generic feed: codes, names, lists of them, or a region of the operator's map.

/** What database dumps put around a list: "{FR,DE}", '["FR","DE"]'. */
const AROUND_LISTS = /[{}[\]"']/g;

/** The default separators of a list. */
const BETWEEN = /[,;|\n]/;

export function pieces(value: unknown, separator: string | RegExp = BETWEEN): readonly unknown[] {
  if (Array.isArray(value)) return readCoverages(value).places;
  return typeof value === 'string' ? value.replace(AROUND_LISTS, '').split(separator) : [];
}

interface PlacesCell {
  readonly places: readonly string[];
  /** What the cell calls its places together, for a generated name. null: it lists them. */
  readonly where: string | null;
}

type RegionMap = Readonly<Record<string, readonly string[]>>;

/** What a name in the operator's map of regions stands for, with or without the number of its countries. */
export function createRegionReader(regions: RegionMap = {}): (name: string) => readonly string[] | undefined {
  const known = new Map(Object.entries(regions).map(([name, places]) => [fold(name), places]));
  return known.size === 0
    ? () => undefined
    : (name) => known.get(fold(name)) ?? known.get(fold(withoutCount(name)));
}

/** JSON, or several codes: "FR, DE". */
function isList(text: string): boolean {
  const codes = text.split(/[ ,+&-]+/);
  return /^[[{]/.test(text) || (codes.length > 1 && codes.every((code) => /^[A-Z]{2}$/.test(code)));
}

export function createPlacesReader({ regions, separator }: { regions?: RegionMap; separator?: string }) {
  const regionOf = createRegionReader(regions);
  const read = (value: unknown): PlacesCell => {
    const written = typeof value === 'string' ? value.trim() : null;
    // "{RU}" is the code of Russia. As a word, "RU" is also short for the United Kingdom in French.
    const text = written?.replace(AROUND_LISTS, '').trim() ?? null;
    // "Korea, Republic of" is one place, and so is a region of the map.
    const whole =
      text === null ? null : (regionOf(text) ?? (resolvePlace(text) === null ? listed(text) : [text]));
    if (text !== null && whole !== null)
      return { places: needPlaces(whole), where: isList(written ?? text) ? null : text };
    const listedPieces = pieces(value, separator);
    const places = needPlaces(
      listedPieces.flatMap((piece): readonly unknown[] =>
        typeof piece === 'string' ? (regionOf(piece) ?? listed(piece) ?? [piece]) : [piece],
      ),
    );
    const [only] = listedPieces;
    const where = listedPieces.length === 1 && typeof only === 'string' ? only.trim() : null;
    return { places, where };
  };
  const listed = (text: string) => (BETWEEN.test(text) ? null : placesIn(withoutCount(text), regionOf));
  return read;
}

/** Where traffic reaches the internet: codes or names of places, or words for "local" and "roaming". */
export function exitsIn(value: unknown): Pick<Draft, 'exits' | 'breakout'> {
  const texts = pieces(value, /[,;|/\n]/)
    .map(textOrNull)
    .filter((text) => text !== null);
  const [only = ''] = texts;
  if (texts.length === 1 && /^local(?: ?(?:ip|breakout|exit))?$/i.test(only)) return { breakout: 'local' };
  if (texts.length === 1 && /^(?:roaming|home[ -]?routed)$/i.test(only)) return { breakout: 'roaming' };
  return {
    exits: texts.flatMap((text) => {
      const bare = text
        .replace(/\([^)]*\)/g, ' ')
        .replace(/\bip\b/gi, ' ')
        .trim();
      return placesIn(bare) ?? [bare];
    }),
  };
}

const NO_NETWORK =
  /^(?:n\/?a|none|unknown|-|–|\d+|(?:multiple|various|all|local)(?: networks?| operators?)?)$/i;
const ITS_GENERATION = /(?<![ (（])[ (（]+((?:[2-5]G|LTE)(?:[ /／+,]{1,3}(?:[2-5]G|LTE))*)[)）]?$/i;
const PLACE_BEFORE = /^(?:([\p{L} .'-]{2,40}): *)?(.*)$/su;
const NETWORK_KEYS = 'name operator operatorName operator_name network networkName network_name'.split(' ');
const TYPE_KEYS = 'types type networkType network_type generation generations speed'.split(' ');

/** Names of networks, with or without their place and generation, or a list of `{code, networks}`. */
export function networksOf(value: unknown, separator?: string): readonly DraftNetwork[] {
  const found = readCoverages(value).networks;
  if (found.length > 0) return found;
  const named = recordsOf(value).flatMap((entry) => {
    const name = textOrNull(firstOf(entry, ...NETWORK_KEYS));
    return name === null
      ? []
      : [{ place: null, name, generation: bestGeneration(firstOf(entry, ...TYPE_KEYS)) }];
  });
  if (named.length > 0) return named;
  if (typeof value === 'string' && NO_NETWORK.test(value.trim())) return [];
  let place: string | null = null;
  // "TMN (MEO, Alice Group)" is one network.
  return pieces(value, separator ?? /(?:[,;|/\n]| & )(?![^()（）]{0,100}[)）])/).flatMap((piece) => {
    // "FR: Orange, SFR; DE: Telekom": a place applies until the next one.
    const [, before, text = ''] = PLACE_BEFORE.exec(textOrNull(piece) ?? '') ?? [];
    place = before ?? place;
    const name = text.replace(ITS_GENERATION, '');
    if (name === '' || NO_NETWORK.test(name)) return [];
    return [{ place, name, generation: bestGeneration(ITS_GENERATION.exec(text)?.[1]) }];
  });
}
