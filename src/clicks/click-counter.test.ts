import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ClickStore } from '../store/port.ts';
import { openMemoryStore } from '../store/testing/memory.ts';
import { createClickCounter } from './click-counter.ts';
import { type Click, readClicks } from './clicks.ts';

const START = Date.parse('2026-11-18T23:59:00Z');
const CLICK: Click = { provider: 'anka', via: 'page', to: 'TR', isNavigation: true };

async function counting(t: TestContext, wrap: (store: ClickStore) => ClickStore = (store) => store) {
  const time = { now: START };
  const dropped: number[] = [];
  const { clicks: stored } = await openMemoryStore({ clock: () => time.now });
  const counter = createClickCounter({
    store: wrap(stored),
    clock: () => time.now,
    onDropped: (clicks) => dropped.push(clicks),
    writeEveryMs: 1_000_000,
  });
  t.after(() => counter.stop());
  return { counter, stored, time, dropped };
}

test('clicks are counted by day, provider, interface and destination, browsers apart from programs', async (t) => {
  const { counter, stored, time } = await counting(t);
  counter.count(CLICK);
  counter.count(CLICK);
  counter.count({ ...CLICK, isNavigation: false });
  counter.count({ ...CLICK, via: 'api' });
  await counter.write();
  time.now += 60_000;
  counter.count({ ...CLICK, to: 'JP' });
  await counter.stop();
  assert.deepEqual(await readClicks(stored), [
    { date: '2026-11-18', provider: 'anka', via: 'api', to: 'TR', clicks: 1, others: 0 },
    { date: '2026-11-18', provider: 'anka', via: 'page', to: 'TR', clicks: 2, others: 1 },
    { date: '2026-11-19', provider: 'anka', via: 'page', to: 'JP', clicks: 1, others: 0 },
  ]);
  assert.deepEqual(counter.totals(), [
    { provider: 'anka', via: 'page', clicks: 3 },
    { provider: 'anka', via: 'api', clicks: 1 },
  ]);
});

test('a count whose reply was lost is written again and counted once', async (t) => {
  let losesReply = true;
  const { counter, stored } = await counting(t, (store) => ({
    ...store,
    async add(batch, amounts) {
      await store.add(batch, amounts);
      if (losesReply) throw new Error('the reply was lost');
    },
  }));
  counter.count(CLICK);
  await counter.write();
  counter.count(CLICK);
  losesReply = false;
  await counter.write();
  assert.deepEqual(
    (await readClicks(stored)).map(({ clicks }) => clicks),
    [2],
  );
});

test('counts that cannot be written for 60 seconds are dropped and reported, later ones are kept', async (t) => {
  let isWorking = false;
  const { counter, stored, time, dropped } = await counting(t, (store) => ({
    ...store,
    add: async (batch, amounts) => {
      if (!isWorking) throw new Error('the store fails');
      await store.add(batch, amounts);
    },
  }));
  for (const _ of [1, 2, 3]) counter.count(CLICK);
  await counter.write();
  time.now += 30_000;
  counter.count(CLICK);
  await counter.write();
  time.now += 30_000;
  await counter.write();
  assert.deepEqual(dropped, []);
  time.now += 1;
  await counter.write();
  assert.deepEqual(dropped, [3]);
  isWorking = true;
  await counter.write();
  assert.deepEqual(
    (await readClicks(stored)).map(({ clicks }) => clicks),
    [1],
  );
});

test('a click never waits for the store, and a stop waits for at most two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written = Promise.withResolvers<void>();
  const { counter } = await counting(t, (store) => ({ ...store, add: () => written.promise }));
  counter.count(CLICK);
  void counter.write();
  counter.count(CLICK);
  const stopped = counter.stop();
  t.mock.timers.tick(2_000);
  await stopped;
  t.mock.timers.reset();
  written.resolve();
});

test('after 35 days, counts are summed by month, provider and interface, by one of several processes', async (t) => {
  const { counter, stored, time } = await counting(t);
  counter.count(CLICK);
  counter.count({ ...CLICK, to: 'JP' });
  counter.count({ ...CLICK, isNavigation: false });
  await counter.write();
  time.now += 34 * 86_400_000;
  counter.count(CLICK);
  await counter.write();
  assert.equal((await readClicks(stored)).length, 3, 'the 35th day');
  time.now += 86_400_000;
  counter.count(CLICK);
  const other = createClickCounter({ store: stored, clock: () => time.now, onDropped: () => {} });
  await Promise.all([counter.write(), other.write()]);
  await other.stop();
  assert.deepEqual((await readClicks(stored))[0], {
    date: '2026-11',
    provider: 'anka',
    via: 'page',
    to: null,
    clicks: 2,
    others: 1,
  });
  assert.equal((await readClicks(stored)).length, 3);
});

test('destinations are no longer distinguished when the counts of a day are too many', async (t) => {
  const { counter, stored } = await counting(t);
  for (let number = 0; number < 20_010; number += 1) counter.count({ ...CLICK, to: `T${number}` });
  await counter.write();
  const rows = await readClicks(stored);
  assert.equal(rows.length, 20_001);
  assert.equal(rows.find(({ to }) => to === 'other')?.clicks, 10);
});
