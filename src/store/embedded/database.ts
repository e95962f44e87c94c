/** Opens the database file, or sets a damaged one aside and begins a new one. */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { DamagedDatabase, isDamage } from './faults.ts';
import { type Ownership, takeOwnership } from './ownership.ts';
import { migrate } from './schema.ts';

export interface DatabaseOptions {
  readonly folder: string;
  /** `own`: the one serving process. `share`: a command beside it. */
  readonly mode: 'own' | 'share';
  /** How long a statement waits for another process to finish writing. */
  readonly busyTimeoutMs: number;
  readonly onDamage: (message: string) => void;
}

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

function openFile({ folder, mode, busyTimeoutMs }: DatabaseOptions): DatabaseSync {
  const db = new DatabaseSync(join(folder, FILE), { timeout: busyTimeoutMs });
  try {
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`,
    );
    if (mode === 'own' && db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') {
      throw new DamagedDatabase();
    }
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The caller must own the folder and have closed the file. */
export function replaceDamaged(options: DatabaseOptions): DatabaseSync {
  const path = join(options.folder, FILE);
  let number = 1;
  while (existsSync(`${path}.corrupt-${number}`)) number += 1;
  if (number > SET_ASIDE_MAX) throw new StoreError('unavailable', 'the database is damaged again and again');
  for (const companion of COMPANIONS) {
    if (existsSync(path + companion)) renameSync(path + companion, `${path}.corrupt-${number}${companion}`);
  }
  options.onDamage(
    `the database was damaged and is set aside as ${FILE}.corrupt-${number}; ` +
      'counts and cached answers are lost, the catalogue will be ingested again',
  );
  return openFile(options);
}
