/**
 * Opens the database file, or renames a damaged one and creates a new one. Only one serving process can use a folder:
 * its lock is an open transaction on a small second database, which the kernel releases however the process ends.
 */
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { DamagedDatabase, isBusy, isDamage } from './faults.ts';
import { migrate } from './schema.ts';

export interface DatabaseOptions {
  readonly folder: string;
  /** `own`: the one serving process. `share`: a command, also while a service runs. */
  readonly mode: 'own' | 'share';
  /** How long a statement waits for another process to finish writing. */
  readonly busyTimeoutMs: number;
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
}

export interface Ownership {
  release(): void;
}

const LOCK = 'owner.lock';
const FILE = 'esim.db';
/** The write-ahead log belongs to one file, so it is renamed with it. */
const SUFFIXES = ['', '-wal', '-shm'] as const;
/** More damaged files than this mean a failing disk, which a new file does not repair. */
const DAMAGED_FILES_MAX = 99;
/** The log becomes this small again after a large publication. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

export interface Opened {
  readonly db: DatabaseSync;
  /** null in `share` mode. */
  readonly ownership: Ownership | null;
}

export function openDatabase(options: DatabaseOptions): Opened {
  const { folder, mode } = options;
  // The folder contains the secret that callers are hashed with.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (mode === 'own') restrictAccess(options);
  const ownership = mode === 'own' ? takeOwnership(folder) : null;
  try {
    return { db: openOrReplace(options), ownership };
  } catch (error) {
    ownership?.release();
    throw error;
  }
}

/** For both modes. */
export function openOrReplace(options: DatabaseOptions): DatabaseSync {
  try {
    return openFile(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return options.mode === 'own' ? replaceDamaged(options) : replaceUnowned(options);
  }
}

/** A command may replace the file only while no service uses the folder. */
function replaceUnowned(options: DatabaseOptions): DatabaseSync {
  const ownership = ownershipOrNull(options.folder);
  if (!ownership) {
    const message = 'the database is damaged; restart the process that serves from this folder';
    throw new StoreError('unavailable', message);
  }
  try {
    return replaceDamaged(options);
  } finally {
    ownership.release();
  }
}

function ownershipOrNull(folder: string): Ownership | null {
  try {
    return takeOwnership(folder);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'folder_in_use') return null;
    throw error;
  }
}

function openFile({ folder, mode, busyTimeoutMs, onDamage }: DatabaseOptions): DatabaseSync {
  const path = join(folder, FILE);
  const isEmpty = statSync(path, { throwIfNoEntry: false })?.size === 0 && !existsSync(`${path}-wal`);
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    // SQLite creates its other files with the same mode.
    restrict(path);
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`,
    );
    if (mode === 'own' && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') {
      throw new DamagedDatabase();
    }
    migrate(db);
    if (isEmpty) {
      onDamage(`${FILE} was empty: it is created again, and the catalogue will be ingested again`);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

export function takeOwnership(folder: string): Ownership {
  const path = join(folder, LOCK);
  const lock = new DatabaseSync(path, { timeout: 0 });
  restrict(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isDamage(error)) {
      const message = `${LOCK} in the store's folder is not the lock of this program: if no service runs there, delete that file and start again`;
      throw new StoreError('unavailable', message, { cause: error });
    }
    if (!isBusy(error)) throw error;
    throw new StoreError(
      'folder_in_use',
      'another process serves from this folder; for several processes use Redis (STORE_URL=redis://…)',
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}

/** Removes the access of other users, unless the file belongs to another user. */
function restrict(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** The files contain the secret that callers are hashed with. The mode of the folder is not changed, only reported. */
function restrictAccess({ folder, onWarning }: DatabaseOptions): void {
  for (const name of [LOCK, ...SUFFIXES.map((suffix) => FILE + suffix)]) {
    restrict(join(folder, name));
  }
  if ((statSync(folder).mode & 0o007) !== 0) {
    onWarning('every user of this machine can read the folder of STORE_URL: run chmod 700 on it');
  }
}

/** The offset of `application_id` in the header of a SQLite file. */
const APPLICATION_ID_OFFSET = 68;

/**
 * Returns a function that checks whether the open file is still the one in the folder. SQLite writes without an error to
 * a file that was replaced or deleted, and those writes are lost at the next start.
 */
export function watchFile(db: DatabaseSync, folder: string): () => boolean {
  const path = join(folder, FILE);
  const applicationId = randomInt(1, 2 ** 31);
  const header = Buffer.alloc(APPLICATION_ID_OFFSET + 4);
  const isSame = (): boolean => {
    try {
      const file = openSync(path, 'r');
      try {
        readSync(file, header.fill(0), 0, header.length, 0);
        return header.readUInt32BE(APPLICATION_ID_OFFSET) === applicationId;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      // Other errors are no sign of a replaced file.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  };
  try {
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  // A command may have prevented the checkpoint that writes the id into the file. Then no check is possible.
  return isSame() ? isSame : () => true;
}

/** For the owner of the folder. An open database is closed after the renaming, so that it cannot write to the new file. */
export function replaceDamaged(options: DatabaseOptions, open?: DatabaseSync): DatabaseSync {
  const path = join(options.folder, FILE);
  let number = 1;
  while (existsSync(`${path}.corrupt-${number}`)) number += 1;
  if (number > DAMAGED_FILES_MAX) throw new StoreError('unavailable', 'the database is damaged repeatedly');
  for (const suffix of SUFFIXES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.corrupt-${number}${suffix}`);
  }
  if (open?.isOpen === true) open.close();
  options.onDamage(
    `the database was damaged and was renamed to ${FILE}.corrupt-${number}; ` +
      'counts and cached responses are lost, the catalogue will be ingested again',
  );
  return openFile(options);
}
