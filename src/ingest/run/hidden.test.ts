import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullId, type Market } from '../../catalogue/catalogue.ts';
import { publish } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import { NOON, observedAt, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { writeHidden } from '../documents/hidden.ts';
import { publishHidden } from './hidden.ts';

const marketOf = (...ids: string[]): Market => ({
  plans: ids.map((id) => ({ plan: { ...PLAIN_PLAN, id }, observation: observedAt(NOON) })),
  coupons: [],
  providers: [{ id: 'harbour', name: 'Harbour', homepage: 'https://harbour.example/', brand: 'Harbour' }],
  sources: [],
  sample: false,
});

/** Hides the plan "bad" of a catalogue with the plans "bad" and "old". An ingest publishes its market in between. */
async function hideDuring(ingested: Market): Promise<readonly string[]> {
  const store = await openMemoryStore({ clock: () => NOON });
  const { snapshots, documents } = store;
  await publish(snapshots, marketOf('bad', 'old'), NOON);
  await writeHidden(documents, { provider: 'harbour', plan: 'bad', reason: 'wrong', at: NOON });
  let isIngested = false;
  const overtaken: typeof snapshots = {
    ...snapshots,
    async announce(snapshot) {
      if (!isIngested) await publish(snapshots, ingested, NOON);
      isIngested = true;
      return snapshots.announce(snapshot);
    },
  };
  await publishHidden({ snapshots: overtaken, documents }, NOON);
  const { plans } = await readSnapshot(snapshots, (await snapshots.current())!);
  return plans.map(({ plan }) => fullId(plan));
}

test('the plans of an ingest that publishes while a plan is being hidden are not lost', async () => {
  assert.deepEqual(await hideDuring(marketOf('bad', 'new')), ['harbour/new']);
  // The ingest has read the hidden entry already.
  assert.deepEqual(await hideDuring(marketOf('new')), ['harbour/new']);
});

test('an ingest that finds the plans of before, without the hidden one, changes nothing', async () => {
  assert.deepEqual(await hideDuring(marketOf('old')), ['harbour/old']);
});
