import type { DatabaseSync } from 'node:sqlite';
import { POLICY_NAMES, type PolicyName } from '../../../limits/policies.ts';
import type { CounterRow } from '../../../limits/port.ts';
import { type PackedCounters, packCounters, unpackCounters } from '../packed-counters.ts';
import { inTransaction } from '../transaction.ts';

export interface CounterKey {
  readonly window: string;
  readonly caller: string;
}

type Row = [window: PolicyName, caller: string, day: number, count: number, times: Uint8Array | null];
const NO_TIMES: readonly number[] = Object.freeze([]);

export interface LoadedCounters {
  readonly rows: PackedCounters;
  readonly last: CounterKey | null;
}

export function counterTable(db: DatabaseSync) {
  // A row as an object, and a blob even where it is empty, would each double the time in which a million are read.
  const next = db.prepare(`
    SELECT window, caller, day, count, CASE WHEN length(times) = 0 THEN NULL ELSE times END FROM counters
    WHERE (window, caller) > (?, ?) ORDER BY window, caller LIMIT ?`);
  next.setReturnArrays(true);
  const write = db.prepare(
    'INSERT OR REPLACE INTO counters (window, caller, day, count, times) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = db.prepare('DELETE FROM counters WHERE window = ? AND caller = ?');

  return {
    /** The rows that follow one, in the order of their keys; `last` is null where no more follow. */
    loadCounters({ window, caller }: CounterKey, limit: number): LoadedCounters {
      const found = (next.all(window, caller, limit) as unknown as Row[]).map(
        ([name, holder, day, count, times]): CounterRow => ({
          window: name,
          caller: holder,
          day,
          count,
          // Copied: a blob may begin at an address that no array of 64-bit numbers can.
          times: times === null ? NO_TIMES : Array.from(new Float64Array(times.slice().buffer)),
        }),
      );
      // Another version may have had other windows.
      const rows = packCounters(found.filter((row) => POLICY_NAMES.includes(row.window)));
      return { rows, last: found.length < limit ? null : found.at(-1)! };
    },

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
