import type { CounterJournal, CounterStore } from '../limits/port.ts';

/** Counters as a store holds them: it closes them before it lets go of the disk. */
export type HeldCounters = CounterStore & {
  close(): Promise<void>;
  /** `ok`, or why nothing can be counted at the moment. */
  state?(): string;
  /** What was written is lost: everything that is held is written again. */
  rewrite?(): void;
};

/** The counters engine is made by the caller, so that the store knows nothing of policies. */
export type MakeCounters = (
  journal: CounterJournal,
  secret: Uint8Array,
) => HeldCounters | Promise<HeldCounters>;

/** For who opens a store to read or to publish: it keeps the secret, counts nothing and takes no allowance. */
export const noCounters: MakeCounters = (_journal, secret): HeldCounters => ({
  take() {
    throw new Error('this store was opened without counters');
  },
  refusal: () => null,
  giveBack() {},
  usage: async () => [],
  budgets: async () => [],
  usePolicies() {},
  secret: async () => secret,
  close: async () => {},
});
