/**
 * The one thread that touches the disk. Requests are done one after another, each short; a disk that stalls
 * stalls this thread and no answer.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Edition } from '../port.ts';
import type { Fault, FromWorker, ToWorker, WorkerOptions } from './client.ts';
import { type Opened, openDatabase, openOrReplace, replaceDamaged, watchFile } from './database.ts';
import { asStoreError, DamagedDatabase, isDamage } from './faults.ts';
import { type Api, buildApi } from './tables.ts';

const port = parentPort!;
const { pollMs, ...options } = workerData as WorkerOptions;
const databaseOptions = {
  ...options,
  onDamage: (message: string) => send({ kind: 'damaged', message }),
  onWarning: (message: string) => send({ kind: 'warning', message }),
};

function send(message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

/** What must not go into a file that is no longer there. Counts are saved each 250 ms while there are any. */
const CHECKED: ReadonlySet<keyof Api> = new Set(['saveCounters', 'announce', 'probe']);

function faultOf(error: unknown): Fault {
  const { code, message } = asStoreError(error);
  return { code, message };
}

function serve({ db: first, ownership }: Opened): void {
  let db = first;
  let api = buildApi(db);
  let watch = new EditionWatch(db, api, onEdition);
  const secret = api.secret(null);
  /** For the owner: a command reads what it finds. */
  const watched = () => (ownership === null ? () => true : watchFile(db, databaseOptions.folder));
  let isSameFile = watched();

  function onEdition(edition: Edition): void {
    send({ kind: 'edition', edition });
  }

  function goOnWith(next: DatabaseSync): void {
    const isWatched = watch.isOn;
    watch.stop();
    db = next;
    api = buildApi(db);
    // The same secret as before: the counters in memory go on under the same names.
    api.secret(secret);
    watch = new EditionWatch(db, api, onEdition);
    isSameFile = watched();
    if (isWatched) watch.start(pollMs);
  }

  /** Only the owner may: a command that runs at the same time would pull the file from under it. */
  function replaceIfDamaged(error: unknown): void {
    if (!isDamage(error) || ownership === null) return;
    try {
      goOnWith(replaceDamaged(databaseOptions, db));
    } catch {
      // Nothing can be written at the moment; the next request tries again.
    }
  }

  function call(id: number, name: keyof Api, args: readonly unknown[]): void {
    try {
      if (!db.isOpen) goOnWith(openOrReplace(databaseOptions));
      if (CHECKED.has(name) && !isSameFile()) throw new DamagedDatabase();
      const value = (api[name] as (...all: readonly unknown[]) => unknown)(...args);
      if (value instanceof Uint8Array) {
        // A view of a larger buffer would take all of it along.
        const own = value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
        send({ kind: 'result', id, value: own }, [own.buffer as ArrayBuffer]);
      } else {
        send({ kind: 'result', id, value });
      }
      if (name === 'announce') watch.look();
    } catch (error) {
      send({ kind: 'fault', id, fault: faultOf(error) });
      replaceIfDamaged(error);
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'call') call(message.id, message.name, message.args);
    else if (message.kind === 'watch') {
      if (message.on) watch.start(pollMs);
      else watch.stop();
    } else {
      watch.stop();
      if (db.isOpen) db.close();
      ownership?.release();
      port.close();
    }
  });
  send({ kind: 'ready', secret: new Uint8Array(secret) });
}

/** Notices editions of other processes by asking SQLite, now and then, whether anybody else has written. */
class EditionWatch {
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

// Last of all: whatever it needs is there by now.
try {
  serve(openDatabase(databaseOptions));
} catch (error) {
  send({ kind: 'refused', fault: faultOf(error) });
}
