import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Candidate } from '../normalise/normalise.ts';
import { candidate } from '../testing/plans.ts';
import { findOutliers, priceFaultOf } from './outliers.ts';

const priced = (usd: string, gb = 10, days = 30) =>
  candidate({ prices: { USD: usd }, days, data: gb * 1_000_000_000 });
/** Plans of one size and length. */
const market = (prices: readonly number[]) => prices.map((usd) => priced(usd.toFixed(2)));

const outlierIndexes = (candidates: readonly Candidate[]): number[] =>
  findOutliers(candidates).map(({ candidate }) => candidates.indexOf(candidate));

test('among plans of one size and length, more than twenty times the usual price stands out, and so does less than a twentieth', () => {
  // 9, 9.5, 10, 10.5, 11, and so on: the median is 10.
  const usual = Array.from({ length: 20 }, (_, i) => 9 + (i % 5) / 2);
  const indexesWith = (price: number) => outlierIndexes(market([...usual, price]));
  assert.deepEqual(indexesWith(199), []);
  assert.deepEqual(indexesWith(201), [20]);
  assert.deepEqual(indexesWith(0.51), []);
  assert.deepEqual(indexesWith(0.49), [20]);
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

test('if all prices are three times as high, the same plans are outliers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 300, max: 3000 }), { minLength: 1, maxLength: 30 }), (cents) => {
      const once = outlierIndexes(market(cents.map((c) => c / 100)));
      const thrice = outlierIndexes(market(cents.map((c) => (c * 3) / 100)));
      assert.deepEqual(once, thrice);
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

test('one price for one size in a hundred countries is not a fault', () => {
  assert.equal(priceFaultOf(market(Array.from({ length: 100 }, () => 5)), 0), null);
});

test('one price for four sizes of a shop with fewer than twenty plans is not a fault', () => {
  const few = [1, 2, 3, 5].map((gb) => priced('5', gb));
  assert.equal(priceFaultOf(few, 0), null);
});

test('a provider with many outliers is suspicious as a whole, and with a few it is not', () => {
  const plans = market(Array.from({ length: 100 }, () => 5));
  assert.match(priceFaultOf(plans, 20) ?? '', /20 of 100/);
  assert.equal(priceFaultOf(plans, 9), null);
});
