import type { StoreEvent } from '../events.ts';

/** While something is wrong, a write that means nothing is tried this often, so that recovery needs no request. */
const PROBE_EVERY_MS = 500;

/** Whether the database works, as health says it. Goes bad with the first failure, well with a write that worked. */
export class Condition {
  readonly #probe: () => Promise<unknown>;
  readonly #onEvent: (event: StoreEvent) => void;
  #state = 'ok';
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(probe: () => Promise<unknown>, onEvent: (event: StoreEvent) => void) {
    this.#probe = probe;
    this.#onEvent = onEvent;
  }

  get state(): string {
    return this.#state;
  }

  failed(message: string): void {
    if (this.#stopped) return;
    if (this.#state === 'ok')
      this.#onEvent({ level: 'error', kind: 'failing', message: `the store fails: ${message}` });
    this.#state = message;
    this.#timer ??= setTimeout(() => void this.#try(), PROBE_EVERY_MS).unref();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #try(): Promise<void> {
    try {
      await this.#probe();
      if (this.#stopped) return;
      this.#timer = null;
      this.#state = 'ok';
      this.#onEvent({ level: 'info', kind: 'recovered', message: 'the store works again' });
    } catch (error) {
      this.#timer = null;
      this.failed(error instanceof Error ? error.message : String(error));
    }
  }
}
