/** The operations of the database, by name: what the thread of the database can be called for. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { incompleteSnapshot, overtakenSnapshot, UNNAMED_BLOB_MS } from '../blob.ts';
import type { BlobRef, Snapshot } from '../port.ts';
import { counterTable } from './counters.ts';
import { inTransaction } from './schema.ts';

function snapshotTables(db: DatabaseSync) {
  const newest = db.prepare('SELECT serial, document FROM snapshots ORDER BY serial DESC LIMIT ?');
  const newestSerial = db.prepare('SELECT MAX(serial) AS serial FROM snapshots');
  const insert = db.prepare(
    'INSERT INTO snapshots (serial, content_sha256, observations_sha256, document) VALUES (?, ?, ?, ?)',
  );
  // The newest snapshot is never deleted, because the next serial follows from it.
  const drop = db.prepare(
    'DELETE FROM snapshots WHERE serial = ? AND serial < (SELECT MAX(serial) FROM snapshots)',
  );
  const findBlob = db.prepare('SELECT bytes FROM blobs WHERE sha256 = ?');
  const readBlob = db.prepare('SELECT packed FROM blobs WHERE sha256 = ?');
  const touchBlob = db.prepare('UPDATE blobs SET touched_at = ? WHERE sha256 = ?');
  const writeBlob = db.prepare(
    'INSERT OR REPLACE INTO blobs (sha256, packed, bytes, touched_at) VALUES (?, ?, ?, ?)',
  );
  const dropBlob = db.prepare('DELETE FROM blobs WHERE sha256 = ?');
  const dropUnnamedBlobs = db.prepare(`
    DELETE FROM blobs
    WHERE touched_at <= ?
      AND sha256 NOT IN (SELECT content_sha256 FROM snapshots UNION SELECT observations_sha256 FROM snapshots)`);

  return {
    getBlob: (sha256: string): Uint8Array | null =>
      (readBlob.get(sha256)?.['packed'] as Uint8Array | undefined) ?? null,
    /** Returns true if the blob exists. It then stays for at least `UNNAMED_BLOB_MS`. */
    touchBlob: (sha256: string, now: number): boolean => touchBlob.run(now, sha256).changes === 1,
    putBlob(ref: BlobRef, packed: Uint8Array, now: number): void {
      writeBlob.run(ref.sha256, packed, ref.bytes, now);
    },
    dropBlob(sha256: string): void {
      dropBlob.run(sha256);
    },

    listSnapshots: (limit: number): Snapshot[] =>
      newest.all(limit).map(({ serial, document }) => ({
        ...(JSON.parse(String(document)) as Omit<Snapshot, 'serial'>),
        serial: Number(serial),
      })),

    announce(snapshot: Omit<Snapshot, 'serial'>, after?: Snapshot | null): Snapshot {
      return inTransaction(db, () => {
        const before = Number(newestSerial.get()?.['serial'] ?? 0);
        if (after !== undefined && (after?.serial ?? 0) !== before) throw overtakenSnapshot();
        for (const { sha256, bytes } of [snapshot.content, snapshot.observations]) {
          if (findBlob.get(sha256)?.['bytes'] !== bytes) throw incompleteSnapshot();
        }
        const serial = before + 1;
        insert.run(serial, snapshot.content.sha256, snapshot.observations.sha256, JSON.stringify(snapshot));
        return { ...snapshot, serial };
      });
    },

    prune(serials: readonly number[], now: number): void {
      inTransaction(db, () => {
        for (const serial of serials) drop.run(serial);
        dropUnnamedBlobs.run(now - UNNAMED_BLOB_MS);
      });
    },
  };
}

/** Expired responses are deleted when a new one is written, at most once in this time. */
const SWEEP_EVERY_MS = 60_000;
/** A sweep must not delay the requests behind it. */
const SWEEP_ROWS_MAX = 500;

function cacheTable(db: DatabaseSync) {
  const read = db.prepare('SELECT bytes FROM cache WHERE key = ? AND expires_at > ?');
  const write = db.prepare('INSERT OR REPLACE INTO cache (key, bytes, expires_at) VALUES (?, ?, ?)');
  const sweep = db.prepare(
    'DELETE FROM cache WHERE rowid IN (SELECT rowid FROM cache WHERE expires_at <= ? LIMIT ?)',
  );
  let sweptAt = Number.NEGATIVE_INFINITY;

  return {
    getCached: (key: string, now: number): Uint8Array | null =>
      (read.get(key, now)?.['bytes'] as Uint8Array | undefined) ?? null,

    putCached(key: string, bytes: Uint8Array, expiresAt: number, now: number): void {
      write.run(key, bytes, expiresAt);
      // The clock may have been set back.
      if (Math.abs(now - sweptAt) < SWEEP_EVERY_MS) return;
      const { changes } = sweep.run(now, SWEEP_ROWS_MAX);
      // If the maximum was deleted, more may have expired, and the next write continues.
      if (Number(changes) < SWEEP_ROWS_MAX) sweptAt = now;
    },
  };
}

function leaseTable(db: DatabaseSync) {
  const acquire = db.prepare(`
    INSERT INTO leases (name, token, expires_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (name) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
      WHERE leases.expires_at <= ?4`);
  const renew = db.prepare(
    'UPDATE leases SET expires_at = ? WHERE name = ? AND token = ? AND expires_at > ?',
  );
  const release = db.prepare('DELETE FROM leases WHERE name = ? AND token = ?');
  const sweep = db.prepare('DELETE FROM leases WHERE expires_at <= ?');

  return {
    acquireLease(name: string, ttlMs: number, now: number): string | null {
      const token = randomUUID();
      return acquire.run(name, token, now + ttlMs, now).changes === 1 ? token : null;
    },

    /** An expired lease is not renewed, because another process may have it now. */
    renewLease: (name: string, token: string, ttlMs: number, now: number): boolean =>
      renew.run(now + ttlMs, name, token, now).changes === 1,

    releaseLease(name: string, token: string, now: number): void {
      release.run(name, token);
      sweep.run(now);
    },
  };
}

function documentTable(db: DatabaseSync) {
  const read = db.prepare('SELECT bytes FROM documents WHERE collection = ? AND key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO documents (collection, key, bytes) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM documents WHERE collection = ? AND key = ?');
  const keys = db.prepare('SELECT key FROM documents WHERE collection = ? ORDER BY key');

  return {
    getDocument: (collection: string, key: string): Uint8Array | null =>
      (read.get(collection, key)?.['bytes'] as Uint8Array | undefined) ?? null,
    putDocument(collection: string, key: string, bytes: Uint8Array): void {
      write.run(collection, key, bytes);
    },
    deleteDocument(collection: string, key: string): void {
      drop.run(collection, key);
    },
    documentKeys: (collection: string): string[] => keys.all(collection).map(({ key }) => String(key)),
  };
}

/** Clicks are documents whose bytes are a decimal number. */
const CLICKS = 'clicks';
/** Only calls that were repeated at once have a batch that was added before. */
const BATCHES_MAX = 1_000;

function clickTable(db: DatabaseSync) {
  const add = db.prepare(`
    INSERT INTO documents (collection, key, bytes) VALUES (?1, ?2, CAST(?3 AS BLOB))
    ON CONFLICT (collection, key) DO UPDATE
      SET bytes = CAST(CAST(CAST(bytes AS TEXT) AS INTEGER) + CAST(CAST(excluded.bytes AS TEXT) AS INTEGER) AS BLOB)`);
  const dropZeros = db.prepare("DELETE FROM documents WHERE collection = ? AND bytes = CAST('0' AS BLOB)");
  const readAll = db.prepare('SELECT key, bytes FROM documents WHERE collection = ?');
  const added = new Set<string>();

  return {
    addClicks(batch: string, amounts: ReadonlyMap<string, number>): void {
      if (added.has(batch)) return;
      inTransaction(db, () => {
        for (const [key, amount] of amounts) add.run(CLICKS, key, String(amount));
        dropZeros.run(CLICKS);
      });
      added.add(batch);
      if (added.size > BATCHES_MAX) added.delete(added.values().next().value!);
    },
    allClicks: (): Map<string, number> =>
      new Map(
        readAll
          .all(CLICKS)
          .map(({ key, bytes }) => [String(key), Number(Buffer.from(bytes as Uint8Array).toString())]),
      ),
  };
}

const SECRET_BYTES = 32;

function metaTable(db: DatabaseSync) {
  const addOnce = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
  const write = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const read = db.prepare('SELECT value FROM meta WHERE key = ?');

  return {
    /**
     * Returns the stored secret. If there is none, stores `existing` (the secret of the damaged database that this one
     * replaces), or a new one.
     */
    secretOr(existing: Uint8Array | null): Uint8Array {
      if (!read.get('secret')) addOnce.run('secret', existing ?? randomBytes(SECRET_BYTES));
      return read.get('secret')!['value'] as Uint8Array;
    },

    /** Tests whether writes work. */
    probe(): void {
      write.run('probe', Buffer.alloc(1));
    },
  };
}

export function operationsOn(db: DatabaseSync) {
  return {
    ...snapshotTables(db),
    ...cacheTable(db),
    ...leaseTable(db),
    ...documentTable(db),
    ...clickTable(db),
    ...counterTable(db),
    ...metaTable(db),
  };
}

export type Operations = ReturnType<typeof operationsOn>;
