/** The schema of the database and its migrations, its check, and transactions. */
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { DamagedDatabase } from './faults.ts';

/** The migrations. `PRAGMA user_version` is the number of those that were run. A step is never changed afterwards. */
const STEPS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE parts (
    sha256 TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    -- Set together with the last chunk.
    complete INTEGER NOT NULL DEFAULT 0,
    touched_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE chunks (
    sha256 TEXT NOT NULL,
    seq INTEGER NOT NULL,
    -- zstd.
    packed BLOB NOT NULL,
    PRIMARY KEY (sha256, seq)
  ) STRICT;
  CREATE TABLE editions (
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
    PRIMARY KEY (window, caller)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE editions RENAME TO snapshots;

  CREATE TABLE blobs (
    sha256 TEXT PRIMARY KEY,
    -- zstd.
    packed BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    touched_at INTEGER NOT NULL
  ) STRICT;
  -- A blob of several chunks is not migrated. The catalogue is then ingested again.
  INSERT INTO blobs (sha256, packed, bytes, touched_at)
    SELECT sha256, packed, bytes, touched_at FROM parts JOIN chunks USING (sha256)
    WHERE complete = 1 AND chunks = 1;
  DROP TABLE parts;
  DROP TABLE chunks;

  ALTER TABLE counters ADD COLUMN expires_at INTEGER NOT NULL DEFAULT 0;
  UPDATE counters SET expires_at = (day + 1) * 86400000 WHERE day > 0;
  `,
];

export const versionOf = (db: DatabaseSync) =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

export function migrate(db: DatabaseSync): void {
  if (versionOf(db) === STEPS.length) return;
  // Two processes may open a new file at the same moment, so the version is read again inside the transaction.
  inTransaction(db, () => {
    const version = versionOf(db);
    expectNotNewer(version);
    for (const step of STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STEPS.length}`);
  });
}

/** Creates the schema as it was at a version of this program, in an empty database. */
export function createSchema(db: DatabaseSync, version: number): void {
  for (const step of STEPS.slice(0, version)) db.exec(step);
}

/** Throws `incompatible` for a database that needs a migration. A database that is only read is not migrated. */
export function expectCurrent(db: DatabaseSync): void {
  const version = versionOf(db);
  expectNotNewer(version);
  if (version === STEPS.length) return;
  throw new StoreError(
    'incompatible',
    `the database has schema version ${version} of an earlier program: start the service once, which upgrades it`,
  );
}

export function expectNotNewer(version: number): void {
  if (version <= STEPS.length) return;
  throw new StoreError(
    'incompatible',
    `the database has schema version ${version}; this program supports up to ${STEPS.length}: use a newer program or another folder`,
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
