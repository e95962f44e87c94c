/** The table of counters in the database. */
import type { DatabaseSync } from 'node:sqlite';
import { POLICY_NAMES, type PolicyName } from '../../limits/policies.ts';
import type { StoredCounter } from '../../limits/port.ts';
import { inTransaction } from './schema.ts';

export function counterTable(db: DatabaseSync) {
  const all = db.prepare('SELECT window, caller, day, count, times, expires_at FROM counters');
  const write = db.prepare(`
    INSERT OR REPLACE INTO counters (window, caller, day, count, times, expires_at) VALUES (?, ?, ?, ?, ?, ?)`);
  const deleteExpired = db.prepare('DELETE FROM counters WHERE expires_at <= ?');
  const deleteAll = db.prepare('DELETE FROM counters');

  return {
    /** Rows of unknown windows, which another version may have written, are ignored. */
    loadCounters(): StoredCounter[] {
      return all.all().flatMap(({ window, caller, day, count, times, expires_at }) =>
        POLICY_NAMES.includes(window as PolicyName)
          ? [
              {
                window: window as PolicyName,
                caller: String(caller),
                day: Number(day),
                count: Number(count),
                times: timesOf(times as Uint8Array),
                expiresAt: Number(expires_at),
              },
            ]
          : [],
      );
    },

    saveCounters(counters: readonly StoredCounter[], now: number): void {
      inTransaction(db, () => {
        for (const { window, caller, day, count, times, expiresAt } of counters) {
          const bytes = new Uint8Array(Float64Array.from(times).buffer);
          write.run(window, caller, day, count, bytes, expiresAt);
        }
        deleteExpired.run(now);
      });
    },

    clearCounters(): void {
      deleteAll.run();
    },
  };
}

function timesOf(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes);
  return Array.from({ length: buffer.length / 8 }, (_, at) => buffer.readDoubleLE(at * 8));
}
