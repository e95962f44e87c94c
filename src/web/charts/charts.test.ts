import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatFor } from '../format.ts';
import { exampleComparison, exampleResult } from '../testing/harness.ts';
import { en } from '../texts/en.ts';
import { HEIGHT, INNER, WIDTH } from './frame.ts';
import { cheaperAndLonger, lengthsChart } from './lengths.ts';
import { scatterChart, scatterScales, uniqueResults } from './scatter.ts';

const format = formatFor(en);
const made = fc
  .record({
    gb: fc.option(fc.double({ min: 0.1, max: 1_000, noNaN: true }), { nil: null }),
    usd: fc.double({ min: 0, max: 5_000, noNaN: true }),
  })
  .map(({ gb, usd }) =>
    exampleResult((result) => {
      result.data.gb_for_trip = gb;
      result.price.usd = usd;
    }),
  );

test('every point lies inside the picture, more data to the right, a higher price higher up', () => {
  fc.assert(
    fc.property(
      fc.array(made, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(null, 1, 42),
      (results, need) => {
        const { x, y } = scatterScales(results, need);
        for (const { data, price } of results) {
          assert.ok(x(data.gb_for_trip) >= INNER.left && x(data.gb_for_trip) <= INNER.right);
          assert.ok(y(price.usd) >= INNER.top && y(price.usd) <= INNER.bottom);
        }
        for (const [a, b] of results.flatMap((one) => results.map((other) => [one, other] as const))) {
          if (a.price.usd < b.price.usd) assert.ok(y(a.price.usd) >= y(b.price.usd));
          const [left, right] = [a.data.gb_for_trip, b.data.gb_for_trip];
          if (left !== null && right !== null && left < right) assert.ok(x(left) <= x(right));
          // No limit is more than any limit.
          if (left !== null && right === null) assert.ok(x(left) < x(right));
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('each plan is one point, and the picture says in words what it shows', () => {
  const comparison = exampleComparison();
  const drawn = scatterChart(comparison, format).text;
  assert.equal(drawn.match(/class="point/g)?.length, uniqueResults(comparison).length);
  assert.match(drawn, /role="img" aria-labelledby="chart-data-title chart-data-desc"/);
  assert.match(drawn, /<desc id="chart-data-desc">[^<]*First in Recommended/);
  assert.doesNotMatch(drawn, /style=|NaN|Infinity/);
});

const priced = (usd: number) =>
  exampleResult(({ price }) => {
    price.usd = usd;
  });
const lengths = (...prices: [number, number][]) => prices.map(([days, usd]) => ({ days, best: priced(usd) }));

test('a longer trip that costs less is pointed out, the cheapest of them', () => {
  assert.deepEqual(cheaperAndLonger(lengths([5, 3], [7, 12], [10, 11], [14, 9.5]), 7), {
    days: 14,
    savedUsd: 2.5,
  });
  assert.equal(cheaperAndLonger(lengths([5, 3], [7, 12], [10, 12]), 7), null);
  assert.equal(cheaperAndLonger([], 7), null);
});

test('the picture of lengths stays inside its frame and marks the asked one once', () => {
  const drawn = lengthsChart(lengths([1, 2], [7, 150], [90, 999]), 7, format).text;
  assert.equal(drawn.match(/class="asked"/g)?.length, 1);
  for (const [, x, y] of drawn.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)) {
    assert.ok(Number(x) > 0 && Number(x) < WIDTH && Number(y) > 0 && Number(y) < HEIGHT);
  }
  assert.doesNotMatch(drawn, /NaN|Infinity/);
});
