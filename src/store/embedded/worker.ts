/**
 * The one thread that touches the disk. Requests are done one after another, each short; a disk that stalls
 * stalls this thread and no answer.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Fault, FromWorker, ToWorker, WorkerOptions } from './client.ts';
import { type Opened, openDatabase, openOrReplace, replaceDamaged, watchFile } from './database.ts';
import { asStoreError, DamagedDatabase, isDamage } from './faults.ts';
import { type Api, buildApi } from './tables.ts';

const port = parentPort!;
const databaseOptions = {
  ...(workerData as WorkerOptions),
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
  const secret = api.secret(null);
  /** For the owner: a command reads what it finds. */
  const watched = () => (ownership === null ? () => true : watchFile(db, databaseOptions.folder));
  let isSameFile = watched();

  function goOnWith(next: DatabaseSync): void {
    db = next;
    api = buildApi(db);
    // The same secret as before: the counters in memory go on under the same names.
    api.secret(secret);
    isSameFile = watched();
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
    } catch (error) {
      send({ kind: 'fault', id, fault: faultOf(error) });
      replaceIfDamaged(error);
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'call') call(message.id, message.name, message.args);
    else {
      if (db.isOpen) db.close();
      ownership?.release();
      port.close();
    }
  });
  send({ kind: 'ready', secret: new Uint8Array(secret) });
}

// Last of all: whatever it needs is there by now.
try {
  serve(openDatabase(databaseOptions));
} catch (error) {
  send({ kind: 'refused', fault: faultOf(error) });
}
