import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { destinationOfStops } from '../itinerary/stops.ts';
import type { Generation } from '../plan.ts';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { NO_FILTERS, type Trip } from '../trip.ts';
import { cheapestFor, rank } from './rank.ts';

test('an offer in several lists is the same object in each', () => {
  const { recommended, cheapest, fastest } = rank(
    destinationOf([aListing()]),
    { country: COUNTRY, days: 7, need: 'normal' },
    NOW,
  );
  assert.ok(recommended.length === 1 && recommended[0] === cheapest[0] && cheapest[0] === fastest[0]);
});

test('the countries for which no plan states a generation are named, unless one states it for the whole trip', () => {
  const trip: Trip = { country: COUNTRY, days: 7, need: 'normal', then: [{ country: 'GR', days: 3 }] };
  const stops = [trip, ...trip.then!];
  const countriesWithout = (...plans: readonly Readonly<Record<string, Generation>>[]) => {
    const market = plans.map((generations, at) =>
      aListing({
        id: `p${at}`,
        provider: `p${at}`,
        coverage: {
          destinations: ['GR', COUNTRY],
          generation: null,
          networks: Object.fromEntries(
            Object.entries(generations).map(([code, generation]) => [code, [{ name: 'North', generation }]]),
          ),
        },
      }),
    );
    const destination = destinationOfStops((code) => destinationOf(market, [], code), stops);
    return rank(destination ?? assert.fail('both are covered'), trip, NOW).withoutGenerations;
  };
  assert.deepEqual(countriesWithout({}), [COUNTRY, 'GR']);
  assert.deepEqual(countriesWithout({ GR: '4G' }, {}), [COUNTRY]);
  assert.deepEqual(
    countriesWithout({ GR: '4G' }, { [COUNTRY]: '5G' }),
    [],
    'each states one, but no plan both',
  );
  assert.equal(countriesWithout({ GR: '4G', [COUNTRY]: '5G' }, {}), null, 'one plan states both');
});

test('a plan that the need or a filter removes states its generation too, and one that is sold out or too old does not', () => {
  const trip: Trip = { country: COUNTRY, days: 7, need: 'unlimited' };
  const quiet = aListing({ id: 'quiet', allowance: { model: 'unlimited' }, coverage: { generation: null } });
  const without = (stating: ListingParts) => {
    const destination = destinationOf([quiet, aListing({ id: 'stating', ...stating })]);
    const { withoutGenerations, fastest } = rank(destination, trip, NOW, {
      ...NO_FILTERS,
      maxUsdCents: 1_000,
    });
    assert.equal(fastest.length, 1);
    return withoutGenerations;
  };
  assert.equal(without({ allowance: { model: 'total' } }), null);
  assert.equal(without({ allowance: { model: 'unlimited' }, cents: 1_001 }), null);
  assert.deepEqual(without({ facts: { inStock: false } }), [COUNTRY]);
  assert.deepEqual(without({ observedAt: NOW - 8 * 86_400_000 }), [COUNTRY]);
});

test('the cheapest plan for another length equals the first of Cheapest for that length', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, (all, promotions, trip) => {
      const destination = destinationOf(all, promotions);
      assert.deepEqual(cheapestFor(destination, trip, NOW), rank(destination, trip, NOW).cheapest[0] ?? null);
    }),
    { numRuns: 50 },
  );
});
