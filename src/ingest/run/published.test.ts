import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '../../catalogue/publish.ts';
import { marketOf, NOON, PLAIN_PLAN } from '../../catalogue/testing/market.ts';
import { EXPIRED_AFTER_SECONDS } from '../../domain/freshness.ts';
import { openMemoryStore } from '../../store/testing/memory.ts';
import { lastGoodPlans, loadPublished, NOTHING_PUBLISHED } from './published.ts';

const open = () => openMemoryStore({ clock: () => NOON });

test('the last good plans of a source are those of its provider that are young enough', async () => {
  const { snapshots } = await open();
  await publish(snapshots, marketOf([PLAIN_PLAN]), NOON);
  const published = await loadPublished(snapshots);
  const { source: id, provider } = PLAIN_PLAN;
  /** Without a provider, the rows of the source name their providers. */
  const plansOf = (owner: string | null, now: number) =>
    lastGoodPlans(published, { id, provider: owner }, now).map(({ plan }) => plan);
  assert.deepEqual(plansOf(provider, NOON), [PLAIN_PLAN]);
  assert.deepEqual(plansOf(null, NOON), [PLAIN_PLAN]);
  assert.deepEqual(plansOf('another', NOON), []);
  assert.deepEqual(plansOf(provider, NOON + 2 * EXPIRED_AFTER_SECONDS * 1000), []);
});

test('without a snapshot nothing is published', async () => {
  const { snapshots } = await open();
  assert.equal(await loadPublished(snapshots), NOTHING_PUBLISHED);
});
