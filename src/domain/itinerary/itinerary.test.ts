import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coupons, filters, listings, severalStops, statedData, tripFor } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { type OracleItinerary, oracleItinerary } from '../testing/oracle/itinerary.ts';
import { NEEDS, NO_FILTERS, type Trip } from '../trip.ts';
import { itineraryOf, type Split } from './itinerary.ts';

const oracleFigures = (split: OracleItinerary) => ({
  ...split,
  legs: split.legs.map(({ stops, plan }) => [stops, plan?.key ?? null]),
});

const figuresOf = (split: Split) => ({
  ...split,
  legs: split.legs.map(({ stops, ranked }) => {
    const plan = ranked?.entry.plan;
    return [stops, plan ? `${plan.provider}/${plan.id}` : null];
  }),
});

test('an itinerary equals the best of all splits with all plans, in every number and every plan', () => {
  fc.assert(
    fc.property(
      listings(25),
      coupons,
      severalStops,
      fc.constantFrom(...NEEDS),
      filters,
      statedData,
      (all, promotions, stops, need, filter, dataMb) => {
        const trip = tripFor(stops, need, dataMb);
        const destinationAt = (code: string) => {
          const destination = destinationOf(all, promotions, code);
          return destination.entries.length === 0 ? null : destination;
        };
        const ours = itineraryOf(destinationAt, trip, NOW, filter);
        const market = { listings: all, coupons: promotions, now: NOW };
        const request = { stops, need, data: trip.data, ...filter };
        for (const [split, by] of [
          [ours.recommended, 'comparableCents'],
          [ours.cheapest, 'cents'],
        ] as const) {
          const expected = oracleItinerary(market, request, by);
          assert.deepEqual(split && figuresOf(split), expected && oracleFigures(expected), by);
        }
      },
    ),
    { numRuns: 100 },
  );
});

const TRIP: Trip = { country: COUNTRY, days: 5, need: 'normal', then: [{ country: 'GR', days: 5 }] };
const WITH_ITALY: Trip = { ...TRIP, then: ['GR', 'IT'].map((country) => ({ country, days: 5 })) };
const BOTH = { destinations: ['GR', COUNTRY] };
/** A plan without a limit, so that only its price and its days decide. */
const UNCAPPED: ListingParts = { allowance: { model: 'unlimited', uncapped: true } };

function itineraryFor(all: readonly ListingParts[], filter = NO_FILTERS, trip = TRIP) {
  const market = all.map((parts) => aListing(parts));
  return itineraryOf((code) => destinationOf(market, [], code), trip, NOW, filter);
}

const legsOf = (split: Split | null) =>
  split?.legs.map(({ ranked }) => {
    const plan = ranked?.entry.plan;
    return plan ? `${plan.provider}/${plan.id}` : null;
  });

test('of equal splits, the one with fewer legs is chosen, then the one with the lower ids', () => {
  const twice = { ...UNCAPPED, id: 'five-days', days: 5, cents: 500, coverage: BOTH };
  const { recommended, cheapest } = itineraryFor([twice]);
  assert.deepEqual([legsOf(recommended), recommended?.purchases], [['alder/five-days'], 2]);
  assert.deepEqual([legsOf(cheapest), cheapest?.purchases], [['alder/five-days'], 2]);
  const inCountry = (provider: string, id: string, ...destinations: string[]) => ({
    ...UNCAPPED,
    provider,
    id,
    coverage: { destinations },
  });
  const parts = [
    inCountry('birch', 'a', COUNTRY),
    inCountry('alder', 'b', COUNTRY),
    inCountry('birch', 'c', 'GR'),
    inCountry('birch', 'd', 'GR'),
    inCountry('cedar', 'a', 'GR'),
  ];
  for (const all of [parts, parts.toReversed()]) {
    assert.deepEqual(legsOf(itineraryFor(all).recommended), ['alder/b', 'birch/c']);
    assert.deepEqual(legsOf(itineraryFor(all).cheapest), ['alder/b', 'birch/c']);
  }
  // The stops can be divided after the first and after the second one.
  const divided = [
    inCountry('alder', 'a', COUNTRY, 'GR'),
    inCountry('alder', 'b', 'IT'),
    inCountry('alder', 'c', 'GR', 'IT'),
  ];
  const { legs } = itineraryFor(divided, NO_FILTERS, WITH_ITALY).recommended ?? assert.fail('no itinerary');
  assert.deepEqual(
    legs.map(({ stops, ranked }) => [stops.length, ranked?.entry.plan.id]),
    [
      [2, 'a'],
      [1, 'b'],
    ],
  );
});

test('a plan is not discarded because its price exceeds the comparable price of another plan', () => {
  const there = { id: 'there', cents: 20_000, coverage: { destinations: ['GR'] } };
  const often = { id: 'often', provider: 'birch', cents: 200, megabytes: 2_000 };
  const alone = itineraryOf(() => destinationOf([aListing(often)]), { ...TRIP, then: [] }, NOW);
  assert.equal(alone.recommended?.purchases, 3);
  const once = { id: 'once', cents: alone.recommended.comparableCents + 1 };
  assert.deepEqual(legsOf(itineraryFor([there, often, once]).recommended), ['alder/once', 'alder/there']);
});

test('plans for new customers are in no itinerary, whatever their price', () => {
  const forNew = { cents: 1, facts: { newCustomersOnly: true }, coverage: BOTH };
  const whole = { ...UNCAPPED, id: 'whole', provider: 'birch', coverage: BOTH };
  assert.deepEqual(legsOf(itineraryFor([forNew, whole]).cheapest), ['birch/whole']);
  assert.deepEqual(legsOf(itineraryFor([forNew]).cheapest), [null]);
});

test('the cheapest plan of each of six stops is found among 20 plans for each stop', () => {
  const countries = [COUNTRY, 'GR', 'IT', 'FR', 'ES', 'PT'];
  const market = countries.flatMap((country) =>
    Array.from({ length: 20 }, (_, at) =>
      aListing({
        ...UNCAPPED,
        id: `${country}-${at}`,
        provider: `p${at}`,
        cents: 1_000 - at,
        coverage: { destinations: [country] },
      }),
    ),
  );
  const [first, ...then] = countries.map((country) => ({ country, days: 5 }));
  const { cheapest } = itineraryOf(
    (code) => destinationOf(market, [], code),
    { ...TRIP, ...first, then },
    NOW,
  );
  assert.deepEqual(
    legsOf(cheapest),
    countries.map((country) => `p19/${country}-19`),
  );
});

test('the reasons of a leg compare its price with other plans for the same leg, and never as a percentage', () => {
  const here = { id: 'here', cents: 500, coverage: { destinations: [COUNTRY] } };
  const there = { id: 'there', cents: 600, coverage: { destinations: ['GR'] } };
  const both = { id: 'both', provider: 'birch', megabytes: 20_000, cents: 1_200, coverage: BOTH };
  const reasons = (split: Split | null) =>
    split?.legs.map(({ ranked }) => ranked?.reasons.map(({ code }) => code)[0]);
  const split = itineraryFor([here, there, both]);
  assert.deepEqual(reasons(split.cheapest), ['cheapest_for_leg', 'cheapest_for_leg']);
  assert.deepEqual(reasons(split.recommended), ['cheapest_single_plan']);
  assert.deepEqual(reasons(itineraryFor([both]).recommended), ['cheapest']);
  // 600 + 600 + 50 apart, and 1,300 + 50 with the plan for the first two stops, which is not cheaper than two plans.
  const three = [
    { ...UNCAPPED, id: 'two', provider: 'birch', cents: 1_300, coverage: BOTH },
    ...[COUNTRY, 'GR'].map((country) => ({
      ...here,
      id: country,
      cents: 600,
      coverage: { destinations: [country] },
    })),
    { ...UNCAPPED, id: 'italy', cents: 50, coverage: { destinations: ['IT'] } },
  ];
  const joined = itineraryFor(three, NO_FILTERS, WITH_ITALY);
  assert.deepEqual([joined.cheapest?.cents, joined.recommended?.cents], [1_250, 1_350]);
  assert.deepEqual(reasons(joined.recommended), ['cheapest_for_leg', 'cheapest_for_leg']);
  // A plan with fewer drawbacks is recommended although another one is cheaper.
  const better = { ...here, id: 'better', cents: 501, facts: { hotspot: true, identityCheck: false } };
  const dearer = itineraryFor([here, better, there]).recommended;
  assert.deepEqual(legsOf(dearer), ['alder/better', 'alder/there']);
  assert.equal(
    dearer?.legs[0]?.ranked?.reasons.find(({ code }) => code === 'above_cheapest'),
    undefined,
  );
});

test('a highest price yields no itinerary rather than one without a stop that has a plan', () => {
  const here = { id: 'here', cents: 500, coverage: { destinations: [COUNTRY] } };
  const there = { id: 'there', cents: 600, coverage: { destinations: ['GR'] } };
  const atMost = (maxUsdCents: number, all: readonly ListingParts[] = [here, there]) =>
    legsOf(itineraryFor(all, { ...NO_FILTERS, maxUsdCents }).cheapest);
  assert.deepEqual(atMost(1_100), ['alder/here', 'alder/there']);
  assert.equal(atMost(1_099), undefined);
  assert.equal(atMost(550), undefined);
  assert.deepEqual(atMost(500, [here]), ['alder/here', null]);
});

test('a plan for one country serves a stop that returns to this country', () => {
  const plan = aListing({ ...UNCAPPED, days: 30, coverage: { destinations: [COUNTRY] } });
  const again: Trip = { ...TRIP, then: [{ country: COUNTRY, days: 5 }] };
  const { recommended } = itineraryOf((code) => destinationOf([plan], [], code), again, NOW);
  assert.deepEqual(
    recommended?.legs.map(({ stops, ranked }) => [stops.length, ranked?.entry.plan.id]),
    [[2, plan.plan.id]],
  );
});
