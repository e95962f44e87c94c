import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '../catalogue/publish.ts';
import { marketOf, NOON, PLAIN_PLAN } from '../catalogue/testing/market.ts';
import { noCounters, type SnapshotStore } from '../store/port.ts';
import { openMemoryStore } from '../store/testing/memory.ts';
import { createCurrentLoader, NOTHING } from './current.ts';

async function countingSnapshots(): Promise<{ snapshots: SnapshotStore; fetched: () => number }> {
  const { snapshots } = await openMemoryStore({ clock: () => NOON, makeCounters: noCounters });
  let fetched = 0;
  const getBlob: SnapshotStore['getBlob'] = (ref) => {
    fetched += 1;
    return snapshots.getBlob(ref);
  };
  return { snapshots: { ...snapshots, getBlob }, fetched: () => fetched };
}

test('the current snapshot is loaded once for all sources', async () => {
  const { snapshots, fetched } = await countingSnapshots();
  await publish(snapshots, marketOf([PLAIN_PLAN]), NOON);
  const load = createCurrentLoader(snapshots);
  const [market, again] = await Promise.all([load(), load()]);
  assert.equal(again, market);
  const { plans } = market.plansOf(PLAIN_PLAN.source, PLAIN_PLAN.provider, NOON);
  assert.deepEqual(plans, [PLAIN_PLAN]);
  assert.equal(fetched(), 2, 'its two blobs');
});

test('where nothing was published, there is no current market', async () => {
  const { snapshots } = await countingSnapshots();
  assert.equal(await createCurrentLoader(snapshots)(), NOTHING);
});
