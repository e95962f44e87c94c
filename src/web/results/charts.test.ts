import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { answered, createSite, exampleComparison, exampleResult, TRIP } from '../testing/harness.ts';

const planOf = (gb: number, usd: number, change: (result: Result) => void = () => {}): Result =>
  exampleResult((result) => {
    result.plan.id = `plan-${gb}-${usd}`;
    Object.assign(result.data, { model: 'total', gb, gb_for_trip: gb });
    result.price.usd = usd;
    change(result);
  });

/** The title of the chart of amounts and its bars: "10 GB $5.00". */
async function amountsIn(orders: Partial<Comparison['orders']>, trip = TRIP) {
  const comparison = exampleComparison();
  Object.assign(comparison.orders, { Recommended: [], Fastest: [], ...orders });
  comparison.variants = [];
  if (trip.includes('need=unlimited')) comparison.query.need = 'unlimited';
  const { text } = await createSite(() => answered(comparison)).get(trip);
  const [, title = '', list = ''] =
    /id="charts">[\s\S]*?<summary>([^<]*)<\/summary>[\s\S]*?<ol class="bars">([\s\S]*?)<\/ol>/.exec(text) ??
    [];
  const bars = [...list.matchAll(/<i>([^<]*)<\/i>[\s\S]*?<b>([^<]*)<\/b>/g)];
  return { title, bars: bars.map(([, amount, money]) => `${amount} ${money}`) };
}

test('the chart of amounts has the lowest price of each amount, and none of an amount that only another list has', async () => {
  const Cheapest = [planOf(10, 5), planOf(7, 6), planOf(10, 7)];
  const Fastest = [planOf(20, 17.6), planOf(7, 5.5)];
  const { title, bars } = await amountsIn({ Recommended: [Cheapest[0]!], Cheapest, Fastest });
  assert.deepEqual(bars, ['7 GB $6.00', '10 GB $5.00']);
  assert.equal(title, '10 GB costs less than 7 GB here');
});

test('the chart of amounts has six bars at most, of the amounts with the lowest prices', async () => {
  const Cheapest = [9, 8, 7, 6, 5, 4, 3].map((gb, at) => planOf(gb, at + 1));
  const { bars } = await amountsIn({ Cheapest });
  assert.deepEqual(bars, [
    '4 GB $6.00',
    '5 GB $5.00',
    '6 GB $4.00',
    '7 GB $3.00',
    '8 GB $2.00',
    '9 GB $1.00',
  ]);
});

test('the chart of amounts says that a plan is bought several times', async () => {
  const twice = planOf(50, 4, (result) => Object.assign(result, { copies: 2 }));
  twice.data.gb_for_trip = 100;
  const { title, bars } = await amountsIn({ Cheapest: [twice, planOf(10, 5)] });
  assert.deepEqual(bars, ['10 GB $5.00', '2 × 50 GB $4.00']);
  assert.equal(title, '2 × 50 GB costs less than 10 GB here');
});

test('plans by the day, unlimited plans and prices for new customers are not in the chart of amounts', async () => {
  const daily = planOf(7, 3, ({ data }) => Object.assign(data, { model: 'per_day', gb: 1 }));
  const unlimited = planOf(30, 4, ({ data }) => Object.assign(data, { model: 'unlimited', gb: null }));
  const forNew = planOf(40, 1, ({ eligibility }) => Object.assign(eligibility, { new_customers_only: true }));
  const plans = [daily, unlimited, planOf(10, 5), planOf(20, 6), forNew];
  assert.deepEqual((await amountsIn({ Cheapest: plans })).bars, ['10 GB $5.00', '20 GB $6.00']);
  const asUnlimited = await amountsIn({ Cheapest: plans }, TRIP.replace('normal', 'unlimited'));
  assert.deepEqual(asUnlimited.bars, []);
});
