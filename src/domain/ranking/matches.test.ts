import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coupons, filters, listings, trips } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { NO_FILTERS, type Trip } from '../trip.ts';
import { matchesOf } from './matches.ts';
import { rank } from './rank.ts';

const TRIP: Trip = { country: COUNTRY, days: 7, need: 'normal' };

test('the count of each choice of filters equals that of a ranking with these filters', () => {
  fc.assert(
    fc.property(
      listings(),
      coupons,
      trips,
      fc.array(filters, { maxLength: 3 }),
      (all, promotions, trip, choices) => {
        const destination = destinationOf(all, promotions);
        assert.deepEqual(
          matchesOf(destination, trip, NOW, choices).map(({ count }) => count),
          choices.map((choice) => rank(destination, trip, NOW, choice).considered.meetTheNeed),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('the lowest price is one that any traveller can pay, if there is one', () => {
  const lowest = (...all: readonly ListingParts[]) => {
    const market = all.map((parts, at) => aListing({ ...parts, id: `p${at}`, provider: `p${at}` }));
    return matchesOf(destinationOf(market), TRIP, NOW, [NO_FILTERS])[0]?.lowestCents;
  };
  const forNew = { cents: 500, facts: { newCustomersOnly: true } };
  assert.equal(lowest(forNew, { cents: 1_000 }, { cents: 900 }), 900);
  assert.equal(lowest(forNew, { ...forNew, cents: 400 }), 400);
  assert.equal(
    lowest({ cents: 100, days: 1, megabytes: 1 }, { cents: 900 }),
    900,
    'a plan must meet the need',
  );
  assert.equal(lowest({ cents: 100, days: 1, megabytes: 1 }), null);
  assert.equal(lowest(), null);
});
