/**
 * Opens a database for a command that only reads. The folder stays exactly as it is: no file is created, renamed or
 * changed, because the file may be one that an operator is copying back at this moment.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DamagedDatabase } from './faults.ts';
import { isOwned } from './ownership.ts';
import { createSchema, expectSound } from './schema.ts';

/**
 * Throws an error for which `isDamage` is true if the file is damaged. If it does not exist, the result is an empty
 * database in memory.
 */
export function openReadOnly(path: string, busyTimeoutMs: number): DatabaseSync {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    const empty = new DatabaseSync(':memory:');
    createSchema(empty);
    return empty;
  }
  // A database of this program is never empty, so something else truncated the file.
  if (size === 0 && !existsSync(`${path}-wal`)) throw new DamagedDatabase();
  const db = openUnchanged(path, busyTimeoutMs);
  try {
    expectSound(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * SQLite creates the write-ahead log and its index when it opens a file, even one that it only reads. It does not if a
 * service has created them, with `immutable` (there is no log), and with `readonly_shm` (the index exists).
 */
function openUnchanged(path: string, busyTimeoutMs: number): DatabaseSync {
  if (isOwned(dirname(path))) return openAs(path, '', busyTimeoutMs);
  if (!existsSync(`${path}-wal`)) return openAs(path, 'immutable=1', busyTimeoutMs);
  if (!existsSync(`${path}-shm`)) return openCopy(path, busyTimeoutMs);
  return openAs(path, 'readonly_shm=1', busyTimeoutMs);
}

function openAs(path: string, parameters: string, busyTimeoutMs: number): DatabaseSync {
  const url = pathToFileURL(path);
  url.search = parameters;
  const db = new DatabaseSync(url, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // The file is opened lazily. This statement finds a wrong header and a file that is too short.
    db.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A log without its index was copied from elsewhere. SQLite must create the index to read the log. */
function openCopy(path: string, busyTimeoutMs: number): DatabaseSync {
  const folder = mkdtempSync(join(tmpdir(), 'esim-'));
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    return openAs(copy, '', busyTimeoutMs);
  } finally {
    // The open files stay readable until the database is closed.
    rmSync(folder, { recursive: true, force: true });
  }
}
