import type { Entry } from './entry.ts';

/** A JSON answer costs about this many times its text once it is also held compressed and derived from. */
const WEIGHT_FACTOR = 3;

interface Held {
  readonly entry: Entry;
  /** On a clock that never goes back: whatever happens to the other one, no answer outlives its time. */
  readonly endsAt: number;
}

/** This process's own copies of answers: bounded in bytes, oldest out first, never past their time. */
export class AnswerCache {
  readonly #entries = new Map<string, Held>();
  readonly #maxBytes: number;
  readonly #clock: () => number;
  readonly #monotonic: () => number;
  /** Entries whose time is over while their expiry, after a clock went back, is still to come. */
  readonly #over = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes: number, clock: () => number, monotonic: () => number) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  get(key: string): Entry | null {
    const held = this.#entries.get(key);
    if (held === undefined) return null;
    const { entry, endsAt } = held;
    const isExpired = entry.expiresAt <= this.#clock();
    if (!isExpired && endsAt > this.#monotonic()) return entry;
    this.#drop(key, held);
    if (!isExpired) this.#over.set(key, entry.expiresAt);
    return null;
  }

  /** Whether this very entry was held here for all of its time. */
  isOver(key: string, { expiresAt }: Entry): boolean {
    return this.#over.get(key) === expiresAt;
  }

  put(key: string, entry: Entry): void {
    this.#over.delete(key);
    const old = this.#entries.get(key);
    if (old !== undefined) this.#drop(key, old);
    const endsAt = this.#monotonic() + entry.leftMs(this.#clock());
    this.#entries.set(key, { entry, endsAt });
    this.#bytes += weigh(entry);
    for (const [oldest, held] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === key) break;
      this.#drop(oldest, held);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#over.clear();
    this.#bytes = 0;
  }

  get size(): number {
    return this.#entries.size;
  }

  #drop(key: string, { entry }: Held): void {
    this.#entries.delete(key);
    this.#bytes -= weigh(entry);
  }
}

const weigh = (entry: Entry): number => entry.json.length * WEIGHT_FACTOR;
