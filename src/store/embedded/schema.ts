import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';

/** Kept in `PRAGMA user_version`. A new step is added at the end of STEPS and never changed afterwards. */
const STEPS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE parts (
    sha256 TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    -- Set together with the last chunk: a blob is whole or it is not there.
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
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,
    -- 64-bit floats, milliseconds.
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
  -- A part of several chunks is not taken over: the catalogue is then ingested again.
  INSERT INTO blobs (sha256, packed, bytes, touched_at)
    SELECT sha256, packed, bytes, touched_at FROM parts JOIN chunks USING (sha256)
    WHERE complete = 1 AND chunks = 1;
  DROP TABLE parts;
  DROP TABLE chunks;

  ALTER TABLE counters ADD COLUMN expires_at INTEGER NOT NULL DEFAULT 0;
  UPDATE counters SET expires_at = (day + 1) * 86400000 WHERE day > 0;
  `,
];

export function migrate(db: DatabaseSync): void {
  const versionOf = () => Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (versionOf() === STEPS.length) return;
  // Two processes may find a new file at the same moment: the second looks again once it may write.
  inTransaction(db, () => {
    const version = versionOf();
    if (version > STEPS.length) {
      throw new StoreError(
        'incompatible',
        `the database has schema version ${version}; this program knows up to ${STEPS.length}: use a newer program or another folder`,
      );
    }
    for (const step of STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${STEPS.length}`);
  });
}

/** All or nothing. Begins as a writer, so that it waits at the start and never fails half-way for another writer. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back after some faults, a full disk among them.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
