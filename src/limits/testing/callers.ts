/** Callers and counters of tests. */
import type { Caller, CounterJournal } from '../port.ts';

/** A caller without an agreement. */
export const callerNamed = (key: string): Caller => ({ key });

/** Counts are lost when the process ends. */
export const NO_JOURNAL: CounterJournal = Object.freeze({
  load: async () => [],
  save: async () => {},
  clear: async () => {},
});
