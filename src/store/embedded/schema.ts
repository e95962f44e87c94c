/** The schema of the database, its check, and transactions. */
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { DamagedDatabase } from './faults.ts';

/**
 * `PRAGMA user_version` of a database. Version 1 was never released. A change of the schema needs a new number and the
 * statements that upgrade a database of the number before, and a database that is only read is not upgraded.
 */
const VERSION = 2;

const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

  -- A backup is compared with this text, and the first ones have these quotes.
  CREATE TABLE "snapshots" (
    serial INTEGER PRIMARY KEY,
    content_sha256 TEXT NOT NULL,
    observations_sha256 TEXT NOT NULL,
    -- The snapshot as JSON, without its serial.
    document TEXT NOT NULL
  ) STRICT;

  CREATE TABLE cache (key TEXT PRIMARY KEY, bytes BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX cache_expiry ON cache (expires_at);

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE documents (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (collection, key)
  ) STRICT;

  CREATE TABLE counters (
    window TEXT NOT NULL,
    caller TEXT NOT NULL,
    -- Days since 1970, and the count of that day. 0 for a rolling minute.
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    -- For a rolling minute: when each unit was taken, as 64-bit floats in milliseconds.
    times BLOB NOT NULL,
    expires_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (window, caller)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blobs (
    sha256 TEXT PRIMARY KEY,
    -- zstd.
    packed BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT;
  `;

const versionOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

/** Creates the schema in an empty database. */
export function createSchema(db: DatabaseSync): void {
  if (versionOf(db) === VERSION) return;
  // Two processes may open a new file at the same moment, so the version is read again inside the transaction.
  inTransaction(db, () => {
    if (versionOf(db) === 0) db.exec(`${SCHEMA}; PRAGMA user_version = ${VERSION}`);
    expectVersion(db);
  });
}

/** Throws `incompatible` for a database of another version of this program. */
export function expectVersion(db: DatabaseSync): void {
  const version = versionOf(db);
  if (version === VERSION) return;
  const found = `the database has schema version ${version}`;
  throw new StoreError(
    'incompatible',
    version > VERSION
      ? `${found}; this program supports up to ${VERSION}: use a newer program or another folder`
      : `${found}, which no released program has: use another folder`,
  );
}

/** Throws `DamagedDatabase`. Reads every page, because a statement finds damage only in the pages that it reads. */
export function expectSound(db: DatabaseSync): void {
  if (db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw new DamagedDatabase();
}

/** `BEGIN IMMEDIATE` waits for other writers at the start, so that the transaction never fails half-way. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
