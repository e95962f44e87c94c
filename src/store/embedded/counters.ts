/** Counters on disk: as they travel between the threads, and the table that keeps them. */

import type { DatabaseSync } from 'node:sqlite';
import { POLICY_NAMES } from '../../limits/policies.ts';
import type { CounterRow } from '../../limits/port.ts';
import { inTransaction } from './schema.ts';

// Counter rows on their way to the database thread and back. Copied one by one as objects, the rows of a busy second
// cost the serving thread more than the decisions that made them; two flat pieces cost next to nothing.

/** Both are handed over, not copied. */
export interface PackedCounters {
  /** All callers' hashes one after the other. */
  readonly callers: Uint8Array<ArrayBuffer>;
  /** Of each row: window's number, length of the caller's hash, day, count, number of times, the times. */
  readonly figures: Float64Array<ArrayBuffer>;
}

const FIXED_FIGURES = 5;
const NO_TIMES: readonly number[] = Object.freeze([]);

export function packCounters(rows: readonly CounterRow[]): PackedCounters {
  const figures = new Float64Array(rows.reduce((sum, { times }) => sum + FIXED_FIGURES + times.length, 0));
  const callers = new Uint8Array(rows.reduce((sum, { caller }) => sum + caller.length, 0));
  const text = Buffer.from(callers.buffer);
  let at = 0;
  let written = 0;
  for (const { window, caller, day, count, times } of rows) {
    written += text.write(caller, written, 'latin1');
    figures[at] = POLICY_NAMES.indexOf(window);
    figures[at + 1] = caller.length;
    figures[at + 2] = day;
    figures[at + 3] = count;
    figures[at + 4] = times.length;
    figures.set(times, at + FIXED_FIGURES);
    at += FIXED_FIGURES + times.length;
  }
  return { callers, figures };
}

export function* unpackCounters({ callers, figures }: PackedCounters): Generator<CounterRow> {
  const text = Buffer.from(callers.buffer);
  let at = 0;
  let read = 0;
  while (at < figures.length) {
    const from = at + FIXED_FIGURES;
    const hashLength = figures[at + 1]!;
    const times = figures[at + 4]!;
    yield {
      window: POLICY_NAMES[figures[at]!]!,
      caller: text.toString('latin1', read, read + hashLength),
      day: figures[at + 2]!,
      count: figures[at + 3]!,
      times: times === 0 ? NO_TIMES : Array.from(figures.subarray(from, from + times)),
    };
    at = from + times;
    read += hashLength;
  }
}

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
