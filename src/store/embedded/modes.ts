/** The modes in which a process opens an embedded store, and the counters of each mode. */
import { createMemoryCounters } from '../../limits/memory.ts';
import type { Policies } from '../../limits/policies.ts';
import type { CounterJournal, CounterStore } from '../../limits/port.ts';
import type { OnStoreEvent } from '../port.ts';

/**
 * - `serve`: the one serving process. It counts requests, and it replaces a damaged database.
 * - `read`: a command that only reads, also while a service runs. It changes nothing in the folder.
 * - `reset`: a command that deletes all counts. It is refused while a service runs, which would write them back.
 * - `write`: a command or an ingest that writes plans and documents, also while a service runs. It has no counters.
 */
export type StoreMode = 'serve' | 'read' | 'reset' | 'write';

/** The store closes its counters before it closes the database. */
type EmbeddedCounters = CounterStore & {
  close(): Promise<void>;
  /** `ok`, or why decisions reject at the moment. */
  state(): string;
  /** For a lost file: writes every count again. */
  rewrite(): void;
};

interface CountersOptions {
  readonly journal: CounterJournal;
  readonly secret: Uint8Array;
  readonly policies: Policies;
  readonly clock: () => number;
  readonly onEvent: OnStoreEvent;
}

export async function openCounters(mode: StoreMode, options: CountersOptions): Promise<EmbeddedCounters> {
  const { journal, secret, policies, clock, onEvent } = options;
  switch (mode) {
    case 'serve':
      return createMemoryCounters({
        policies,
        clock,
        journal,
        secret,
        onEvent: (event) => {
          const message =
            event.type === 'counters_full'
              ? `the table of callers is full (${event.callers}), so new callers get 503`
              : `the clock went back by ${Math.round(event.byMs / 1000)} s, so the counters wait until it catches up`;
          onEvent({ level: 'warn', message });
        },
      });
    case 'read':
      return createMemoryCounters({ policies, clock, journal: { ...journal, save: async () => {} }, secret });
    case 'reset':
      return { ...noCounters(secret), reset: () => journal.clear() };
    case 'write':
      return noCounters(secret);
  }
}

export const noCounters = (secret: Uint8Array): EmbeddedCounters => ({
  take: () => Promise.reject(new Error('this store was opened without counters')),
  refund: async () => {},
  usage: async () => [],
  budgets: async () => [],
  usePolicies() {},
  secret: async () => secret,
  close: async () => {},
  state: () => 'ok',
  rewrite() {},
});
