/** Whether the shared store works, for health and the log. A request does not ask: it tries, and fails by itself. */
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

  /** The first failure is reported until the store works again, because what follows from it says less. */
  fail(error: unknown): void {
    const failure = stateOf(error);
    // A refused access is what the operator must repair, whatever failed before it.
    const isNews = this.#failure === null || (failure === ACCESS_REFUSED && failure !== this.#failure);
    if (!isNews || this.#isClosed) return;
    this.#failure = failure;
    const message = `the shared store cannot be used (${failure}): counted requests get 503`;
    this.#onEvent({ level: 'error', message });
  }

  /** The connections that end with the store are no failure. */
  close(): void {
    this.#isClosed = true;
  }

  work(): void {
    if (this.#failure === null) return;
    this.#failure = null;
    this.#onEvent({ level: 'info', message: 'the shared store works again' });
  }
}
