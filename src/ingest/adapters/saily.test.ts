import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { saily } from './saily.ts';
import { pageFrom, parseAll, readFixture } from './testing.ts';

const OPTIONS = { url: 'https://api.quay.example/v3/partners/plans?utm_source=x' };
const read = () => readFixture(saily, 'saily.json', OPTIONS);

test('cents with tax, a decoded link without the places for a network to fill in', async () => {
  const { draft } = await read();
  const plan = draft('s-1');
  assert.deepEqual([plan.prices, plan.tax], [{ USD: '19.99' }, 'included']);
  assert.equal(plan.link, 'https://quay.example/thailand/?plan=s-1');
  assert.deepEqual(plan.data, { amount: 20, unit: 'GB', base: 1000 });
});

test('999 GB on an unlimited plan is no amount, and fair use is read per day', async () => {
  const { draft } = await read();
  const plan = draft('s-2');
  assert.deepEqual([plan.model, plan.data, plan.uncapped], ['unlimited', null, false]);
  assert.deepEqual(plan.fullSpeedPerDay, { amount: 5, unit: 'GB', base: 1000 });
  assert.equal(plan.throttleKbps, 1000);
  assert.deepEqual(plan.places, ['FR', 'DE', 'HI', 'S1']);
});

test('a fair-use amount without an interval counts for the whole validity', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('s-3').fullSpeedPerDay, { amount: 2500, unit: 'MB', base: 1000 });
  assert.deepEqual([draft('s-3').throttleKbps, draft('s-3').prices], [512, { EUR: '0.05' }]);
});

test('a validity in months and a broken link are refused', async () => {
  const { refused } = await read();
  assert.deepEqual(refused, { 's-4': 'impossible_days', 's-5': 'bad_link' });
});

test('a document without items fails as a whole', async () => {
  for (const text of ['[]', '{"items":[]}', '{"plans":[]}', '{"items":[{"id":1}]}']) {
    await assert.rejects(() => parseAll(saily, pageFrom(text), OPTIONS), FeedError, text);
  }
});
