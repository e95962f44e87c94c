import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../draft.ts';
import { plan } from '../testing/plans.ts';
import { marketPrices } from './market-prices.ts';

const of = (provider: string, usd: number, changes: Partial<Draft> = {}) =>
  plan({ prices: { USD: String(usd) }, ...changes }, { provider });

function usual(asked: Partial<Draft>, ...others: readonly ReturnType<typeof of>[]) {
  return marketPrices(others).marketPriceFor(of('me', 1, asked));
}

const gb = (amount: number) => ({ data: amount * 1_000_000_000 }) as const;

test('the market is the middle of the lowest prices of at least three other providers', () => {
  const three = [of('a', 10), of('a', 12, gb(9)), of('b', 20), of('c', 30)];
  assert.deepEqual(usual({}, ...three), { usdCents: 2000, providers: 3 });
  assert.deepEqual(usual({}, ...three, of('me', 1)), { usdCents: 2000, providers: 3 });
  assert.equal(usual({}, of('a', 10), of('b', 20), of('me', 30)), null);
  assert.equal(usual({}, of('a', 10), of('a', 11), of('b', 20)), null);
});

test('only the same destination and model, size and length within a factor of two count', () => {
  const rest = [of('a', 10), of('b', 10)];
  for (const like of [gb(5), gb(20), { days: 15 }, { days: 60 }])
    assert.equal(usual({}, ...rest, of('c', 10, like))?.providers, 3, JSON.stringify(like));
  for (const other of [
    gb(4),
    gb(21),
    { days: 14 },
    { days: 61 },
    { places: ['GR'] },
    { model: 'per_day' },
    { days: null },
    { periodDays: 7 },
  ] as const)
    assert.equal(usual({}, ...rest, of('c', 10, other)), null, JSON.stringify(other));
});

test('a plan for several countries is compared with its like, or else with each of its countries', () => {
  const region = { places: ['TR', 'GR'] };
  const regional = ['a', 'b', 'c'].map((provider) => of(provider, 30, { places: ['FR', 'DE'] }));
  assert.equal(usual(region, ...regional)?.usdCents, 3000);
  const inTurkey = ['a', 'b', 'c'].map((provider) => of(provider, 20));
  const inGreece = ['a', 'b', 'c'].map((provider) => of(provider, 10, { places: ['GR'] }));
  assert.equal(usual(region, ...inTurkey, ...inGreece)?.usdCents, 1000);
});
