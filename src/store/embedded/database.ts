/**
 * Opens the database file, or sets a damaged one aside and begins a new one. One serving process to a folder: the lock
 * is a transaction held open on a small database of its own, so the kernel lets go of it however the process ends.
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
  /** `own`: the one serving process. `share`: a command that runs with it. */
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
/** The write-ahead log belongs to the file that it was written for: a new file must not find it. */
const COMPANIONS = ['', '-wal', '-shm'] as const;
/** More damaged files than this mean a failing disk, which a new file would not mend. */
const SET_ASIDE_MAX = 99;
/** A large publication must not leave a large log behind. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

export interface Opened {
  readonly db: DatabaseSync;
  /** null in `share` mode. */
  readonly ownership: Ownership | null;
}

export function openDatabase(options: DatabaseOptions): Opened {
  const { folder, mode } = options;
  // The folder holds the secret that callers are hashed with.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (mode === 'own') closeToOthers(options);
  const ownership = mode === 'own' ? takeOwnership(folder) : null;
  try {
    return { db: openOrReplace(options), ownership };
  } catch (error) {
    ownership?.release();
    throw error;
  }
}

/** The caller must own the folder, or share it. */
export function openOrReplace(options: DatabaseOptions): DatabaseSync {
  try {
    return openFile(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return options.mode === 'own' ? replaceDamaged(options) : replaceUnowned(options);
  }
}

/** A command may mend the folder only while nobody serves from it. */
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
    // The files that SQLite adds have the same mode.
    restrict(path);
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`,
    );
    if (mode === 'own' && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') {
      throw new DamagedDatabase();
    }
    migrate(db);
    if (isEmpty) {
      onDamage(`${FILE} was empty: it is begun anew, and the catalogue will be ingested again`);
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

/** Where the file is another user's, that user decides. */
function restrict(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** The files hold the secret that callers are hashed with. A folder that is not ours alone is only told of. */
function closeToOthers({ folder, onWarning }: DatabaseOptions): void {
  for (const name of [LOCK, ...COMPANIONS.map((companion) => FILE + companion)]) {
    restrict(join(folder, name));
  }
  if ((statSync(folder).mode & 0o007) !== 0) {
    onWarning('everybody on this machine may look into the folder of STORE_URL: run chmod 700 on it');
  }
}

/** In the header of every SQLite file. */
const MARK_OFFSET = 68;

/**
 * Tells whether the open file is still the one under its name. A file that was overwritten or replaced while it is open
 * takes writes as if nothing had happened, and they are gone with the next start.
 */
export function watchFile(db: DatabaseSync, folder: string): () => boolean {
  const path = join(folder, FILE);
  const mark = randomInt(1, 2 ** 31);
  const header = Buffer.alloc(MARK_OFFSET + 4);
  const isSame = (): boolean => {
    try {
      const file = openSync(path, 'r');
      try {
        readSync(file, header.fill(0), 0, header.length, 0);
        return header.readUInt32BE(MARK_OFFSET) === mark;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      // Whatever else keeps us from looking says nothing about the file.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  };
  try {
    db.exec(`PRAGMA application_id = ${mark}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  // A command in parallel may have kept the mark out of the file: then nothing can be told.
  return isSame() ? isSame : () => true;
}

/** The caller must own the folder. An open file is closed under its new name, so that it writes nothing into the next. */
export function replaceDamaged(options: DatabaseOptions, open?: DatabaseSync): DatabaseSync {
  const path = join(options.folder, FILE);
  let number = 1;
  while (existsSync(`${path}.corrupt-${number}`)) number += 1;
  if (number > SET_ASIDE_MAX) throw new StoreError('unavailable', 'the database is damaged again and again');
  for (const companion of COMPANIONS) {
    if (existsSync(path + companion)) renameSync(path + companion, `${path}.corrupt-${number}${companion}`);
  }
  if (open?.isOpen === true) open.close();
  options.onDamage(
    `the database was damaged and is set aside as ${FILE}.corrupt-${number}; ` +
      'counts and cached answers are lost, the catalogue will be ingested again',
  );
  return openFile(options);
}
