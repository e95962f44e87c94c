/**
 * Counters on disk: the table that keeps them, and how they travel between the threads: as one text, which costs a
 * third of what rows of their own would.
 */
import type { DatabaseSync } from 'node:sqlite';
import { POLICY_NAMES } from '../../limits/policies.ts';
import type { CounterRow } from '../../limits/port.ts';
import { inTransaction } from './schema.ts';

const NO_TIMES: readonly number[] = Object.freeze([]);

/** What the database gave, one at a time: of a million none waits for the others. An earlier version may have had other windows. */
export function* counterRows(rows: readonly LoadedRow[]): Generator<CounterRow> {
  for (const [name, caller, day, count, hexTimes] of rows) {
    const window = POLICY_NAMES.find((known) => known === name);
    if (window !== undefined) yield { window, caller, day, count, times: timesOf(hexTimes) };
  }
}

function timesOf(hex: string): readonly number[] {
  if (hex === '') return NO_TIMES;
  const bytes = Buffer.from(hex, 'hex');
  return Array.from({ length: bytes.length / 8 }, (_, at) => bytes.readDoubleLE(at * 8));
}

export interface CounterKey {
  readonly window: string;
  readonly caller: string;
}

export type LoadedRow = [window: string, caller: string, day: number, count: number, hexTimes: string];

export function counterTable(db: DatabaseSync) {
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

    /** `CounterRow[]` as JSON. */
    saveCounters(rows: string): void {
      inTransaction(db, () => {
        for (const { window, caller, day, count, times } of JSON.parse(rows) as CounterRow[]) {
          if (count === 0) drop.run(window, caller);
          else write.run(window, caller, day, count, new Uint8Array(Float64Array.from(times).buffer));
        }
      });
    },
  };
}
