/**
 * Counter rows on their way to the database thread. Copied one by one as objects, the rows of a busy second cost the
 * serving thread more than the decisions that made them; two flat pieces cost next to nothing.
 */
import { POLICY_NAMES } from '../../limits/policies.ts';
import type { CounterRow } from '../../limits/port.ts';

export interface PackedCounters {
  /** All callers' hashes one after the other. */
  readonly callers: string;
  /** Of each row: window's number, length of the caller's hash, day, count, number of times, the times. Handed over, not copied. */
  readonly figures: Float64Array<ArrayBuffer>;
}

const FIXED_FIGURES = 5;

export function packCounters(rows: readonly CounterRow[]): PackedCounters {
  const length = rows.reduce((sum, { times }) => sum + FIXED_FIGURES + times.length, 0);
  const figures = new Float64Array(length);
  let callers = '';
  let at = 0;
  for (const { window, caller, day, count, times } of rows) {
    callers += caller;
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

export function* unpackCounters({ callers, figures }: PackedCounters) {
  let at = 0;
  let caller = 0;
  while (at < figures.length) {
    const [window, hashLength, day, count, times] = figures.subarray(at, at + FIXED_FIGURES);
    const from = at + FIXED_FIGURES;
    at = from + times!;
    yield {
      window: POLICY_NAMES[window!]!,
      caller: callers.slice(caller, caller + hashLength!),
      day: day!,
      count: count!,
      times: figures.subarray(from, at),
    };
    caller += hashLength!;
  }
}
