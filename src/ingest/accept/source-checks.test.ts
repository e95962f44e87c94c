import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { candidate } from '../testing/plans.ts';
import { findOutliers, priceFaultOf } from './outliers.ts';
import { checkSource } from './source-checks.ts';

const last = { plans: 100, medianUsdCents: 1000 };
const code = (plans: number, medianUsdCents: number | null, priceFault: string | null = null, minimum = 1) =>
  checkSource({ plans, medianUsdCents, priceFault, mainRejection: null, change: null }, last, minimum, false)
    ?.code ?? 'through';

test('half the plans still go through, fewer do not', () => {
  assert.equal(code(50, 1000), 'through');
  assert.equal(code(49, 1000), 'halved');
});

test('five times the plans go through, more are held from a thousand on', () => {
  const codeOf = (plans: number, before: number) =>
    checkSource(
      { plans, medianUsdCents: 1000, priceFault: null, mainRejection: null, change: null },
      { plans: before, medianUsdCents: 1000 },
      1,
      false,
    )?.code ?? 'through';
  assert.equal(codeOf(1000, 200), 'through');
  assert.equal(codeOf(1001, 200), 'grown');
  assert.equal(codeOf(999, 10), 'through');
});

test('a median that moves by two fifths, up or down, is not believed', () => {
  assert.equal(code(100, 1399), 'through');
  assert.equal(code(100, 1400), 'median_moved');
  assert.equal(code(100, 601), 'through');
  assert.equal(code(100, 600), 'median_moved');
});

test('fewer plans than the operator expects are short; a fault of the prices comes before figures', () => {
  assert.equal(code(60, 1000, null, 61), 'short');
  assert.equal(code(100, 1000, 'all the same'), 'suspicious');
  assert.equal(code(0, null), 'short');
});

test('no usable plan names the commonest reason', () => {
  const mainRejection = '9 of 10 rejected rows are missing_field (It has no validity.)';
  const run = { plans: 0, medianUsdCents: null, priceFault: null, mainRejection, change: null };
  assert.equal(checkSource(run, null, 1, false)?.message, `no usable plan in the feed: ${mainRejection}`);
});

test('a sale of 30% passes, one of 45% is held', () => {
  assert.equal(code(100, 700), 'through');
  assert.equal(code(100, 550), 'median_moved');
});

test('a source without a past is judged by itself alone', () => {
  const run = { plans: 3, medianUsdCents: 5, priceFault: null, mainRejection: null, change: null };
  assert.equal(checkSource(run, null, 1, false), null);
});

test("the operator's word lets any change through, but never an empty feed", () => {
  const run = { plans: 3, medianUsdCents: 5, priceFault: 'odd', mainRejection: null, change: null };
  assert.equal(checkSource(run, last, 10, true), null);
  assert.equal(
    checkSource(
      { plans: 0, medianUsdCents: null, priceFault: null, mainRejection: null, change: null },
      last,
      1,
      true,
    )?.code,
    'short',
  );
});

const priced = (usd: string, gb = 10, days = 30) =>
  candidate({ prices: { USD: usd }, days, data: gb * 1_000_000_000 });
const market = (prices: readonly number[]) => prices.map((usd) => priced(usd.toFixed(2)));

test('among plans of the same size and length, twenty times the usual price stands out, ten times does not', () => {
  const usual = Array.from({ length: 20 }, (_, i) => 9 + (i % 5) / 2);
  assert.equal(findOutliers(market([...usual, 100])).length, 0);
  assert.equal(findOutliers(market([...usual, 1.1])).length, 0);
  assert.deepEqual(
    findOutliers(market([...usual, 1000])).map(({ index }) => index),
    [20],
  );
  assert.deepEqual(
    findOutliers(market([...usual, 0.2])).map(({ index }) => index),
    [20],
  );
});

test('small and large plans of one shop are no outliers of each other', () => {
  const ladder = [0.1, 0.5, 1, 3, 5, 10, 20, 50, 100].flatMap((gb) =>
    [1, 3, 7, 15, 30, 90, 365].map((days) => priced((0.5 + gb * 2).toFixed(2), gb, days)),
  );
  assert.deepEqual(findOutliers(ladder), []);
});

test('a free welcome plan is no outlier', () => {
  const free = candidate({ prices: { USD: '0' }, newCustomersOnly: true });
  assert.deepEqual(findOutliers([...market([9, 9, 9, 9, 9]), free]), []);
});

test('no multiplication of all prices by one factor makes an outlier', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 300, max: 3000 }), { minLength: 1, maxLength: 30 }), (cents) => {
      const once = findOutliers(market(cents.map((c) => c / 100)));
      const thrice = findOutliers(market(cents.map((c) => (c * 3) / 100)));
      assert.deepEqual(
        once.map(({ index }) => index),
        thrice.map(({ index }) => index),
      );
    }),
    { numRuns: 30 },
  );
});

test('one price on nearly every plan of many sizes is a broken column', () => {
  const sizes = [1, 2, 3, 5, 10, 20];
  const broken = Array.from({ length: 301 }, (_, i) => priced('0.01', sizes[i % 6]));
  assert.match(priceFaultOf(broken, findOutliers(broken).length) ?? '', /301/);
  const dearer = Array.from({ length: 100 }, (_, i) => priced(i < 95 ? '9.99' : '12', sizes[i % 6]));
  assert.equal(priceFaultOf(dearer, 0), '95 of 100 plans cost exactly $9.99');
});

test('one price for one size in a hundred countries is a business', () => {
  assert.equal(priceFaultOf(market(Array.from({ length: 100 }, () => 5)), 0), null);
  assert.equal(
    priceFaultOf(
      [1, 2, 3, 5].map((gb) => priced('5', gb)),
      0,
    ),
    null,
  );
});

test('a source with many outliers is suspicious as a whole, a few cost only their rows', () => {
  const plans = market(Array.from({ length: 100 }, () => 5));
  assert.match(priceFaultOf(plans, 20) ?? '', /20 of 100/);
  assert.equal(priceFaultOf(plans, 9), null);
});
