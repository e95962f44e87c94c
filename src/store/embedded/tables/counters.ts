import type { DatabaseSync } from 'node:sqlite';
import type { PolicyName } from '../../../limits/policies.ts';
import type { CounterRow } from '../../../limits/port.ts';
import { type PackedCounters, unpackCounters } from '../packed-counters.ts';
import { inTransaction } from '../transaction.ts';

export function counterTable(db: DatabaseSync) {
  const all = db.prepare('SELECT window, caller, day, count, times FROM counters');
  const write = db.prepare(
    'INSERT OR REPLACE INTO counters (window, caller, day, count, times) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = db.prepare('DELETE FROM counters WHERE window = ? AND caller = ?');

  return {
    loadCounters(): CounterRow[] {
      const rows: CounterRow[] = [];
      for (const row of all.iterate()) {
        // Copied: a blob may begin at an address that no array of 64-bit numbers can.
        const times = new Float64Array((row['times'] as Uint8Array).slice().buffer);
        rows.push({
          window: row['window'] as PolicyName,
          caller: String(row['caller']),
          day: Number(row['day']),
          count: Number(row['count']),
          times: Array.from(times),
        });
      }
      return rows;
    },

    saveCounters(packed: PackedCounters): void {
      inTransaction(db, () => {
        for (const { window, caller, day, count, times } of unpackCounters(packed)) {
          if (count === 0) drop.run(window, caller);
          else write.run(window, caller, day, count, bytesOf(times));
        }
      });
    },
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer, byteOffset, byteLength);
