/**
 * From a caller's 128-bit hash to a small number, its slot, under which the tally keeps its counts.
 * Open addressing on typed arrays: 17 bytes a slot and 8 a place in the table, where a Map of strings takes about 100.
 * The hash is keyed, so nobody can aim callers at one place.
 */
import { hash } from 'node:crypto';

const WORDS = 4;
/** What every caller of this module sees for "not here"; slots start at 1. */
export const NO_SLOT = 0;

export class CallerIndex {
  /** How many callers fit. */
  readonly max: number;
  /** Place → slot. Made whole at once (the pages that nobody touches cost nothing), so it is never built anew. */
  readonly #places: Uint32Array;
  readonly #mask: number;
  #words = new Uint32Array(WORDS * 1024);
  #live = new Uint8Array(1024);
  #free = NO_SLOT;
  #end = 1;
  #size = 0;
  /** The hash that is being looked for: four numbers, set by `#read`. */
  readonly #sought = new Uint32Array(WORDS);

  constructor(max: number) {
    this.max = max;
    // At most half full, so that a search looks at 1.5 places on average.
    const places = 2 ** Math.ceil(Math.log2(Math.max(2, max * 2)));
    this.#places = new Uint32Array(places);
    this.#mask = places - 1;
  }

  get size(): number {
    return this.#size;
  }

  /** Slots are below this; those that are not live are free. */
  get end(): number {
    return this.#end;
  }

  isLive(slot: number): boolean {
    return this.#live[slot] === 1;
  }

  find(caller: string): number {
    this.#read(caller);
    return this.#places[this.#placeOfSought()]!;
  }

  /** The slot of a caller that is not there yet. NO_SLOT where the table is full. */
  add(caller: string): number {
    if (this.#size >= this.max) return NO_SLOT;
    this.#read(caller);
    const place = this.#placeOfSought();
    const slot = this.#freeSlot();
    this.#places[place] = slot;
    this.#words.set(this.#sought, slot * WORDS);
    this.#live[slot] = 1;
    this.#size += 1;
    return slot;
  }

  remove(slot: number): void {
    let gap = this.#homeOf(slot);
    while (this.#places[gap] !== slot) gap = (gap + 1) & this.#mask;
    // Those behind the gap move up where they may, so that no search stops at it too early.
    for (
      let place = (gap + 1) & this.#mask;
      this.#places[place] !== NO_SLOT;
      place = (place + 1) & this.#mask
    ) {
      const moved = this.#places[place]!;
      const pastHome = (place - this.#homeOf(moved)) & this.#mask;
      const pastGap = (place - gap) & this.#mask;
      if (pastHome < pastGap) continue;
      this.#places[gap] = moved;
      gap = place;
    }
    this.#places[gap] = NO_SLOT;
    this.#live[slot] = 0;
    this.#words[slot * WORDS] = this.#free;
    this.#free = slot;
    this.#size -= 1;
  }

  /** The hash in hexadecimal. */
  callerOf(slot: number): string {
    let caller = '';
    for (let word = 0; word < WORDS; word += 1) {
      caller += this.#words[slot * WORDS + word]!.toString(16).padStart(8, '0');
    }
    return caller;
  }

  #homeOf(slot: number): number {
    return this.#words[slot * WORDS]! & this.#mask;
  }

  /** Where the sought caller is, or the empty place where it belongs. */
  #placeOfSought(): number {
    let place = this.#sought[0]! & this.#mask;
    let slot = this.#places[place]!;
    while (slot !== NO_SLOT && !this.#isSought(slot * WORDS)) {
      place = (place + 1) & this.#mask;
      slot = this.#places[place]!;
    }
    return place;
  }

  #isSought(at: number): boolean {
    const words = this.#words;
    const sought = this.#sought;
    return (
      words[at] === sought[0] &&
      words[at + 1] === sought[1] &&
      words[at + 2] === sought[2] &&
      words[at + 3] === sought[3]
    );
  }

  #freeSlot(): number {
    const slot = this.#free;
    if (slot !== NO_SLOT) {
      this.#free = this.#words[slot * WORDS]!;
      return slot;
    }
    if (this.#end === this.#live.length) {
      const size = Math.min(this.#end * 2, this.max + 1);
      const words = new Uint32Array(size * WORDS);
      words.set(this.#words);
      this.#words = words;
      const live = new Uint8Array(size);
      live.set(this.#live);
      this.#live = live;
    }
    this.#end += 1;
    return this.#end - 1;
  }

  #read(caller: string): void {
    if (readHex(caller, this.#sought)) return;
    // Not our own hash: it is hashed here, so that whatever comes in, nothing readable is kept.
    readHex(hash('sha256', caller, 'hex').slice(0, WORDS * 8), this.#sought);
  }
}

/** The value of each character code as a hexadecimal digit, 255 for none. */
const DIGITS = new Uint8Array(128).fill(255);
for (let digit = 0; digit < 16; digit += 1) DIGITS[digit.toString(16).charCodeAt(0)] = digit;

function readHex(text: string, words: Uint32Array): boolean {
  if (text.length !== WORDS * 8) return false;
  let faults = 0;
  for (let word = 0; word < WORDS; word += 1) {
    let value = 0;
    for (let at = word * 8; at < word * 8 + 8; at += 1) {
      const digit = DIGITS[text.charCodeAt(at)] ?? 255;
      faults |= digit;
      value = (value << 4) | digit;
    }
    words[word] = value;
  }
  return faults < 16;
}
