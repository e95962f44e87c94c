/** What a snapshot holds in runs: texts row by row, interned texts, interned coverages. */

import { NONE } from '../domain/columns.ts';
import {
  type CountryCode,
  type Coverage,
  GENERATIONS,
  type Generation,
  type Network,
} from '../domain/plan.ts';
import { MarketError } from './catalogue.ts';
import { compareStrings } from './head.ts';

/** Texts one after another as UTF-8, into columns that are exactly as long as they need to be. */
export class TextWriter {
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;
  #count = 0;
  #length = 0;

  /** `offsets` has one element more than there are texts. */
  constructor(offsets: Uint32Array, bytes: Uint8Array) {
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  append(text: string): void {
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.#count += 1;
    this.#offsets[this.#count] = this.#length;
  }
}

export function textRun(texts: readonly string[]) {
  const offsets = new Uint32Array(texts.length + 1);
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  const writer = new TextWriter(offsets, bytes);
  for (const text of texts) writer.append(text);
  return { offsets, bytes };
}

/** Each distinct key once, numbered in the order of its first use (rows are sorted by then, so it is stable). */
export class Interned<T> {
  readonly #indexes = new Map<string, number>();
  readonly values: T[] = [];

  add(key: string, value: () => T): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const index = this.values.push(value()) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}

/** Where each list begins, and where the last one ends. */
function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index]! + list.length;
  return offsets;
}

// Coverage, interned: a handful of place lists and network lists serve hundreds of thousands of plans.

const PLACE = /^[A-Z]{2}$/;
/** Objects that are made row by row must not all be kept for the sake of the next. */
const SEEN_MAX = 10_000;

/** 0 not stated, else 2 to 5. */
const generationNumber = (generation: Generation | null): number =>
  generation === null ? 0 : GENERATIONS.indexOf(generation) + 2;

type CoverageRow = Readonly<
  Record<'destinations' | 'exclusions' | 'networks' | 'generation' | 'exits', number>
>;

export class CoverageEncoder {
  readonly #places = new Map<CountryCode, number>();
  readonly #string: (text: string) => number;
  readonly #placeLists = new Interned<readonly number[]>();
  readonly #networkLists = new Interned<readonly { name: number; generation: number }[]>();
  readonly #networkMaps = new Interned<readonly { place: number; list: number }[]>();
  readonly #coverages = new Interned<CoverageRow>();
  /** Plans of one source often share the very object; looking it up spares spelling its key. Forgotten when full. */
  readonly #seen = new Map<Coverage, number>();

  /** `places`: every code that any coverage names, in any order. */
  constructor(places: ReadonlySet<CountryCode>, string: (text: string) => number) {
    this.#string = string;
    for (const [index, place] of [...places].toSorted(compareStrings).entries()) {
      if (!PLACE.test(place)) throw new MarketError(`"${place}" is no country code`);
      this.#places.set(place, index);
    }
  }

  add(coverage: Coverage): number {
    const seen = this.#seen.get(coverage);
    if (seen !== undefined) return seen;
    if (coverage.destinations.length === 0) throw new MarketError('a plan covers no destination');
    const row: CoverageRow = {
      destinations: this.#placeList(coverage.destinations),
      exclusions: this.#placeList(coverage.exclusions),
      networks: this.#networkMap(coverage.networks),
      generation: generationNumber(coverage.generation),
      exits: coverage.exits === null ? NONE : this.#placeList(coverage.exits),
    };
    const index = this.#coverages.add(Object.values(row).join(), () => row);
    if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
    this.#seen.set(coverage, index);
    return index;
  }

  #placeList(places: readonly CountryCode[]): number {
    return this.#placeLists.add(places.join(), () => {
      for (let at = 1; at < places.length; at += 1) {
        if (places[at - 1]! >= places[at]!) {
          throw new MarketError(`places must be sorted without repeats: ${places.join()}`);
        }
      }
      return places.map((place) => this.#places.get(place)!);
    });
  }

  #networkMap(networks: Coverage['networks']): number {
    const pairs = Object.keys(networks)
      .toSorted(compareStrings)
      .map((place) => ({ place: this.#places.get(place)!, list: this.#networkList(networks[place]!) }));
    return this.#networkMaps.add(pairs.map(({ place, list }) => `${place}:${list}`).join(), () => pairs);
  }

  #networkList(networks: readonly Network[]): number {
    const list = networks.map(({ name, generation }) => ({
      name: this.#string(name),
      generation: generationNumber(generation),
    }));
    return this.#networkLists.add(
      list.map(({ name, generation }) => `${name}:${generation}`).join(),
      () => list,
    );
  }

  finish() {
    const networks = this.#networkLists.values.flat();
    const pairs = this.#networkMaps.values.flat();
    const coverages = this.#coverages.values;
    return {
      placeLetters: Buffer.from([...this.#places.keys()].join(''), 'latin1'),
      placeListOffsets: offsetsOf(this.#placeLists.values),
      placeListPlaces: Uint16Array.from(this.#placeLists.values.flat()),
      networkListOffsets: offsetsOf(this.#networkLists.values),
      networkListNameStrings: Uint32Array.from(networks, ({ name }) => name),
      networkListGenerations: Uint8Array.from(networks, ({ generation }) => generation),
      networkMapOffsets: offsetsOf(this.#networkMaps.values),
      networkMapPlaces: Uint16Array.from(pairs, ({ place }) => place),
      networkMapLists: Uint32Array.from(pairs, ({ list }) => list),
      coverageDestinations: Uint32Array.from(coverages, ({ destinations }) => destinations),
      coverageExclusions: Uint32Array.from(coverages, ({ exclusions }) => exclusions),
      coverageNetworks: Uint32Array.from(coverages, ({ networks: map }) => map),
      coverageGeneration: Uint8Array.from(coverages, ({ generation }) => generation),
      coverageExits: Uint32Array.from(coverages, ({ exits }) => exits),
    };
  }
}
