import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, inProcess, openBench, rows } from './support/shop.ts';

const override = (plan: string, change: object) => ({
  provider: 'one',
  plan,
  reason: 'seen in the shop',
  until: '2026-12-31',
  ...change,
});

test('a plan is hidden and another corrected while the override lasts; then the feed speaks again', async () => {
  const bench = await openBench();
  const config = inProcess({ feed: () => rows(12) });
  const overrides = [
    override('plan-1', { hide: true as const }),
    override('plan-2', { set: { name: 'Right' } }),
  ];
  await bench.run({ ...config, overrides });
  const plans = async () => (await bench.plans())['feed'] ?? [];
  assert.equal((await plans()).length, 11);
  assert.equal((await plans()).find(({ id }) => id === 'plan-2')?.name, 'Right');
  assert.ok(!(await plans()).some(({ id }) => id === 'plan-1'));
  bench.now = Date.parse('2027-01-01T00:00:00Z');
  const { warnings } = await bench.run({ ...config, overrides });
  assert.match(warnings.join(), /the override of \S+ ended \(.*the override of \S+ ended \(/);
  assert.equal((await plans()).length, 12);
  assert.equal((await plans()).find(({ id }) => id === 'plan-2')?.name, 'Plan 2');
});

test('a plan that is hidden while its source fails is gone at once', async () => {
  const bench = await openBench();
  let broken = false;
  const config = inProcess({
    feed: () => (broken ? 'broken' : rows(12)),
    second: () => rows(6, (_row, at) => ({ link: `https://two.example/${at}` })),
  });
  await bench.run(config);
  broken = true;
  bench.now += HOUR_MS;
  await bench.run({ ...config, overrides: [override('plan-3', { hide: true as const })] });
  const { feed = [], second = [] } = await bench.plans();
  assert.deepEqual([feed.length, feed.some(({ id }) => id === 'plan-3'), second.length], [11, false, 6]);
});

test('an edit is published at once if all sources that are left are paused', async () => {
  const bench = await openBench();
  const feeds = {
    feed: () => rows(12),
    second: () => rows(6, (_row, at) => ({ link: `https://two.example/${at}` })),
  };
  const config = inProcess(feeds);
  const pausedFeed = { ...config.sources[0]!, paused: true };
  await bench.run(config);
  await bench.run({ ...config, sources: [pausedFeed, config.sources[1]!] });
  const hidden = {
    ...config,
    sources: [pausedFeed],
    overrides: [override('plan-3', { hide: true as const })],
  };
  const report = await bench.run(hidden, { dueOnly: true });
  assert.deepEqual([report.status, report.sources], ['published', []]);
  const { feed = [], second } = await bench.plans();
  assert.deepEqual([feed.length, second], [11, undefined], 'the hidden plan and the removed source are gone');
  assert.equal((await bench.run(hidden, { dueOnly: true })).status, 'nothing', 'the edit is published once');
});

test('an override that matches no plan is named, once every source of its provider was read', async () => {
  const bench = await openBench();
  let broken = false;
  const config = inProcess({ feed: () => (broken ? 'broken' : rows(12)) });
  const overrides = [
    override('plan-1', { hide: true as const }),
    override('plan-99', { set: { name: 'Right' } }),
    { ...override('plan-1', { hide: true as const }), provider: 'nobody' },
  ];
  const { warnings } = await bench.run({ ...config, overrides });
  assert.deepEqual(warnings, [
    'the override of one/plan-99 matches no plan',
    'the override of nobody/plan-1 matches no plan',
  ]);
  broken = true;
  bench.now += HOUR_MS;
  const second = await bench.run({ ...config, overrides });
  assert.deepEqual(second.warnings, ['the override of nobody/plan-1 matches no plan']);
});

test('edited overrides and coupons are published with the destinations that they are about, before any feed is read', async () => {
  const bench = await openBench();
  let broken = false;
  const config = inProcess({ feed: () => (broken ? 'broken' : rows(12)) });
  await bench.run(config);
  const corrections = async () => (await bench.store.snapshots.current())?.corrections ?? [];
  assert.deepEqual(await corrections(), []);
  bench.now += HOUR_MS;
  await bench.run(config);
  assert.deepEqual(await corrections(), [], 'reading a feed again corrects nothing');
  // The feed cannot be read, and the edits are published all the same.
  broken = true;
  bench.now += HOUR_MS;
  await bench.run({ ...config, overrides: [override('plan-3', { hide: true as const })] });
  assert.deepEqual(
    (await corrections()).map(({ destinations }) => destinations),
    [['TR']],
  );
  bench.now += 60_000;
  const coupon = {
    id: 'c',
    provider: 'one',
    code: 'TEN',
    discount: { percent: '10' },
    audience: 'everyone' as const,
    use: 'every_order' as const,
    countries: ['FR'],
    verifiedAt: '2026-11-01',
  };
  await bench.run({ ...config, overrides: [override('plan-3', { hide: true as const })], coupons: [coupon] });
  assert.deepEqual(
    (await corrections()).map(({ destinations }) => destinations),
    [['TR'], ['FR']],
    'a correction stays for an hour',
  );
  bench.now += 2 * HOUR_MS;
  await bench.run({ ...config, overrides: [override('plan-3', { hide: true as const })], coupons: [coupon] });
  assert.deepEqual(await corrections(), []);
});

test('a plan that is no longer hidden comes back with the snapshot of its feed, which names its destinations', async () => {
  const bench = await openBench();
  const config = inProcess({ feed: () => rows(12) });
  const hiding = (plan: string) => ({ ...config, overrides: [override(plan, { hide: true as const })] });
  await bench.run(hiding('plan-3'));
  bench.now += 2 * HOUR_MS;
  // The snapshot that hides plan 9 is published before the feed is read, and does not have plan 3 yet.
  await bench.run(hiding('plan-9'));
  const snapshot = await bench.store.snapshots.current();
  assert.deepEqual(
    snapshot?.corrections?.map(({ serial, destinations }) => [serial ?? snapshot.serial, destinations]),
    [[snapshot?.serial, ['TR']]],
    'a response that was computed between the two snapshots is obsolete',
  );
});
