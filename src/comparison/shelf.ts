import type { Entry } from './entry.ts';

/** A JSON answer costs about this many times its text once it is also held compressed and derived from. */
const WEIGHT_FACTOR = 3;

/** This process's own copies of cached answers: bounded in bytes, oldest out first, never past their time. */
export class Shelf {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string, now: number): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.expiresAt > now) return entry;
    this.#drop(key, entry);
    return null;
  }

  put(key: string, entry: Entry): void {
    const old = this.#entries.get(key);
    if (old !== undefined) this.#drop(key, old);
    this.#entries.set(key, entry);
    this.#bytes += weigh(entry);
    for (const [oldest, stale] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.#drop(oldest, stale);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  get size(): number {
    return this.#entries.size;
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= weigh(entry);
  }
}

const weigh = (entry: Entry): number => entry.json.length * WEIGHT_FACTOR;
