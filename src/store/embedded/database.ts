/** Opens the database file. Only a serving process renames a damaged file and creates a new one. */
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { removeChecksum } from './backup-check.ts';
import { isBusy, isDamage } from './faults.ts';
import { FILE, STORE_FILES, SUFFIXES } from './folder.ts';
import type { StoreMode } from './modes.ts';
import { type Ownership, restrict, takeOwnership } from './ownership.ts';
import { openReadOnly } from './read-only.ts';
import { createSchema, expectSound, expectVersion } from './schema.ts';

interface DatabaseOptions {
  readonly folder: string;
  readonly mode: StoreMode;
  /** How long a statement waits for another process to finish writing. */
  readonly busyTimeoutMs: number;
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
}

/** More files than this mean a failing disk, which a new file does not repair. */
const SET_ASIDE_MAX = 99;
/** The write-ahead log is cut to this size after a large publication. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

export interface Opened {
  readonly db: DatabaseSync;
  /** null if a serving process may use the folder at the same time. */
  readonly ownership: Ownership | null;
}

export function openDatabase(options: DatabaseOptions): Opened {
  const { folder, mode, busyTimeoutMs } = options;
  const path = join(folder, FILE);
  if (mode === 'read') {
    const db = openReadOnly(path, busyTimeoutMs);
    expectVersion(db);
    return { db, ownership: null };
  }
  // The modes `write` and `reset` are those of commands, which must leave a damaged file as it is. SQLite changes a file
  // when it opens it for writing, so commands open it for reading first, which throws if it is damaged.
  if (mode !== 'serve') openReadOnly(path, busyTimeoutMs).close();
  // The folder contains the secret that callers are hashed with.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (mode === 'serve') restrictAccess(options);
  // `write` may run beside a service. `serve` and `reset` need the folder for themselves.
  const ownership = mode === 'write' ? null : takeOwnership(folder);
  try {
    return { db: mode === 'serve' ? openOrReplace(options) : openFile(options), ownership };
  } catch (error) {
    ownership?.release();
    throw error;
  }
}

/** For the serving process. */
export function openOrReplace(options: DatabaseOptions): DatabaseSync {
  try {
    return openFile(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return replaceDamaged(options);
  }
}

function openFile({ folder, mode, busyTimeoutMs, onDamage }: DatabaseOptions): DatabaseSync {
  const path = join(folder, FILE);
  // A file without a byte was truncated by something else: a database of this program is never empty.
  const wasTruncated = statSync(path, { throwIfNoEntry: false })?.size === 0 && !existsSync(`${path}-wal`);
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    // SQLite creates the log and its index with the same access rights.
    restrict(path);
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${LOG_BYTES_MAX}`,
    );
    if (mode === 'serve') expectSound(db);
    createSchema(db);
    // An operator may copy a backup into the folder by hand.
    removeChecksum(db);
    if (wasTruncated) {
      onDamage(`${FILE} was empty: it is created again, and the catalogue will be ingested again`);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The files contain the secret that callers are hashed with. The mode of the folder is not changed, only reported. */
function restrictAccess({ folder, onWarning }: DatabaseOptions): void {
  for (const name of STORE_FILES) restrict(join(folder, name));
  if (isOpenToOthers(statSync(folder).mode)) {
    onWarning('every user of this machine has access to the folder of STORE_URL: run chmod 700 on it');
  }
}

/** Node reports the mode 0o666 for every folder on Windows, whoever has access. */
export const isOpenToOthers = (mode: number, platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'win32' && (mode & 0o007) !== 0;

/** The offset of `application_id` in the header of a SQLite file. */
const APPLICATION_ID_OFFSET = 68;

/**
 * Marks the open file, and returns a function that checks whether it is still the one in the folder. SQLite writes
 * without an error to a file that was replaced or deleted, and those writes are lost at the next start.
 */
export function markFile(db: DatabaseSync, folder: string): () => boolean {
  const path = join(folder, FILE);
  // Another file at the same path does not have this number.
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
      // A missing file was deleted. Other errors are no sign of a replaced file.
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

/** For the serving process. Closing `damaged` writes its log to the file that it has open, which is set aside by then. */
export function replaceDamaged(options: DatabaseOptions, damaged?: DatabaseSync): DatabaseSync {
  const name = setAside(options.folder, 'corrupt');
  if (damaged?.isOpen === true) damaged.close();
  const found =
    name === null ? 'the database file was deleted' : `the database was damaged and was renamed to ${name}`;
  options.onDamage(`${found}; counts and cached responses are lost, the catalogue will be ingested again`);
  return openFile(options);
}

/** Only for the owner of the folder. Renames the database file and returns its new name; null: there is no file. */
export function setAside(folder: string, reason: 'corrupt' | 'replaced'): string | null {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  let number = 1;
  while (existsSync(`${path}.${reason}-${number}`)) number += 1;
  if (number > SET_ASIDE_MAX) throw new StoreError('unavailable', 'the database was replaced too often');
  for (const suffix of SUFFIXES) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.${reason}-${number}${suffix}`);
  }
  return `${FILE}.${reason}-${number}`;
}
