import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, pageFrom, parseAll, readFixture } from '../testing/adapters.ts';

const esimdb = ADAPTERS['esimdb']!;

const OPTIONS = { url: 'https://lumen.example/feed.json' };
const read = () => readFixture(esimdb, 'esimdb.json', OPTIONS);

test('a plain plan keeps its list prices, networks and facts; a promotional price is no list price', async () => {
  const { draft } = await read();
  const plan = draft('lyra-5gb-30d');
  assert.deepEqual(plan.prices, { USD: '7.25', EUR: '6.8' });
  assert.deepEqual(plan.data, 5_000_000_000);
  assert.equal(plan.model, 'total');
  assert.equal(plan.days, 30);
  assert.equal(plan.starts, 'first_use');
  assert.deepEqual(plan.networks, [
    { place: 'TR', name: 'Anadolu Net', generation: '5G' },
    { place: 'TR', name: 'Ege Mobil', generation: '4G' },
  ]);
  assert.deepEqual(
    [plan.hotspot, plan.identityCheck, plan.topUp, plan.phoneNumber, plan.newCustomersOnly, plan.ads],
    [true, false, true, false, false, false],
  );
});

test('traffic that leaves in the only destination is local, elsewhere it is roaming, unstated it is unknown', async () => {
  const { draft } = await read();
  assert.equal(draft('lyra-5gb-30d').breakout, 'local');
  assert.equal(draft('lyra-daily').breakout, 'roaming');
  assert.equal(draft('lyra-unlimited').breakout, 'unknown');
});

test('a cap per day is a daily allowance with its reduced speed, and what is not stated stays unknown', async () => {
  const { draft } = await read();
  const plan = draft('lyra-daily');
  assert.equal(plan.model, 'per_day');
  assert.deepEqual([plan.afterCap, plan.throttleKbps, plan.maxKbps], ['throttle', 128, 20000]);
  assert.deepEqual([plan.hotspot, plan.identityCheck], [null, null]);
});

test('a cap of 0 is unlimited, and possible throttling is a cap', async () => {
  const { draft } = await read();
  const plan = draft('lyra-unlimited');
  assert.deepEqual([plan.model, plan.data, plan.days], ['unlimited', null, 3]);
  assert.deepEqual([plan.afterCap, plan.throttleKbps ?? null], ['throttle', null]);
  assert.equal(plan.maxKbps, 5000);
});

test('a fair-use rule in prose is read into full speed a day', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('lyra-fair').fullSpeedPerDay, 2_000_000_000);
  assert.equal(draft('lyra-fair').throttleKbps, 512);
});

test('a cap per week or month renews, and is not its sum over the validity', async () => {
  const { draft } = await read();
  const { data, periodDays, model } = draft('lyra-weekly');
  assert.deepEqual({ data, periodDays, model }, { data: 500_000_000, periodDays: 7, model: 'total' });
  assert.deepEqual(draft('lyra-monthly').data, 2_000_000_000);
  assert.equal(draft('lyra-monthly').periodDays, 30);
});

test('a promotional price rides beside the price, and exits are kept', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('lyra-5gb-30d').promoPrices, { USD: '1' });
  assert.deepEqual(draft('lyra-5gb-30d').exits, ['TR']);
});

test('a dialect in snake_case: 5G, throttling, calls, promotion and the activation rule in prose', async () => {
  const { draft } = await read();
  const plan = draft('lyra-snake');
  assert.equal(plan.generation, '5G');
  assert.deepEqual([plan.afterCap, plan.topUp, plan.newCustomersOnly], ['throttle', true, true]);
  assert.deepEqual([plan.phoneNumber, plan.calls], [true, true]);
  assert.equal(plan.starts, 'first_use');
  assert.deepEqual([plan.prices, plan.promoPrices], [{ USD: '2.4049576252680738' }, { USD: '2' }]);
});

test('a validity of 0 or null is no expiry, a missing one is refused', async () => {
  const { draft, rejected } = await read();
  assert.equal(draft('lyra-forever').days, null);
  assert.equal(draft('lyra-forever').newCustomersOnly, true);
  assert.equal(draft('lyra-null-validity').days, null);
  assert.equal(rejected['no-validity'], 'missing_field');
});

test('the dialect with period, capacity and price as strings means the same', async () => {
  const { draft } = await readFixture(esimdb, 'esimdb.json', { ...OPTIONS, base: 1024 });
  const plan = draft('4711');
  assert.deepEqual(plan.data, 3_000_000_000);
  assert.deepEqual([plan.days, plan.prices], [15, { GBP: '6.5' }]);
});

test('what is no plan, or no whole plan, is rejected with its reason', async () => {
  const { rejected } = await read();
  assert.deepEqual(rejected, {
    'lyra-payg': 'pay_as_you_go',
    'lyra-sub': 'subscription',
    'no-places': 'no_place',
    'no-validity': 'missing_field',
    'no-price': 'missing_field',
    'no-link': 'missing_field',
    'row 17': 'malformed_row',
  });
});

test('a feed that moved, emptied or changed its fields fails as a whole', async () => {
  const broken = ['', '[]', '{}', '<html><body>Log in</body></html>', '[{"sku":1}]', '[{"id":"a"'];
  for (const text of broken) {
    await assert.rejects(() => parseAll(esimdb, pageFrom(text), OPTIONS), FeedError, text);
  }
});

test('the feed is asked for once; an error status fails it', async () => {
  const good = fakeFeed(OPTIONS, () => ({ body: [] }));
  assert.equal((await fetchAll(esimdb, good)).length, 1);
  assert.deepEqual(good.asked, [{ url: OPTIONS.url, headers: { accept: 'application/json' } }]);
  await assert.rejects(
    () =>
      fetchAll(
        esimdb,
        fakeFeed(OPTIONS, () => ({ status: 500, body: '' })),
      ),
    FeedError,
  );
});
