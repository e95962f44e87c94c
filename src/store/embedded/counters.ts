/** The table of counters in the database. */
import type { DatabaseSync } from 'node:sqlite';
import { POLICY_NAMES, type PolicyName } from '../../limits/policies.ts';
import type { StoredCounter } from '../../limits/port.ts';
import { inTransaction } from './schema.ts';

export function counterTable(db: DatabaseSync) {
  const readAll = db.prepare('SELECT window, caller, day, count, times, expires_at FROM counters');
  const write = db.prepare(`
    INSERT OR REPLACE INTO counters (window, caller, day, count, times, expires_at) VALUES (?, ?, ?, ?, ?, ?)`);
  const deleteExpired = db.prepare('DELETE FROM counters WHERE expires_at <= ?');
  const deleteAll = db.prepare('DELETE FROM counters');

  return {
    /** Rows of unknown windows, which another version may have written, are ignored. */
    loadCounters(): StoredCounter[] {
      return readAll
        .all()
        .filter(({ window }) => POLICY_NAMES.includes(window as PolicyName))
        .map(({ window, caller, day, count, times, expires_at }) => ({
          window: window as PolicyName,
          caller: String(caller),
          day: Number(day),
          count: Number(count),
          times: timesOf(times as Uint8Array),
          expiresAt: Number(expires_at),
        }));
    },

    saveCounters(counters: readonly StoredCounter[], now: number): void {
      inTransaction(db, () => {
        for (const { window, caller, day, count, times, expiresAt } of counters) {
          write.run(window, caller, day, count, bytesOf(times), expiresAt);
        }
        deleteExpired.run(now);
      });
    },

    clearCounters(): void {
      deleteAll.run();
    },
  };
}

const bytesOf = (times: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(times).buffer);

/** The bytes are copied first, because SQLite may return a view that does not begin at a multiple of 8 bytes. */
const timesOf = (bytes: Uint8Array): number[] => [...new Float64Array(new Uint8Array(bytes).buffer)];
