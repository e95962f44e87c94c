import type { DatabaseSync } from 'node:sqlite';

/** Expired answers are swept together with a new one, at most once in so long. */
const SWEEP_EVERY_MS = 60_000;
/** A sweep must not hold up the answers that wait behind it. */
const SWEEP_ROWS_MAX = 500;

export function cacheTable(db: DatabaseSync) {
  const read = db.prepare('SELECT bytes FROM cache WHERE key = ? AND expires_at > ?');
  const write = db.prepare('INSERT OR REPLACE INTO cache (key, bytes, expires_at) VALUES (?, ?, ?)');
  const sweep = db.prepare(
    'DELETE FROM cache WHERE rowid IN (SELECT rowid FROM cache WHERE expires_at <= ? LIMIT ?)',
  );
  const purge = db.prepare('DELETE FROM cache');
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

    purgeCache(): void {
      purge.run();
    },
  };
}
