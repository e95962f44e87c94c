/** Writers for what a snapshot holds in runs: texts row by row, interned texts, interned lists. */

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

export function textRun(texts: readonly string[]): {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
} {
  const offsets = new Uint32Array(texts.length + 1);
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  const writer = new TextWriter(offsets, bytes);
  for (const text of texts) writer.append(text);
  return { offsets, bytes };
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
