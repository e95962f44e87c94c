import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { pageFrom, parseAll, readFixture } from './testing.ts';
import { yesim } from './yesim.ts';

const OPTIONS = { url: 'https://nimbus.example/prices?partner=P1' };
const read = () => readFixture(yesim, 'yesim.json', OPTIONS);

test('strings are read as numbers, and MB count 1,024 to a GB', async () => {
  const { draft } = await read();
  const plan = draft('900');
  assert.deepEqual(plan.data, { amount: 10240, unit: 'MB', base: 1024 });
  assert.deepEqual([plan.name, plan.days, plan.prices], ['Japan, 10 GB, 30 days', 30, { EUR: '16' }]);
  assert.deepEqual([plan.places, plan.phoneNumber, plan.basis], [['jp'], false, 'retail']);
});

test('a capacity of "-1" is unlimited and may be slowed', async () => {
  const { draft } = await read();
  const plan = draft('901');
  assert.deepEqual(
    [plan.model, plan.data, plan.afterCap, plan.uncapped],
    ['unlimited', null, 'throttle', false],
  );
  assert.deepEqual(plan.prices, { EUR: '28.81' });
});

test('Northern Cyprus is never taken for the country in its coverage', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('902').places, ['nn']);
});

test('a region takes its places from its coverage', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('903').places, ['AT', 'GB', 'RS']);
  assert.deepEqual(draft('903').data, { amount: 500, unit: 'MB', base: 1024 });
});

test('a retired code is handed on as it is, for the table of places to judge', async () => {
  const { draft, refused } = await read();
  assert.deepEqual(draft('904').places, ['an']);
  assert.deepEqual(refused, { '905': 'impossible_price' });
});

test('a list without plan ids is not this feed', async () => {
  await assert.rejects(() => parseAll(yesim, pageFrom('[{"id":1}]'), OPTIONS), FeedError);
});
