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

const plansOf = (shared: ReturnType<typeof sharing>) =>
  shared?.recommended.legs.map(({ ranked }) => ranked?.entry.plan.id);

const SHARED: ListingParts = { megabytes: 20_000, facts: { hotspot: true } };

test('a group shares one plan with the data of all travellers, and one traveller shares nothing', () => {
  const shared = sharing([SHARED]);
  // Normal is 1 GB a day for each of two travellers.
  assert.deepEqual(shared?.trip.data, { mb: 14_000, days: 7 });
  assert.equal(shared?.trip.travellers, undefined, 'the plan is bought once');
  assert.equal(sharing([SHARED], { ...PAIR, travellers: 1 }), null);
  const unlimited = { ...SHARED, allowance: { model: 'unlimited', uncapped: true } } as const;
  assert.equal(sharing([unlimited], { ...PAIR, need: 'unlimited' })?.trip.data, undefined);
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

test('a plan for new customers is not shared, whatever its price', () => {
  const other = { ...SHARED, cents: 5_000 };
  const forNew = { ...SHARED, cents: 1, facts: { hotspot: true, newCustomersOnly: true } };
  assert.deepEqual(plansOf(sharing([forNew, other])), ['p1']);
  assert.equal(sharing([forNew]), null);
});

test('the highest price is for one traveller, so two may pay twice as much for the plan that they share', () => {
  assert.notEqual(sharing([{ ...SHARED, cents: 2_000 }], PAIR, 1_000), null);
  assert.equal(sharing([{ ...SHARED, cents: 2_001 }], PAIR, 1_000), null);
});

const WITH_GREECE: Trip = { ...PAIR, then: [{ country: 'GR', days: 3 }] };
const inCountries = (cents: number, ...destinations: string[]): ListingParts => ({
  ...SHARED,
  cents,
  coverage: { destinations },
});

test('with several stops, a group shares one plan for each leg, and no stop is left out', () => {
  const both = inCountries(2_000, 'GR', COUNTRY);
  assert.deepEqual(plansOf(sharing([both], WITH_GREECE)), ['p0']);
  const [here, there] = [inCountries(600, COUNTRY), inCountries(500, 'GR')];
  assert.deepEqual(plansOf(sharing([both, here, there], WITH_GREECE)), ['p1', 'p2']);
  assert.equal(sharing([here], WITH_GREECE), null, 'nothing for Greece');
  const slow = { ...there, allowance: { maxKbps: 500 } };
  assert.equal(sharing([here, slow], WITH_GREECE), null, 'only a plan that misses the need in Greece');
});

test('the hotspot of a leg needs only the part of the data that the days of the leg need', () => {
  const capped = (hotspotBytes: number) => ({ ...inCountries(500, 'GR'), extras: { hotspotBytes } });
  const here = inCountries(600, COUNTRY);
  // 20 GB for 10 days, of which Greece has 3.
  assert.notEqual(sharing([here, capped(6 * GB)], WITH_GREECE), null);
  assert.equal(sharing([here, capped(6 * GB - 1)], WITH_GREECE), null);
});

test('no plan is called the cheapest for a group if sharing, or plans that are not shared, cost less', () => {
  const cheap = { cents: 500, megabytes: 20_000 };
  const first = (all: readonly ListingParts[]) => {
    const market = all.map((parts, at) => aListing({ id: `p${at}`, provider: `p${at}`, ...parts }));
    const { ranking, sharing: shared } = compareTrip((code) => destinationOf(market, [], code), PAIR, NOW);
    const own = ranking.cheapest[0]?.reasons[0]?.code;
    return [own, shared?.cheapest.legs[0]?.ranked?.reasons[0]?.code];
  };
  assert.deepEqual(first([cheap]), ['cheapest', undefined]);
  assert.deepEqual(first([cheap, { ...SHARED, cents: 1_001 }]), ['cheapest', 'cheapest_shared']);
  assert.deepEqual(first([cheap, { ...SHARED, cents: 999 }]), ['cheapest_own_plan', 'cheapest_shared']);
});

test('with several stops, neither a plan for all of them nor one for a part is called the cheapest if sharing costs less', () => {
  const own = (cents: number, ...destinations: string[]): ListingParts => ({
    cents,
    megabytes: 20_000,
    coverage: { destinations },
  });
  const all = [own(500, COUNTRY), own(400, 'GR'), own(1_000, COUNTRY, 'GR')];
  const reasonsWith = (sharedCents: number) => {
    const shared = {
      ...inCountries(sharedCents, COUNTRY, 'GR'),
      facts: { hotspot: true, newCustomersOnly: false },
    };
    const market = [...all, shared].map((parts, at) =>
      aListing({ id: `p${at}`, provider: `p${at}`, ...parts }),
    );
    const at = (code: string) => destinationOf(market, [], code);
    const { ranking, itinerary } = compareTrip(at, WITH_GREECE, NOW);
    const legs = itinerary?.cheapest?.legs.map(({ ranked }) => ranked?.reasons[0]?.code);
    return [ranking.cheapest[0]?.reasons[0]?.code, ...(legs ?? [])];
  };
  assert.deepEqual(reasonsWith(3_000), ['cheapest_single_plan', 'cheapest_for_leg', 'cheapest_for_leg']);
  assert.deepEqual(reasonsWith(1_600), ['above_cheapest', 'cheapest_own_plan', 'cheapest_own_plan']);
});
