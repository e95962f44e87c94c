/** Best-first reading of the candidates without sorting them all: build a heap once, then take as many as needed. */
import type { Scratch } from './scratch.ts';

/** Slots ascend by row, so the slot is the last tie-break. */
export function isBefore(scratch: Scratch, a: number, b: number): boolean {
  const first = scratch.key1[a]! - scratch.key1[b]!;
  if (first !== 0) return first < 0;
  // Compared, not subtracted: two infinite keys have no difference.
  const { key2, key3 } = scratch;
  if (key2[a]! !== key2[b]!) return key2[a]! < key2[b]!;
  if (key3[a]! !== key3[b]!) return key3[a]! < key3[b]!;
  return a < b;
}

function siftDown(scratch: Scratch, size: number, start: number): void {
  const { heap } = scratch;
  const moving = heap[start]!;
  let place = start;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(scratch, heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(scratch, heap[child]!, moving)) break;
    heap[place] = heap[child]!;
    place = child;
  }
  heap[place] = moving;
}

/** A heap of the slots that stand in `heap` from 0 to `size`. */
function heapify(scratch: Scratch, size: number): void {
  for (let place = (size >> 1) - 1; place >= 0; place--) siftDown(scratch, size, place);
}

/** Twice a list: enough for one of 20 with a few plans left out. */
const FIRST_HELPING = 40;
const lowest = new Float64Array(FIRST_HELPING);

/** The first key that so many candidates do not exceed; all the others need not even be looked at until those are used up. */
function cutoffOf({ key1 }: Scratch, count: number): number {
  let filled = 0;
  let worst = Number.POSITIVE_INFINITY;
  for (let slot = 0; slot < count; slot++) {
    const key = key1[slot]!;
    if (key >= worst) continue;
    // An insertion into a short sorted list; after the first few it happens rarely.
    let place = filled < FIRST_HELPING ? filled++ : FIRST_HELPING - 1;
    for (; place > 0 && lowest[place - 1]! > key; place--) lowest[place] = lowest[place - 1]!;
    lowest[place] = key;
    if (filled === FIRST_HELPING) worst = lowest[FIRST_HELPING - 1]!;
  }
  return worst;
}

/** The slots in their order, as far as they are asked for. */
export class BestFirst {
  readonly #scratch: Scratch;
  readonly #count: number;
  readonly #cutoff: number;
  #size = 0;
  #isSecondHelping = false;

  constructor(scratch: Scratch, count: number) {
    this.#scratch = scratch;
    this.#count = count;
    this.#cutoff = cutoffOf(scratch, count);
    const { heap, key1 } = scratch;
    for (let slot = 0; slot < count; slot++) if (key1[slot]! <= this.#cutoff) heap[this.#size++] = slot;
    heapify(scratch, this.#size);
  }

  /** null: there are no more. */
  next(): number | null {
    if (this.#size === 0 && !this.#isSecondHelping) this.#takeTheRest();
    if (this.#size === 0) return null;
    const { heap } = this.#scratch;
    const best = heap[0]!;
    heap[0] = heap[--this.#size]!;
    siftDown(this.#scratch, this.#size, 0);
    return best;
  }

  #takeTheRest(): void {
    this.#isSecondHelping = true;
    const { heap, key1 } = this.#scratch;
    for (let slot = 0; slot < this.#count; slot++) if (key1[slot]! > this.#cutoff) heap[this.#size++] = slot;
    heapify(this.#scratch, this.#size);
  }
}
