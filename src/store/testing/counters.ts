import type { HeldCounters, MakeCounters } from '../counters.ts';

/** For stores under test: keeps the secret and counts nothing. */
export const noCounters: MakeCounters = (_journal, secret): HeldCounters => ({
  take() {
    throw new Error('this store was opened without counters');
  },
  giveBack() {},
  usage: async () => [],
  secret: async () => secret,
  close: async () => {},
});
