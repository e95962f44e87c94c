import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullId, type Market } from '../../catalogue/catalogue.ts';
import { publish } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import { NOON, observedAt, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import type { Snapshot } from '../../store/port.ts';
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
async function hideDuring(ingested: Market): Promise<readonly (readonly string[])[]> {
  const store = await openMemoryStore({ clock: () => NOON });
  const { snapshots, documents } = store;
  const plansOf = async (snapshot: Snapshot) =>
    (await readSnapshot(snapshots, snapshot)).plans.map(({ plan }) => fullId(plan));
  await publish(snapshots, marketOf('bad', 'old'), NOON);
  await writeHidden(documents, { provider: 'harbour', plan: 'bad', reason: 'wrong', at: NOON });
  const announced: (readonly string[])[] = [];
  let isIngested = false;
  const overtaken: typeof snapshots = {
    ...snapshots,
    async announce(snapshot, after) {
      if (!isIngested) await publish(snapshots, ingested, NOON);
      isIngested = true;
      const done = await snapshots.announce(snapshot, after);
      announced.push(await plansOf(done));
      return done;
    },
  };
  await publishHidden({ snapshots: overtaken, documents }, NOON);
  assert.ok(!(await plansOf((await snapshots.current())!)).includes('harbour/bad'));
  return announced;
}

test('the plans of an ingest that publishes while a plan is being hidden are in every later snapshot', async () => {
  assert.deepEqual(await hideDuring(marketOf('bad', 'new')), [['harbour/new']]);
  // The ingest has read the hidden entry already.
  assert.deepEqual(await hideDuring(marketOf('new')), []);
});
