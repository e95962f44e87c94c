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

export function buildHeap(scratch: Scratch, count: number): void {
  for (let slot = 0; slot < count; slot++) scratch.heap[slot] = slot;
  for (let place = (count >> 1) - 1; place >= 0; place--) siftDown(scratch, count, place);
}

/** The best of the `size` slots left; the caller counts one less from then on. */
export function takeBest(scratch: Scratch, size: number): number {
  const { heap } = scratch;
  const best = heap[0]!;
  heap[0] = heap[size - 1]!;
  siftDown(scratch, size - 1, 0);
  return best;
}
