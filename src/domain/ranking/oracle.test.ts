import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { destinationOfStops } from '../itinerary/stops.ts';
import {
  brands,
  coupons,
  filters,
  listings,
  severalStops,
  statedData,
  tripFor,
  trips,
} from '../testing/arbitraries.ts';
import { NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { firstDifference, oracleFigures } from '../testing/oracle/difference.ts';
import { oracleLists } from '../testing/oracle/oracle.ts';
import { rankedFigures } from '../testing/oracle/ranked.ts';
import { NEEDS, stopsOf } from '../trip.ts';
import { rank } from './rank.ts';

test('every list equals the list of the reference implementation, in every number', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, brands, (all, promotions, trip, brandOf) => {
      const destination = destinationOf(all, promotions, trip.country, brandOf);
      const market = { listings: all, coupons: promotions, brands: brandOf, now: NOW };
      const expected = oracleFigures(
        oracleLists(market, { stops: [trip], need: trip.need, data: trip.data }),
      );
      const difference = firstDifference(expected, rankedFigures(destination, trip, NOW));
      assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
    }),
    { numRuns: 150 },
  );
});

test('with several stops, stated data and filters, every list equals the list of the reference implementation', () => {
  fc.assert(
    fc.property(
      listings(),
      coupons,
      severalStops,
      fc.constantFrom(...NEEDS),
      filters,
      statedData,
      (all, promotions, stops, need, filter, dataMb) => {
        const trip = tripFor(stops, need, dataMb);
        const destination = destinationOfStops(
          (code) => destinationOf(all, promotions, code),
          stopsOf(trip),
        )!;
        const theirs = oracleLists(
          { listings: all, coupons: promotions, now: NOW },
          { stops, need, data: trip.data, ...filter },
        );
        const difference = firstDifference(
          oracleFigures(theirs),
          rankedFigures(destination, trip, NOW, filter),
        );
        assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
        assert.deepEqual(rank(destination, trip, NOW, filter).considered, theirs.considered);
      },
    ),
    { numRuns: 100 },
  );
});
