/** What feeds say of places, in their own spelling: the step behind resolves it. */
import { fold } from '../../domain/places/fold.ts';
import { resolvePlace } from '../../domain/places/search.ts';
import { GENERATIONS, type Generation } from '../../domain/plan.ts';
import type { Draft, DraftNetwork } from '../adapter.ts';
import type { GenericOptions } from '../adapters/column-map.ts';
import { firstOf, isRecord, listOf, own, recordsOf, refuse, textOrNull } from './value.ts';

/** More than there are countries, aliases included. */
const PLACES_MAX = 400;

/** Places without repeats; a plan for nowhere is refused. */
export function needPlaces(values: Iterable<unknown>): readonly string[] {
  const places = new Set<string>();
  for (const value of values) {
    const place = textOrNull(value);
    if (place !== null && places.size < PLACES_MAX) places.add(place);
  }
  return places.size === 0 ? refuse('no_place', 'It names no place.') : [...places];
}

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
    const place = textOrNull(firstOf(entry, 'code', 'country_code'));
    if (place === null) continue;
    places.push(place);
    for (const network of recordsOf(own(entry, 'networks'))) {
      const name = textOrNull(own(network, 'name'));
      if (name !== null) networks.push({ place, name, generations: generationsOf(own(network, 'types')) });
    }
  }
  return { places, networks };
}

/** Local where traffic leaves in the plan's only destination; roaming where it leaves elsewhere. */
export function breakoutOf(
  exits: readonly string[],
  places: readonly string[],
): NonNullable<Draft['breakout']> {
  if (exits.length === 0) return 'unknown';
  const known = exits.map((exit) => exit.toUpperCase());
  return places.length === 1 && known.includes((places[0] ?? '').toUpperCase()) ? 'local' : 'roaming';
}

const COUNT_OF_PLACES = /[ ,(-]{0,5}\b\d{1,3}\+? ?(?:countries|destinations|areas|places)\)?$/i;

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
  '4G LTE': '4G',
  '4G+': '4G',
  'LTE+': '4G',
  '5G': '5G',
  '5G NSA': '5G',
  NR: '5G',
};

/** A bit for each generation: feeds name some for every network of every place, so this is among the busiest code. */
const BITS: ReadonlyMap<string, number> = new Map(
  Object.entries(WORDS).map(([word, generation]) => [word, 1 << GENERATIONS.indexOf(generation)]),
);
/** Every set of generations, lowest first, by its bits. */
const SETS: readonly (readonly Generation[])[] = Array.from({ length: 1 << GENERATIONS.length }, (_, bits) =>
  GENERATIONS.filter((_generation, at) => (bits & (1 << at)) !== 0),
);

/** "3G/4G/5G", ["LTE", "5G"], "{2G,3G}": the generations named, lowest first; unknown words are left out. */
export function generationsOf(value: unknown): readonly Generation[] {
  let bits = 0;
  if (Array.isArray(value)) for (const text of value) bits |= bitsOf(text);
  else bits = bitsOf(value);
  return SETS[bits] ?? [];
}

function bitsOf(text: unknown): number {
  if (typeof text !== 'string') return 0;
  const plain = BITS.get(text);
  if (plain !== undefined) return plain;
  let bits = 0;
  for (const word of text.slice(0, 200).split(/[,/|{}[\]"]/))
    bits |= BITS.get(word.trim().toUpperCase()) ?? 0;
  return bits;
}

export function bestGeneration(value: unknown): Generation | null {
  return generationsOf(value).at(-1) ?? null;
}

// Places and networks in one cell of a generic feed: codes, names, lists of them, or a region of the operator's map.

/** What database dumps put around a list: "{FR,DE}", '["FR","DE"]'. */
const AROUND_LISTS = /[{}[\]"']/g;

export function pieces(value: unknown, separator = ','): readonly unknown[] {
  if (Array.isArray(value)) return readCoverages(value).places;
  return typeof value === 'string' ? value.replace(AROUND_LISTS, '').split(separator) : [];
}

export interface PlacesCell {
  readonly places: readonly string[];
  /** For a name where the feed has none. */
  readonly where: string;
}

export function createPlacesReader({ regions = {}, separator }: GenericOptions) {
  const known = new Map(Object.entries(regions).map(([name, places]) => [fold(name), places]));
  const regionOf = (text: string) => known.get(fold(text)) ?? known.get(fold(withoutCount(text)));
  return (value: unknown): PlacesCell => {
    const region = typeof value === 'string' ? regionOf(value) : undefined;
    if (typeof value === 'string' && region !== undefined)
      return { places: needPlaces(region), where: value.trim() };
    // "Korea, Republic of" is one place.
    const whole = typeof value === 'string' && resolvePlace(value) !== null;
    const written = whole ? [value] : pieces(value, separator);
    const places = needPlaces(
      written.flatMap((piece) => (typeof piece === 'string' ? (regionOf(piece) ?? [piece]) : [piece])),
    );
    const [only] = written;
    const where = written.length === 1 && typeof only === 'string' ? only.trim() : `${places.length} places`;
    return { places, where };
  };
}

/** Names for the plan as a whole, or `{code, networks}` for each place. */
export function networksOf(value: unknown, names: readonly string[]): readonly DraftNetwork[] {
  const found = readCoverages(value).networks;
  return found.length > 0 ? found : names.map((name) => ({ place: null, name, generations: [] }));
}
