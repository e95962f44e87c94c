/** The thread that accesses the disk. It runs short calls one after another. */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { markFile, type Opened, openDatabase, openOrReplace, replaceDamaged } from './database.ts';
import { asStoreError, DamagedDatabase, isDamage } from './faults.ts';
import { type Operations, operationsOn } from './operations.ts';
import { type FromThread, OPENING, type ThreadOptions, type ToThread } from './thread.ts';

const port = parentPort!;
const options = {
  ...(workerData as ThreadOptions),
  onDamage: (message: string) => send({ kind: 'damaged', message }),
  onWarning: (message: string) => send({ kind: 'warning', message }),
};
const isServing = options.mode === 'serve';

function send(message: FromThread, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function sendFault(id: number, error: unknown): void {
  const { code, message } = asStoreError(error);
  send({ kind: 'fault', id, fault: { code, message } });
}

/**
 * Operations that first check that the file was not deleted or replaced. Counters are saved every 250 ms, so a serving
 * process notices it soon, and the other operations need no check.
 */
const WITH_FILE_CHECK: ReadonlySet<keyof Operations> = new Set(['saveCounters', 'announce', 'probe']);

/** The first start creates the secret. A file that replaces a damaged one gets the secret of that one. */
function prepare(db: DatabaseSync, secret: Uint8Array | null) {
  const operations = operationsOn(db);
  return {
    db,
    operations,
    secret: operations.secretOr(secret),
    // Only the serving process checks the file.
    isSameFile: isServing ? markFile(db, options.folder) : () => true,
  };
}

function serve(opened: Opened): void {
  let database = prepare(opened.db, null);

  function run(name: keyof Operations, args: readonly unknown[]): unknown {
    // The database is closed if an earlier attempt to replace a damaged one failed.
    if (!database.db.isOpen) database = prepare(openOrReplace(options), database.secret);
    if (WITH_FILE_CHECK.has(name) && !database.isSameFile()) throw new DamagedDatabase();
    return (database.operations[name] as (...all: readonly unknown[]) => unknown)(...args);
  }

  function replaceIfDamaged(error: unknown): void {
    if (!isDamage(error) || !isServing) return;
    try {
      database = prepare(replaceDamaged(options, database.db), database.secret);
    } catch {
      // The next call tries again.
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') {
      if (database.db.isOpen) database.db.close();
      opened.ownership?.release();
      port.close();
      return;
    }
    const { id, name, args } = message;
    try {
      sendResult(id, run(name, args));
    } catch (error) {
      // The fault is sent first, so that the caller does not wait for the replacement.
      sendFault(id, error);
      replaceIfDamaged(error);
    }
  });
  send({ kind: 'result', id: OPENING, value: new Uint8Array(database.secret) });
}

function sendResult(id: number, value: unknown): void {
  if (value instanceof Uint8Array) {
    // A view of a larger buffer is copied, because a transfer always moves the whole buffer.
    const bytes = value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
    send({ kind: 'result', id, value: bytes }, [bytes.buffer as ArrayBuffer]);
  } else send({ kind: 'result', id, value });
}

try {
  serve(openDatabase(options));
} catch (error) {
  sendFault(OPENING, error);
}
