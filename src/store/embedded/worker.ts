/**
 * The worker thread that accesses the disk. It runs short calls one after another. A disk that stalls blocks only this
 * thread, not the event loop of the service.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Fault, FromWorker, ToWorker, WorkerOptions } from './client.ts';
import { markFile, type Opened, openDatabase, openOrReplace, replaceDamaged } from './database.ts';
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

/**
 * Calls that first check that the file was not deleted or replaced. Counters are saved every 250 ms, so a serving process
 * notices it soon, and the other calls need no check.
 */
const CALLS_WITH_FILE_CHECK: ReadonlySet<keyof Api> = new Set(['saveCounters', 'announce', 'probe']);

function faultOf(error: unknown): Fault {
  const { code, message } = asStoreError(error);
  return { code, message };
}

function handleCalls({ db: openedDb, ownership }: Opened): void {
  let db = openedDb;
  let api = buildApi(db);
  // The first start creates the secret.
  const secret = api.secretOr(null);
  const isServing = databaseOptions.mode === 'serve';
  /** Only the serving process checks the file. */
  const createFileCheck = () => (isServing ? markFile(db, databaseOptions.folder) : () => true);
  let isSameFile = createFileCheck();

  function useDatabase(next: DatabaseSync): void {
    db = next;
    api = buildApi(db);
    // The secret stays the same, because the counters in memory use hashes with it.
    api.secretOr(secret);
    isSameFile = createFileCheck();
  }

  function replaceIfDamaged(error: unknown): void {
    if (!isDamage(error) || !isServing) return;
    try {
      useDatabase(replaceDamaged(databaseOptions, db));
    } catch {
      // The next call tries again.
    }
  }

  function call(id: number, name: keyof Api, args: readonly unknown[]): void {
    try {
      // The database is closed if an earlier attempt to replace a damaged one failed.
      if (!db.isOpen) useDatabase(openOrReplace(databaseOptions));
      if (CALLS_WITH_FILE_CHECK.has(name) && !isSameFile()) throw new DamagedDatabase();
      const value = (api[name] as (...all: readonly unknown[]) => unknown)(...args);
      if (value instanceof Uint8Array) {
        // A view of a larger buffer is copied, because a transfer always moves the whole buffer.
        const bytes = value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
        send({ kind: 'result', id, value: bytes }, [bytes.buffer as ArrayBuffer]);
      } else {
        send({ kind: 'result', id, value });
      }
    } catch (error) {
      // The fault is sent first, so that the caller does not wait for the replacement.
      send({ kind: 'fault', id, fault: faultOf(error) });
      replaceIfDamaged(error);
    }
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'call':
        call(message.id, message.name, message.args);
        break;
      case 'close':
        if (db.isOpen) db.close();
        ownership?.release();
        port.close();
        break;
    }
  });
  send({ kind: 'ready', secret: new Uint8Array(secret) });
}

try {
  handleCalls(openDatabase(databaseOptions));
} catch (error) {
  send({ kind: 'refused', fault: faultOf(error) });
}
