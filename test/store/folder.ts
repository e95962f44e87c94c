/** A folder of its own for each test, and stores in it that close themselves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreMode } from '../../src/store/embedded/modes.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from '../../src/store/embedded/open.ts';
import type { Store, StoreEvent } from '../../src/store/port.ts';

/** Soon, so that tests of watching need not wait a second. */
const POLL_MS = 20;

export class TestFolder {
  readonly path: string;
  readonly events: StoreEvent[] = [];
  now = 1_768_478_400_000;
  readonly #stores: Store[] = [];
  #onEvent: (event: StoreEvent) => void = () => {};

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<TestFolder> {
    return new TestFolder(await mkdtemp(join(tmpdir(), 'esim-store-')));
  }

  async open(mode: StoreMode, options: Partial<EmbeddedStoreOptions> = {}): Promise<Store> {
    const store = await openEmbeddedStore({
      folder: this.path,
      clock: () => this.now,
      mode,
      pollMs: POLL_MS,
      onEvent: (event) => {
        this.events.push(event);
        this.#onEvent(event);
      },
      ...options,
    });
    this.#stores.push(store);
    return store;
  }

  /** The next event with such a message, or one that has already come. */
  event(pattern: RegExp): Promise<StoreEvent> {
    const known = this.events.find(({ message }) => pattern.test(message));
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#onEvent = (event) => {
        if (pattern.test(event.message)) resolve(event);
      };
    });
  }

  /** Closes every store; the folder stays. */
  async closeStores(): Promise<void> {
    for (const store of this.#stores.splice(0)) await store.close();
  }

  async close(): Promise<void> {
    await this.closeStores();
    await rm(this.path, { recursive: true, force: true });
  }
}
