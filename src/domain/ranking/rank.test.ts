import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { NOW } from '../testing/builders.ts';
import { fromOracle, fromRanked } from '../testing/compare.ts';
import { oracleRank } from '../testing/oracle.ts';
import { viewOf } from '../testing/view.ts';
import { cheapestFor } from '../variants.ts';
import { rank } from './rank.ts';

test('every list equals that of a naive oracle: plans, fit, prices, coupons, scores, order', () => {
  fc.assert(
    fc.property(listings(60), coupons, trips, (market, promotions, trip) => {
      const quick = rank(viewOf(market, promotions), trip, NOW);
      const slow = oracleRank(market, promotions, trip, NOW);
      assert.deepEqual(fromRanked(quick.cheapest, market), fromOracle(slow.cheapest));
      assert.deepEqual(fromRanked(quick.fastest, market), fromOracle(slow.fastest));
      assert.deepEqual(fromRanked(quick.recommended, market), fromOracle(slow.recommended));
    }),
    { numRuns: 100 },
  );
});

test('the single cheapest is exactly the first of Cheapest', () => {
  fc.assert(
    fc.property(listings(20), coupons, trips, (market, promotions, trip) => {
      const view = viewOf(market, promotions);
      assert.deepEqual(cheapestFor(view, trip, NOW), rank(view, trip, NOW).cheapest[0] ?? null);
    }),
    { numRuns: 100 },
  );
});

test('the order of the input rows does not matter, and the same question has the same answer', () => {
  fc.assert(
    fc.property(
      listings(25).chain((market) =>
        fc.tuple(fc.constant(market), fc.shuffledSubarray(market, { minLength: market.length })),
      ),
      coupons.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      trips,
      ([market, shuffled], [promotions, shuffledPromotions], trip) => {
        const answer = rank(viewOf(market, promotions), trip, NOW);
        assert.deepEqual(rank(viewOf(shuffled, shuffledPromotions), trip, NOW), answer);
        assert.deepEqual(rank(viewOf(market, promotions), trip, NOW), answer);
      },
    ),
    { numRuns: 60 },
  );
});
