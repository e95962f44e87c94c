import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export function leaseTable(db: DatabaseSync) {
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
