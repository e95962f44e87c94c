import type { DatabaseSync } from 'node:sqlite';
import { type PackedCounters, unpackCounters } from '../packed-counters.ts';
import { inTransaction } from '../transaction.ts';

export interface CounterKey {
  readonly window: string;
  readonly caller: string;
}

export type LoadedRow = [window: string, caller: string, day: number, count: number, hexTimes: string];

export function counterTable(db: DatabaseSync) {
  // As one text: a million rows as values of their own would take four times as long, and again to be sent.
  const next = db.prepare(`
    SELECT json_group_array(json_array(window, caller, day, count, hex(times)) ORDER BY window, caller) AS rows FROM
    (SELECT * FROM counters WHERE (window, caller) > (?, ?) ORDER BY window, caller LIMIT ?)`);
  const write = db.prepare(
    'INSERT OR REPLACE INTO counters (window, caller, day, count, times) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = db.prepare('DELETE FROM counters WHERE window = ? AND caller = ?');

  return {
    /** `LoadedRow[]` as JSON: those that follow one, in the order of their keys. */
    loadCounters: ({ window, caller }: CounterKey, limit: number): string =>
      next.get(window, caller, limit)?.['rows'] as string,

    saveCounters(packed: PackedCounters): void {
      inTransaction(db, () => {
        for (const { window, caller, day, count, times } of unpackCounters(packed)) {
          if (count === 0) drop.run(window, caller);
          else write.run(window, caller, day, count, new Uint8Array(Float64Array.from(times).buffer));
        }
      });
    },
  };
}
