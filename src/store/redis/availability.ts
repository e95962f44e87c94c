/**
 * Whether the shared store works, for health and the log. Requests do not read this state. Each one tries to use the
 * store, and fails if it cannot.
 */
import type { OnStoreEvent } from '../port.ts';
import { ACCESS_REFUSED, stateOf } from './failures.ts';

export class Availability {
  readonly #onEvent: OnStoreEvent;
  #failure: string | null = null;
  #isClosed = false;

  constructor(onEvent: OnStoreEvent) {
    this.#onEvent = onEvent;
  }

  /** What health reports while the store fails; null: it works. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Keeps the first failure until the store works again, because later errors are often only its consequences. */
  reportFailure(error: unknown): void {
    const failure = stateOf(error);
    // A refused access replaces it, because that is what the operator must repair.
    const isNews = this.#failure === null || (failure === ACCESS_REFUSED && failure !== this.#failure);
    if (!isNews || this.#isClosed) return;
    this.#failure = failure;
    const message = `the shared store cannot be used (${failure}): counted requests get 503`;
    this.#onEvent({ level: 'error', message });
  }

  /** Ignores later failures, because closing the store ends its connections. */
  close(): void {
    this.#isClosed = true;
  }

  reportSuccess(): void {
    if (this.#failure === null) return;
    this.#failure = null;
    this.#onEvent({ level: 'info', message: 'the shared store works again' });
  }
}
