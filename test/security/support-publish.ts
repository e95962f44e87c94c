import { publish } from '../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import { openBeside } from '../support/store.ts';

/** Another process publishes, so that the service loads and swaps a catalogue too. */
export async function publishAnew(folder: string): Promise<void> {
  const store = await openBeside(folder);
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  await publish(store.snapshots, marketOf([PLAIN_PLAN], { observation: observedAt(now) }), now);
  await store.close();
}
