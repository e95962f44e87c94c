import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brands, coupons, listings, trips } from '../testing/arbitraries.ts';
import { NOW } from '../testing/builders.ts';
import { firstDifference, oracleFigures } from '../testing/oracle/difference.ts';
import { oracleLists } from '../testing/oracle/oracle.ts';
import { rankedFigures } from '../testing/oracle/ranked.ts';
import { inRowOrder, viewOf } from '../testing/view.ts';

test('every list equals that of a naive oracle, in every figure', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, brands, (all, promotions, trip, brandOf) => {
      const sorted = inRowOrder(all);
      const keyOf = (row: number) => `${sorted[row]!.plan.provider}/${sorted[row]!.plan.id}`;
      const view = viewOf(all, promotions, trip.country, brandOf);
      const market = { listings: all, coupons: promotions, brands: brandOf, now: NOW };
      const expected = oracleFigures(oracleLists(market, { stops: [trip], need: trip.need }));
      const difference = firstDifference(expected, rankedFigures(view, trip, NOW, keyOf));
      assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
    }),
    { numRuns: 400 },
  );
});
