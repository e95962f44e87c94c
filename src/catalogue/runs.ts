/** Writers for what a snapshot holds in runs: texts row by row, interned texts, interned lists. */

import { release } from '../store/release.ts';

/** Room for a first few texts; it doubles as it fills. */
const INITIAL_BYTES = 4_096;

export interface TextRun {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Texts one after another as UTF-8. */
export class TextWriter {
  #bytes = Buffer.alloc(INITIAL_BYTES);
  #length = 0;
  readonly #offsets: number[] = [0];

  append(text: string): void {
    // A UTF-16 code unit never takes more than three bytes of UTF-8.
    const needed = this.#length + text.length * 3;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      release(this.#bytes);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.#offsets.push(this.#length);
  }

  finish(): TextRun {
    return { offsets: Uint32Array.from(this.#offsets), bytes: this.#bytes.subarray(0, this.#length) };
  }
}

/** Each distinct key once, numbered in the order of its first use (rows are sorted by then, so it is stable). */
export class Interned<T> {
  readonly #indexes = new Map<string, number>();
  readonly #values: T[] = [];

  add(key: string, value: () => T): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const made = value();
    const index = this.#values.length;
    this.#indexes.set(key, index);
    this.#values.push(made);
    return index;
  }

  get values(): readonly T[] {
    return this.#values;
  }
}

/** Where each list begins, and where the last one ends. */
export function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index]! + list.length;
  return offsets;
}
