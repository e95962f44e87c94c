/** A process that counts clicks, and says how many. With `isKilled`, it waits to be killed after its counts are written. */
import { createClickCounter } from '../../src/clicks/click-counter.ts';
import { openStore, PATIENT } from './support.ts';

interface Task {
  readonly url: string;
  readonly keyPrefix: string;
  readonly clicks: number;
  readonly isKilled: boolean;
}

const { url, keyPrefix, clicks, isKilled } = JSON.parse(process.argv[2]!) as Task;
const { store } = await openStore(url, { ...PATIENT, keyPrefix });
const counter = createClickCounter({
  store: store.clicks,
  clock: Date.now,
  onDropped: () => {},
  writeEveryMs: 5,
});
for (let number = 0; number < clicks; number += 1) {
  counter.count({ provider: 'anka', via: 'page', to: number % 2 === 0 ? 'TR' : 'JP', isNavigation: true });
  // Batches are written while further clicks are counted.
  if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
}
if (isKilled) {
  await counter.write();
  await counter.write();
  console.log(clicks);
  setInterval(() => {}, 1_000);
} else {
  await counter.stop();
  await store.close();
  console.log(clicks);
}
