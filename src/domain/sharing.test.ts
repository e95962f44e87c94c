import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTrip } from './compare.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from './testing/builders.ts';
import { destinationOf } from './testing/destination.ts';
import { NO_FILTERS, type Trip } from './trip.ts';

const PAIR: Trip = { country: COUNTRY, days: 7, need: 'normal', travellers: 2 };
const GB = 1_000_000_000;

function sharing(all: readonly ListingParts[], trip = PAIR, maxUsdCents: number | null = null) {
  const market = all.map((parts, at) => aListing({ id: `p${at}`, provider: `p${at}`, ...parts }));
  return compareTrip((code) => destinationOf(market, [], code), trip, NOW, { ...NO_FILTERS, maxUsdCents })
    .sharing;
}

const SHARED: ListingParts = { megabytes: 20_000, facts: { hotspot: true } };

test('a group shares one plan with the data of all travellers, and one traveller shares nothing', () => {
  const shared = sharing([SHARED]);
  // Normal is 1 GB a day for each of two travellers.
  assert.deepEqual([shared?.mb, shared?.trip.data], [14_000, { mb: 14_000, days: 7 }]);
  assert.equal(shared?.trip.travellers, undefined, 'the plan is bought once');
  assert.equal(sharing([SHARED], { ...PAIR, travellers: 1 }), null);
  const unlimited = { ...SHARED, allowance: { model: 'unlimited', uncapped: true } } as const;
  assert.equal(sharing([unlimited], { ...PAIR, need: 'unlimited' })?.mb, null);
});

test('a plan is shared only if its hotspot is stated to be allowed, for all of the data', () => {
  const withCap = (hotspotBytes: number | null, hotspot: boolean | null = true) =>
    sharing([{ ...SHARED, facts: { hotspot }, extras: { hotspotBytes } }]) !== null;
  assert.deepEqual([withCap(null), withCap(14 * GB), withCap(14 * GB - 1)], [true, true, false]);
  assert.deepEqual([withCap(null, null), withCap(null, false)], [false, false]);
  const unlimited = { ...SHARED, allowance: { model: 'unlimited', uncapped: true } } as const;
  const capped = { ...unlimited, extras: { hotspotBytes: 900 * GB } };
  assert.equal(sharing([capped], { ...PAIR, need: 'unlimited' }), null, 'no cap is enough for unlimited');
});

test('of the whole order Recommended, the first plan that can be shared is shared', () => {
  const ofBrand = (cents: number, megabytes: number, hotspot: boolean) => ({
    provider: 'brand',
    cents,
    megabytes,
    facts: { hotspot },
  });
  const brand = [
    ofBrand(1_000, 20_000, false),
    ofBrand(1_100, 21_000, false),
    ofBrand(1_200, 22_000, false),
    ofBrand(2_000, 23_000, true),
  ];
  assert.equal(sharing(brand)?.ranked.entry.plan.id, 'p3', 'the fourth plan of a brand');
  // Recommended has at most three plans of a brand; its other plans come after those of all other brands.
  const other = { ...SHARED, cents: 5_000 };
  assert.equal(sharing([...brand, other])?.ranked.entry.plan.id, 'p4', 'other brands come before it');
  const forNew = { ...SHARED, cents: 1, facts: { hotspot: true, newCustomersOnly: true } };
  assert.equal(sharing([forNew, other])?.ranked.entry.plan.id, 'p1', 'not the plan for new customers');
  assert.equal(sharing([forNew]), null);
});

test('the highest price is for one traveller, so two may pay twice as much for the plan that they share', () => {
  assert.notEqual(sharing([{ ...SHARED, cents: 2_000 }], PAIR, 1_000), null);
  assert.equal(sharing([{ ...SHARED, cents: 2_001 }], PAIR, 1_000), null);
});

test('with several stops, the price is compared with that of one plan for each part', () => {
  const trip: Trip = { ...PAIR, then: [{ country: 'GR', days: 3 }] };
  const inCountries = (cents: number, ...destinations: string[]): ListingParts => ({
    ...SHARED,
    megabytes: 40_000,
    cents,
    coverage: { destinations },
  });
  const reason = (...all: readonly ListingParts[]) => sharing(all, trip)?.ranked.reasons[0]?.code;
  const both = inCountries(2_000, 'GR', COUNTRY);
  assert.equal(reason(both), 'cheapest');
  assert.equal(reason(both, inCountries(500, 'GR'), inCountries(600, COUNTRY)), 'cheapest_single_plan');
});
