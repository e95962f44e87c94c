import { openMemoryStore } from '../../src/store/testing/memory.ts';
import { describeStore } from './suite.ts';

describeStore('memory', async () => {
  let now = 1_768_478_400_000;
  const store = await openMemoryStore({ clock: () => now });
  return {
    store,
    another: async () => store,
    now: () => now,
    advance(ms) {
      now += ms;
    },
    close: () => store.close(),
  };
});
