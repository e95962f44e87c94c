import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeHistory,
  encodeHistory,
  GONE_KEPT_MS,
  PRICES_MAX,
  recordRun,
  type SourceHistory,
} from './history.ts';
import { parseRates } from './rates.ts';
import { candidate } from './testing.ts';

const none: SourceHistory = new Map();
const at = (usd: string) => [candidate({ prices: { USD: usd } })];

test('first sight and the last change of price are remembered', () => {
  const first = recordRun(none, at('9'), 1000);
  assert.deepEqual(first.observations, [
    { observedAt: 1000, sourceUpdatedAt: null, firstSeenAt: 1000, priceChangedAt: null },
  ]);
  const same = recordRun(first.history, at('9'), 2000);
  assert.equal(same.changed, false);
  assert.deepEqual([same.observations[0]?.firstSeenAt, same.observations[0]?.observedAt], [1000, 2000]);
  const dearer = recordRun(same.history, at('10'), 3000);
  assert.ok(dearer.changed);
  assert.equal(dearer.observations[0]?.priceChangedAt, 3000);
  assert.equal(recordRun(dearer.history, at('10'), 4000).observations[0]?.priceChangedAt, 3000);
});

test('an exchange rate that moves is no change of price', () => {
  const euro = (rate: string) => {
    const table = parseRates(JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: rate } }));
    return [candidate({ prices: { EUR: '9' } }, { rates: { table, problem: null } })];
  };
  const first = recordRun(none, euro('1.1'), 1000);
  assert.equal(recordRun(first.history, euro('1.2'), 2000).observations[0]?.priceChangedAt, null);
});

test('a plan that returns within a season is the same plan, later it is new', () => {
  const first = recordRun(none, at('9'), 1000);
  const gone = recordRun(first.history, [], 2000);
  assert.ok(gone.changed);
  assert.equal(recordRun(gone.history, [], 3000).changed, false);
  assert.equal(recordRun(gone.history, at('9'), 3000).observations[0]?.firstSeenAt, 1000);
  const forgotten = recordRun(gone.history, [], 2001 + GONE_KEPT_MS);
  assert.equal(forgotten.history.size, 0);
  assert.equal(recordRun(forgotten.history, at('9'), 9e12).observations[0]?.firstSeenAt, 9e12);
});

test('the number of remembered prices is bounded', () => {
  let history = none;
  for (let i = 1; i <= 3 * PRICES_MAX; i++) history = recordRun(history, at(`${i}`), i).history;
  assert.equal(history.get('tr-10gb-30d')?.prices.length, PRICES_MAX);
});

test('history survives being written, and a damaged line costs one plan', () => {
  const { history } = recordRun(none, [...at('9'), candidate({ externalId: 'b' })], 1000);
  const bytes = encodeHistory(history);
  assert.deepEqual(decodeHistory(bytes), history);
  const damaged = new TextEncoder().encode(`{"x\n${new TextDecoder().decode(bytes)}`);
  assert.deepEqual(decodeHistory(damaged), history);
  assert.equal(decodeHistory(null).size, 0);
});
