/** The small tables of the database, and everything that the worker does on request, by name. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Snapshot, StoreError } from '../port.ts';
import { blobTables } from './blobs.ts';
import { counterTable } from './counters.ts';
import { inTransaction } from './schema.ts';

function snapshotTables(db: DatabaseSync) {
  const newest = db.prepare('SELECT serial, document FROM snapshots ORDER BY serial DESC LIMIT ?');
  const newestSerial = db.prepare('SELECT MAX(serial) AS serial FROM snapshots');
  const wholeBlob = db.prepare('SELECT 1 FROM blobs WHERE sha256 = ? AND bytes = ? AND complete = 1');
  const insert = db.prepare(
    'INSERT INTO snapshots (serial, content_sha256, observations_sha256, document) VALUES (?, ?, ?, ?)',
  );
  const purgeCache = db.prepare('DELETE FROM cache');
  const drop = db.prepare(
    'DELETE FROM snapshots WHERE serial = ? AND serial < (SELECT MAX(serial) FROM snapshots)',
  );

  const serialNow = (): number => Number(newestSerial.get()?.['serial'] ?? 0);
  const list = (limit: number): Snapshot[] =>
    newest.all(limit).map(({ serial, document }) => ({
      ...(JSON.parse(String(document)) as Omit<Snapshot, 'serial'>),
      serial: Number(serial),
    }));

  return {
    listSnapshots: list,

    announce(snapshot: Omit<Snapshot, 'serial'>): Snapshot {
      return inTransaction(db, () => {
        for (const blob of [snapshot.content, snapshot.observations]) {
          if (!wholeBlob.get(blob.sha256, blob.bytes)) {
            throw new StoreError(
              'missing_blob',
              'a snapshot cannot be announced before its blobs are complete',
            );
          }
        }
        const serial = serialNow() + 1;
        const { publishedAt, content, observations, reason, summary } = snapshot;
        const document = JSON.stringify({ publishedAt, content, observations, reason, summary });
        insert.run(serial, content.sha256, observations.sha256, document);
        if (reason === 'rollback') purgeCache.run();
        return { ...snapshot, serial };
      });
    },

    /** The newest one is never dropped: serials count on from it. */
    dropSnapshots: (serials: readonly number[]): void => {
      for (const serial of serials) drop.run(serial);
    },
  };
}

/** Expired answers are swept together with a new one, at most once in so long. */
const SWEEP_EVERY_MS = 60_000;
/** A sweep must not hold up the answers that wait behind it. */
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
      if (Math.abs(now - sweptAt) < SWEEP_EVERY_MS) return;
      const { changes } = sweep.run(now, SWEEP_ROWS_MAX);
      // A full sweep may have left some: the next answer goes on with it.
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

    /** A lease whose time is over may already be somebody else's work: it is not renewed. */
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

const SECRET_BYTES = 32;

function metaTable(db: DatabaseSync) {
  const addOnce = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
  const write = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const read = db.prepare('SELECT value FROM meta WHERE key = ?');

  return {
    /** `known`: the one to go on with, where a damaged database was replaced while the process ran. */
    secret(known: Uint8Array | null): Uint8Array {
      if (!read.get('secret')) addOnce.run('secret', known ?? randomBytes(SECRET_BYTES));
      return read.get('secret')!['value'] as Uint8Array;
    },

    /** A write that means nothing, to find out whether writing works again. */
    probe(): void {
      write.run('probe', Buffer.alloc(1));
    },
  };
}

// Everything that the worker does on request, by name.

export function buildApi(db: DatabaseSync) {
  return {
    ...blobTables(db),
    ...snapshotTables(db),
    ...cacheTable(db),
    ...leaseTable(db),
    ...documentTable(db),
    ...counterTable(db),
    ...metaTable(db),
  };
}

export type Api = ReturnType<typeof buildApi>;
