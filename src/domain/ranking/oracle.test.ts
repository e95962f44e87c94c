import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brands, coupons, listings, requirements, severalStops, trips } from '../testing/arbitraries.ts';
import { NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { firstDifference, oracleFigures } from '../testing/oracle/difference.ts';
import { type OracleItinerary, oracleItinerary } from '../testing/oracle/itinerary.ts';
import { oracleLists } from '../testing/oracle/oracle.ts';
import { rankedFigures } from '../testing/oracle/ranked.ts';
import { NEEDS } from '../trip.ts';
import { itineraryOf, type Split } from './itinerary.ts';
import { rank } from './rank.ts';
import { destinationOfTrip } from './stops.ts';

test('every list equals that of a naive oracle, in every figure', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, brands, (all, promotions, trip, brandOf) => {
      const destination = destinationOf(all, promotions, trip.country, brandOf);
      const market = { listings: all, coupons: promotions, brands: brandOf, now: NOW };
      const expected = oracleFigures(oracleLists(market, { stops: [trip], need: trip.need }));
      const difference = firstDifference(expected, rankedFigures(destination, trip, NOW));
      assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
    }),
    { numRuns: 400 },
  );
});

test('at several stops, and with what a plan must have, every list equals that of the oracle', () => {
  fc.assert(
    fc.property(
      listings(),
      coupons,
      severalStops,
      fc.constantFrom(...NEEDS),
      requirements,
      (all, promotions, stops, need, require) => {
        const [{ country, days }, ...then] = stops as [(typeof stops)[0], ...typeof stops];
        const trip = { country, days, need, then };
        const destination = destinationOfTrip((code) => destinationOf(all, promotions, code), trip)!;
        const theirs = oracleLists(
          { listings: all, coupons: promotions, now: NOW },
          { stops, need, require },
        );
        const difference = firstDifference(
          oracleFigures(theirs),
          rankedFigures(destination, trip, NOW, require),
        );
        assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
        assert.deepEqual(rank(destination, trip, NOW, require).considered, theirs.considered);
      },
    ),
    { numRuns: 300 },
  );
});

/** What a way to cut the stops is judged by; of equal ones, the oracle may hold another. */
const judged = (way: Split, by: 'cents' | 'comparableCents') => [way.unserved, way.misses, way[by]];
const judgedByOracle = ({ legs, ...sums }: OracleItinerary, by: 'cents' | 'comparableCents') => [
  legs.reduce((stops, leg) => stops + (leg.result === null ? leg.stops.length : 0), 0),
  legs.filter(({ result }) => result?.meets === false).length,
  sums[by],
];

test('an itinerary equals the best of all ways to cut the stops, tried one by one', () => {
  fc.assert(
    fc.property(
      listings(25),
      coupons,
      severalStops,
      fc.constantFrom(...NEEDS),
      requirements,
      (all, promotions, stops, need, require) => {
        const [{ country, days }, ...then] = stops as [(typeof stops)[0], ...typeof stops];
        const destinationAt = (code: string) => {
          const destination = destinationOf(all, promotions, code);
          return destination.entries.length === 0 ? null : destination;
        };
        const ours = itineraryOf(destinationAt, { country, days, need, then }, NOW, require);
        const market = { listings: all, coupons: promotions, now: NOW };
        const asked = { stops, need, require };
        for (const [way, by] of [
          [ours.recommended, 'comparableCents'],
          [ours.cheapest, 'cents'],
        ] as const) {
          assert.deepEqual(judged(way, by), judgedByOracle(oracleItinerary(market, asked, by), by), by);
          assert.deepEqual(
            way.legs.flatMap((leg) => leg.stops),
            stops,
            'every stop once, in its order',
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});
