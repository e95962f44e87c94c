/** The time that a request may wait for a shared store. */
import type { Deadline } from '../limits/port.ts';

/** How long one request may wait for a shared store, over all of its round trips. A caller hardly notices this wait. */
export const DEADLINE_MS = 300;

/**
 * The time is measured in slices of 25 ms. If the event loop of this process stalls, a slice ends late but counts once,
 * and the replies that arrived meanwhile are read before the next slice. Therefore only a slow store uses up the time.
 */
export const SLICE_MS = 25;

/** The time that is left for the round trips of one request. Parallel round trips count once. */
export class RequestDeadline implements Deadline {
  readonly #totalMs: number;
  #leftMs: number;
  /** Rejects each reply that is being waited for. A request seldom waits for more than two. */
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #sliceMs = 0;
  #sliceStart = 0;

  constructor(totalMs = DEADLINE_MS) {
    this.#totalMs = totalMs;
    this.#leftMs = totalMs;
  }

  /** True if no time was used yet: a late reply is then a fault of the store, and not of earlier round trips. */
  get isUnused(): boolean {
    return this.#leftMs === this.#totalMs && this.#waiting.length === 0;
  }

  /** A request that waits for another one has no more time left than that one. The running slice of `other` is not subtracted. */
  limitTo(other: RequestDeadline): void {
    this.#leftMs = Math.min(this.#leftMs, other.#leftMs);
  }

  /** Resolves or rejects like `reply`, or rejects with "deadline" if the time runs out first. */
  wait<T>(reply: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const expire = () => reject(new Error('deadline'));
      this.#waiting.push(expire);
      if (this.#waiting.length === 1) this.#startSlice();
      const end = () => {
        const at = this.#waiting.indexOf(expire);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        if (this.#waiting.length === 0) this.#stop();
      };
      reply.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  #startSlice(): void {
    this.#sliceMs = Math.min(SLICE_MS, Math.max(0, this.#leftMs));
    this.#sliceStart = performance.now();
    // The replies that have arrived are read between a timer and the immediate after it.
    this.#timer = setTimeout(() => {
      this.#immediate = setImmediate(() => this.#endSlice());
    }, this.#sliceMs);
  }

  /** A slice that ends late because the event loop stalled still counts as one slice. */
  #endSlice(): void {
    this.#leftMs -= this.#sliceMs;
    if (this.#leftMs > 0) {
      this.#startSlice();
      return;
    }
    for (const expire of this.#waiting.splice(0)) expire();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#leftMs -= Math.min(this.#sliceMs, performance.now() - this.#sliceStart);
  }
}
