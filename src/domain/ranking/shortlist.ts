/** A sorted list that keeps the best so many of all plans that it is offered. */

/** Where each value stands in an entry: keys compare in this order, lower is better. Postings ascend by row. */
const ENTRY = { key1: 0, key2: 1, key3: 2, posting: 3, size: 4 } as const;

interface Room {
  /** Records of ENTRY.size values. An entry is named by where its record begins. */
  readonly entries: Float64Array;
  /** The best entries, in order. */
  readonly best: Uint32Array;
  readonly heap: Uint32Array;
}

function allocate(plans: number): Room {
  return {
    entries: new Float64Array(plans * ENTRY.size),
    best: new Uint32Array(plans),
    heap: new Uint32Array(plans),
  };
}

/** Shared, because only one list is made at a time. */
const FIRST_CAPACITY = 4_096;
let shared = allocate(FIRST_CAPACITY);

function isBefore(entries: Float64Array, a: number, b: number): boolean {
  const first = entries[a]!;
  const other = entries[b]!;
  return first === other ? isBeforeInTie(entries, a, b) : first < other;
}

function isBeforeInTie(entries: Float64Array, a: number, b: number): boolean {
  for (let key = ENTRY.key2; key < ENTRY.posting; key++) {
    if (entries[a + key]! !== entries[b + key]!) return entries[a + key]! < entries[b + key]!;
  }
  return entries[a + ENTRY.posting]! < entries[b + ENTRY.posting]!;
}

/** Restores the order of a heap of entries, the best one on top, after its entry at `start` changed. */
function siftDown({ heap, entries }: Room, size: number, start: number): void {
  const moving = heap[start]!;
  let place = start;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(entries, heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(entries, heap[child]!, moving)) break;
    heap[place] = heap[child]!;
    place = child;
  }
  heap[place] = moving;
}

/**
 * First many are added in any order, then it settles on the best; from then on single ones are offered, and of those
 * only few still enter.
 */
export class Shortlist {
  readonly limit: number;
  /** Whoever has a higher first key need not be offered; nor, with the same first key, whoever has a higher second. */
  worst1 = Number.POSITIVE_INFINITY;
  worst2 = Number.POSITIVE_INFINITY;
  readonly #room: Room;
  /** Where the next entry begins. */
  #next = 0;
  #size = 0;

  /** `among`: how many plans there are at most. */
  constructor(limit: number, among: number) {
    if (among > shared.best.length) shared = allocate(2 ** Math.ceil(Math.log2(among)));
    this.#room = shared;
    this.limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size === this.limit;
  }

  at(place: number): number {
    return this.#room.entries[this.#room.best[place]! + ENTRY.posting]!;
  }

  add(posting: number, key1: number, key2: number, key3: number): void {
    const { entries } = this.#room;
    const entry = this.#next;
    this.#next += ENTRY.size;
    entries[entry + ENTRY.key1] = key1;
    entries[entry + ENTRY.key2] = key2;
    entries[entry + ENTRY.key3] = key3;
    entries[entry + ENTRY.posting] = posting;
  }

  settle(): void {
    const room = this.#room;
    const { heap, best } = room;
    let left = this.#next / ENTRY.size;
    for (let index = 0; index < left; index++) heap[index] = index * ENTRY.size;
    for (let place = (left >> 1) - 1; place >= 0; place--) siftDown(room, left, place);
    for (this.#size = 0; this.#size < this.limit && left > 0; this.#size++) {
      best[this.#size] = heap[0]!;
      heap[0] = heap[--left]!;
      siftDown(room, left, 0);
    }
    this.#noteWorst();
  }

  offer(posting: number, key1: number, key2: number, key3: number): void {
    const { entries, best } = this.#room;
    const entry = this.#next;
    this.add(posting, key1, key2, key3);
    // Where all are kept, sorting them once at the end is quicker than finding a place for each.
    if (this.limit === Number.POSITIVE_INFINITY) return;
    if (this.#size < this.limit) {
      this.#size++;
    } else if (!isBefore(entries, entry, best[this.#size - 1]!)) {
      this.#next = entry;
      return;
    }
    let place = this.#size - 1;
    for (; place > 0 && isBefore(entries, entry, best[place - 1]!); place--) best[place] = best[place - 1]!;
    best[place] = entry;
    this.#noteWorst();
  }

  /** To be called when all have been offered. */
  finish(): void {
    if (this.limit === Number.POSITIVE_INFINITY) this.settle();
  }

  #noteWorst(): void {
    if (this.#size < this.limit) return;
    const { entries, best } = this.#room;
    this.worst1 = entries[best[this.#size - 1]! + ENTRY.key1]!;
    this.worst2 = entries[best[this.#size - 1]! + ENTRY.key2]!;
  }
}
