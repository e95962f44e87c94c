/** Copies the database of a data folder, and replaces it: `esim backup`, `esim restore` and `esim repair`. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { addChecksum, expectComplete, removeChecksum } from './backup-check.ts';
import { setAside } from './database.ts';
import { DamagedDatabase, isDamage } from './faults.ts';
import { FILE, SUFFIXES } from './folder.ts';
import { takeOwnership } from './ownership.ts';
import { openReadOnly } from './read-only.ts';

/** How long a copy waits for a process that writes. */
const BUSY_TIMEOUT_MS = 5_000;

/** Throws an error for which `isDamage` is true if SQLite finds damage, or if the database is of another program. */
function openOwnDatabase(path: string): DatabaseSync {
  const database = openReadOnly(path, BUSY_TIMEOUT_MS);
  try {
    // Every version of this program has the table of counters.
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'counters'").get() === undefined)
      throw new DamagedDatabase();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const expectOwnDatabase = (path: string): void => openOwnDatabase(path).close();

/** Copies what a connection reads, so a write-ahead log beside the file is part of the copy. Only the owner can read it. */
function copyDatabase(database: DatabaseSync, file: string): void {
  // SQLite creates the file with the umask of the process. The file must be private from the beginning.
  const previousUmask = process.umask(0o077);
  try {
    database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    chmodSync(file, 0o600);
  } finally {
    process.umask(previousUmask);
  }
}

/**
 * Writes a consistent copy, also while a service uses the folder, and returns its size in bytes. The file must not
 * exist. Only its owner can read it.
 */
export function backUpFolder(folder: string, file: string): number {
  const source = join(folder, FILE);
  if (!existsSync(source)) throw new StoreError('unavailable', `the folder ${folder} has no data yet`);
  if (existsSync(file))
    throw new StoreError('unavailable', `${file} exists already: remove it or choose another name`);
  const database = openReadOnly(source, BUSY_TIMEOUT_MS);
  try {
    copyDatabase(database, file);
    addChecksum(file);
    expectOwnDatabase(file);
    return statSync(file).size;
  } catch (error) {
    rmSync(file, { force: true });
    if (isDamage(error)) throw error;
    throw new StoreError('unavailable', `the backup failed: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

/**
 * Puts a backup into the folder, and returns the new name of the database that was there, or null. Throws if a service
 * uses the folder, or if the backup is damaged or of a newer program.
 */
export function restoreFolder(folder: string, file: string): string | null {
  const backup = openOwnDatabase(file);
  try {
    expectComplete(backup);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return replaceDatabase(folder, backup);
  } finally {
    backup.close();
  }
}

function replaceDatabase(folder: string, backup: DatabaseSync): string | null {
  const ownership = takeOwnership(folder);
  // The current database is renamed only after the backup is copied completely.
  const copy = join(folder, `${FILE}.restoring`);
  const removeCopy = () => {
    for (const suffix of SUFFIXES) rmSync(copy + suffix, { force: true });
  };
  try {
    // A restore that was killed may have left one.
    removeCopy();
    copyDatabase(backup, copy);
    prepareCopy(copy);
    const replaced = setAside(folder, 'replaced');
    renameSync(copy, join(folder, FILE));
    return replaced;
  } finally {
    removeCopy();
    ownership.release();
  }
}

/** The checksum is of a backup, not of a database in use. */
function prepareCopy(copy: string): void {
  const database = new DatabaseSync(copy);
  try {
    removeChecksum(database);
  } finally {
    database.close();
  }
}

/** Renames a damaged database and returns its new name, or null if it is intact. Throws if a service uses the folder. */
export function repairFolder(folder: string): string | null {
  const ownership = takeOwnership(folder);
  try {
    expectOwnDatabase(join(folder, FILE));
    return null;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return setAside(folder, 'corrupt');
  } finally {
    ownership.release();
  }
}
