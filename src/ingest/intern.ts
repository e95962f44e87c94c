/**
 * Finds equal coverages without spelling them: a regional plan's networks as one text would be kilobytes for every row.
 * Every word becomes a small number once; a coverage is then a short row of numbers.
 */
import type { Draft, DraftNetwork } from './adapter.ts';

interface Entry<T> {
  readonly numbers: Int32Array;
  readonly value: T;
}

/** Numbers below zero separate the parts, so that no two different drafts give the same row. */
const PLACES_END = -1;
const NETWORK_END = -2;
/** A network whose generations are all plain ends in one number for all of them. */
const PLAIN_GENERATIONS_END = -3;
const GENERATION_BITS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  '2G': 1,
  '3G': 2,
  '4G': 4,
  '5G': 8,
});
/** A feed made to collide must not cost more than this for each row. */
const CHAIN_MAX = 64;

/** `make` is given a number that no other coverage has. */
export function createInterner<T>(): (draft: Draft, make: (id: number) => T) => T {
  const words = new Map<string, number>();
  const known = new Map<number, Entry<T>[]>();
  let row = new Int32Array(1024);
  let length = 0;
  let hash = 0;
  let count = 0;

  function add(number: number): void {
    if (length === row.length) {
      const longer = new Int32Array(length * 2);
      longer.set(row);
      row = longer;
    }
    row[length++] = number;
    // FNV-1a over whole numbers: quick, and equality is checked behind it.
    hash = Math.imul(hash ^ number, 0x01000193);
  }

  function numberOf(word: string): number {
    const number = words.get(word);
    if (number !== undefined) return number;
    words.set(word, words.size + 1);
    return words.size;
  }

  function spell(draft: Draft): void {
    length = 0;
    hash = 0x811c9dc5;
    const { scope, generation, breakout, roaming } = draft;
    add(scope ? numberOf(scope) : 0);
    add(generation ? numberOf(generation) : 0);
    add(breakout ? numberOf(breakout) : 0);
    add(roaming === true ? 1 : roaming === false ? 2 : 0);
    const placesAt = length;
    for (const place of draft.places) add(numberOf(place));
    add(PLACES_END);
    if (draft.excludedPlaces !== undefined) for (const place of draft.excludedPlaces) add(numberOf(place));
    add(PLACES_END);
    if (draft.exits !== undefined) for (const place of draft.exits) add(numberOf(place));
    add(PLACES_END);
    if (draft.networks !== undefined) spellNetworks(draft.networks, draft.places, placesAt);
  }

  function spellNetworks(
    networks: readonly DraftNetwork[],
    places: readonly string[],
    placesAt: number,
  ): void {
    let at = 0;
    for (const { place, name, generations } of networks) {
      // Feeds list networks in the order of their places, so the number is mostly known already.
      if (places[at] !== place && places[at + 1] === place) at++;
      add(place === null ? 0 : places[at] === place ? (row[placesAt + at] ?? 0) : numberOf(place));
      add(numberOf(name));
      let end = PLAIN_GENERATIONS_END;
      let bits = 0;
      for (const word of generations) {
        const bit = GENERATION_BITS[word] ?? 0;
        // Only rising plain words are told by their bits alone.
        if (bit > bits) bits |= bit;
        else {
          add(numberOf(word));
          end = NETWORK_END;
        }
      }
      add(end === NETWORK_END ? NETWORK_END : PLAIN_GENERATIONS_END - bits);
      if (end === NETWORK_END) add(bits);
    }
  }

  return (draft, make) => {
    spell(draft);
    const entries = known.get(hash);
    if (entries !== undefined)
      for (const { numbers, value } of entries) if (isSame(numbers, row, length)) return value;
    const entry = { numbers: row.slice(0, length), value: make(count++) };
    if (entries === undefined) known.set(hash, [entry]);
    else if (entries.length < CHAIN_MAX) entries.push(entry);
    return entry.value;
  };
}

function isSame(numbers: Int32Array, row: Int32Array, length: number): boolean {
  if (numbers.length !== length) return false;
  for (let i = 0; i < length; i++) if (numbers[i] !== row[i]) return false;
  return true;
}
