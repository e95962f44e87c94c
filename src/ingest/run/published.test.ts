import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '../../catalogue/publish.ts';
import { marketOf, NOON, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import { noCounters, type SnapshotStore } from '../../store/port.ts';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { createCurrentLoader, NOTHING } from './published.ts';

async function watchedSnapshots(): Promise<{ snapshots: SnapshotStore; given: Uint8Array[] }> {
  const { snapshots } = await openMemoryStore({ clock: () => NOON, makeCounters: noCounters });
  const given: Uint8Array[] = [];
  const getBlob: SnapshotStore['getBlob'] = async (ref) => {
    const bytes = await snapshots.getBlob(ref);
    given.push(bytes);
    return bytes;
  };
  return { snapshots: { ...snapshots, getBlob }, given };
}

test('the edition before is loaded once for all sources, and its memory is given back in one step', async () => {
  const { snapshots, given } = await watchedSnapshots();
  await publish(snapshots, marketOf([PLAIN_PLAN]), NOON);
  const { load, release } = createCurrentLoader(snapshots);
  const [market, again] = await Promise.all([load(), load()]);
  assert.equal(again, market);
  const { plans } = market.plansOf(PLAIN_PLAN.source, PLAIN_PLAN.provider, NOON);
  assert.deepEqual([plans.length, plans.at(0)], [1, PLAIN_PLAN]);
  assert.equal(given.length, 2);
  assert.ok(given.every(({ length }) => length > 0));
  await release();
  assert.deepEqual(
    given.map(({ length }) => length),
    [0, 0],
  );
});

test('where nobody asked, or nothing was published, there is nothing to give back', async () => {
  const { snapshots, given } = await watchedSnapshots();
  const { load, release } = createCurrentLoader(snapshots);
  await release();
  assert.equal(await load(), NOTHING);
  await release();
  assert.equal(given.length, 0);
});
