import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Edition } from '../port.ts';
import type { Api } from './api.ts';

/** Notices editions of other processes by asking SQLite, now and then, whether anybody else has written. */
export class EditionWatch {
  readonly onEdition: (edition: Edition) => void;
  readonly #api: Pick<Api, 'editionSerial' | 'listEditions'>;
  readonly #dataVersion: StatementSync;
  #timer: NodeJS.Timeout | null = null;
  #seenVersion: unknown = null;
  #seenSerial = 0;

  constructor(
    db: DatabaseSync,
    api: Pick<Api, 'editionSerial' | 'listEditions'>,
    onEdition: (edition: Edition) => void,
  ) {
    this.onEdition = onEdition;
    this.#api = api;
    // Changes with every commit of another connection; costs no read of the file's pages.
    this.#dataVersion = db.prepare('PRAGMA data_version');
  }

  get isOn(): boolean {
    return this.#timer !== null;
  }

  start(pollMs: number): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.#poll(), pollMs);
    try {
      this.#seenSerial = this.#api.editionSerial();
    } catch {
      // As in #poll: the newest edition is then told of once more, which does no harm.
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #poll(): void {
    try {
      const version = this.#dataVersion.get()?.['data_version'];
      if (version === this.#seenVersion) return;
      this.look();
      this.#seenVersion = version;
    } catch {
      // A fault shows with the next request that meets it; the watch asks again at its next turn.
    }
  }

  /** Tells of the newest edition, once. */
  look(): void {
    if (!this.isOn) return;
    const serial = this.#api.editionSerial();
    if (serial === this.#seenSerial) return;
    this.#seenSerial = serial;
    const [edition] = this.#api.listEditions(1);
    if (edition) this.onEdition(edition);
  }
}
