import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../draft.ts';
import { plan } from '../testing/plans.ts';
import { marketPrices } from './market-prices.ts';

/** A plan for TR with 10 GB for 30 days, unless `changes` say otherwise. */
const offer = (provider: string, usd: number, changes: Partial<Draft> = {}) =>
  plan({ prices: { USD: String(usd) }, ...changes }, { provider });

/** The market price of the default plan with the terms `asked`. */
function marketPrice(asked: Partial<Draft>, ...others: readonly ReturnType<typeof offer>[]) {
  return marketPrices(others).marketPriceFor(offer('me', 1, asked));
}

const gb = (amount: number) => ({ data: amount * 1_000_000_000 }) as const;

test('the market price is the median of the lowest prices of at least three other providers', () => {
  const ofThreeProviders = [offer('a', 10), offer('a', 12, gb(9)), offer('b', 20), offer('c', 30)];
  assert.deepEqual(marketPrice({}, ...ofThreeProviders), { usdCents: 2000, providers: 3 });
  assert.deepEqual(marketPrice({}, ...ofThreeProviders, offer('me', 1)), { usdCents: 2000, providers: 3 });
  assert.equal(marketPrice({}, offer('a', 10), offer('b', 20), offer('me', 30)), null);
  assert.equal(marketPrice({}, offer('a', 10), offer('a', 11), offer('b', 20)), null);
});

test('only the same destination and model, size and length within a factor of two count', () => {
  const rest = [offer('a', 10), offer('b', 10)];
  for (const like of [gb(5), gb(20), { days: 15 }, { days: 60 }])
    assert.equal(marketPrice({}, ...rest, offer('c', 10, like))?.providers, 3, JSON.stringify(like));
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
    assert.equal(marketPrice({}, ...rest, offer('c', 10, other)), null, JSON.stringify(other));
});

test('a free plan does not count', () => {
  const free = offer('c', 0, { newCustomersOnly: true });
  assert.equal(marketPrice({}, offer('a', 10), offer('b', 20), free), null);
  const { usdCents } = marketPrice({}, offer('a', 10), offer('b', 20), free, offer('c', 30)) ?? assert.fail();
  assert.equal(usdCents, 2000);
});

test('plans that are sold by the day are compared even if their maximum numbers of days differ', () => {
  const byTheDay = (days: number | null) => ({ days, soldPerDay: true });
  const others = [offer('a', 2, byTheDay(30)), offer('b', 2, byTheDay(365)), offer('c', 2, byTheDay(null))];
  assert.deepEqual(marketPrice(byTheDay(90), ...others), { usdCents: 200, providers: 3 });
});

test('a regional plan is compared with all regional plans, or else with its cheapest country', () => {
  const region = { places: ['TR', 'GR'] };
  const regional = ['a', 'b', 'c'].map((provider) => offer(provider, 30, { places: ['FR', 'DE'] }));
  assert.equal(marketPrice(region, ...regional)?.usdCents, 3000);
  const inTurkey = ['a', 'b', 'c'].map((provider) => offer(provider, 20));
  const inGreece = ['a', 'b', 'c'].map((provider) => offer(provider, 10, { places: ['GR'] }));
  assert.equal(marketPrice(region, ...inTurkey, ...inGreece)?.usdCents, 1000);
});
