/** The time that a request may wait for a shared store. */
import type { Deadline } from '../limits/port.ts';
import { StoreError } from './port.ts';

/** How long one request may wait for a shared store, over all of its round trips. A caller hardly notices this wait. */
export const DEADLINE_MS = 300;

/** The time that is left for the round trips of one request. They follow one another. */
export class RequestDeadline implements Deadline {
  readonly #monotonic: () => number;
  #leftMs: number;

  /** `monotonic`: milliseconds that never go back. */
  constructor(totalMs = DEADLINE_MS, monotonic = () => performance.now()) {
    this.#leftMs = totalMs;
    this.#monotonic = monotonic;
  }

  /** A request that waits for another one has no more time left than that one. */
  limitTo(other: RequestDeadline): void {
    this.#leftMs = Math.min(this.#leftMs, other.#leftMs);
  }

  /** Settles like `reply`, or rejects if the time runs out first. */
  async wait<T>(reply: Promise<T>): Promise<T> {
    const startedAt = this.#monotonic();
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      // After a pause of this process, the replies that arrived meanwhile are read before the immediate.
      setImmediate(() => reject(new StoreError('unavailable', 'the shared store is slow')));
    }, this.#leftMs);
    try {
      return await Promise.race([reply, expired]);
    } finally {
      clearTimeout(timer);
      this.#leftMs = Math.max(0, this.#leftMs - (this.#monotonic() - startedAt));
    }
  }
}
