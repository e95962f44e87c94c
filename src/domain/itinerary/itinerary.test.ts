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

const planKeyOf = ({ ranked }: Split['legs'][number]): string | null =>
  ranked === null ? null : `${ranked.entry.plan.provider}/${ranked.entry.plan.id}`;

const figuresOf = (split: Split) => ({
  ...split,
  legs: split.legs.map((leg) => [leg.stops, planKeyOf(leg)]),
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

/** The provider and the id of the plan of each leg. null: a leg without a plan. undefined: there is no itinerary. */
const planKeys = (split: Split | null) => split?.legs.map(planKeyOf);
/** A plan for exactly these destinations. All such plans have the same price and the same facts. */
const planFor = (provider: string, id: string, ...destinations: string[]): ListingParts => ({
  ...UNCAPPED,
  provider,
  id,
  coverage: { destinations },
});

test('one plan that is bought for both stops is one leg with two purchases', () => {
  // Two legs of one purchase each, with this plan, cost the same.
  const fiveDays = { ...UNCAPPED, id: 'five-days', days: 5, cents: 500, coverage: BOTH };
  const { recommended, cheapest } = itineraryFor([fiveDays]);
  assert.deepEqual([planKeys(recommended), recommended?.purchases], [['alder/five-days'], 2]);
  assert.deepEqual([planKeys(cheapest), cheapest?.purchases], [['alder/five-days'], 2]);
});

test('of plans that are equal for a leg, the one with the lower provider and id is chosen, in any order of the market', () => {
  const market = [
    planFor('birch', 'a', COUNTRY),
    planFor('alder', 'b', COUNTRY),
    planFor('birch', 'c', 'GR'),
    planFor('birch', 'd', 'GR'),
    planFor('cedar', 'a', 'GR'),
  ];
  for (const all of [market, market.toReversed()]) {
    assert.deepEqual(planKeys(itineraryFor(all).recommended), ['alder/b', 'birch/c']);
    assert.deepEqual(planKeys(itineraryFor(all).cheapest), ['alder/b', 'birch/c']);
  }
});

test('of two equal divisions of the stops, the one whose plans have the lower ids is chosen', () => {
  // The stops can be divided after the second one, for `a` and `b`, or after the first one, for `a` and `c`.
  const market = [
    planFor('alder', 'a', COUNTRY, 'GR'),
    planFor('alder', 'b', 'IT'),
    planFor('alder', 'c', 'GR', 'IT'),
  ];
  const { legs } = itineraryFor(market, NO_FILTERS, WITH_ITALY).recommended ?? assert.fail('no itinerary');
  assert.deepEqual(
    legs.map((leg) => [leg.stops.length, planKeyOf(leg)]),
    [
      [2, 'alder/a'],
      [1, 'alder/b'],
    ],
  );
});

test('a plan is not discarded because its price exceeds the comparable price of another plan', () => {
  const greece = { id: 'greece', cents: 20_000, coverage: { destinations: ['GR'] } };
  // `often` has to be bought three times, so its comparable price is higher than its price.
  const often = { id: 'often', provider: 'birch', cents: 200, megabytes: 2_000 };
  const { recommended } = itineraryOf(() => destinationOf([aListing(often)]), { ...TRIP, then: [] }, NOW);
  assert.equal(recommended?.purchases, 3);
  // For its own stop, `once` is a cent too dear. In the itinerary, each further purchase counts as a share of the whole
  // price, so two purchases less are worth more than this cent.
  const once = { id: 'once', cents: recommended.comparableCents + 1 };
  assert.deepEqual(planKeys(itineraryFor([greece, often, once]).recommended), ['alder/once', 'alder/greece']);
});

test('plans for new customers are in no itinerary, whatever their price', () => {
  const forNew = { cents: 1, facts: { newCustomersOnly: true }, coverage: BOTH };
  const whole = { ...UNCAPPED, id: 'whole', provider: 'birch', coverage: BOTH };
  assert.deepEqual(planKeys(itineraryFor([forNew, whole]).cheapest), ['birch/whole']);
  assert.deepEqual(planKeys(itineraryFor([forNew]).cheapest), [null]);
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
    planKeys(cheapest),
    countries.map((country) => `p19/${country}-19`),
  );
});

const HERE = { id: 'here', cents: 500, coverage: { destinations: [COUNTRY] } };
const GREECE = { id: 'greece', cents: 600, coverage: { destinations: ['GR'] } };
const WHOLE_TRIP = { id: 'both', provider: 'birch', megabytes: 20_000, cents: 1_200, coverage: BOTH };

const firstReasons = (split: Split | null) =>
  split?.legs.map(({ ranked }) => ranked?.reasons.map(({ code }) => code)[0]);

test('of several legs, each has the reason that its plan is the cheapest one for the leg', () => {
  const { cheapest } = itineraryFor([HERE, GREECE, WHOLE_TRIP]);
  assert.deepEqual(firstReasons(cheapest), ['cheapest_for_leg', 'cheapest_for_leg']);
});

test('a dearer plan for the whole trip has the reason that it is the cheapest single plan', () => {
  // 1,200 cents for one plan, and 500 + 600 cents for two.
  const { recommended } = itineraryFor([HERE, GREECE, WHOLE_TRIP]);
  assert.deepEqual(firstReasons(recommended), ['cheapest_single_plan']);
});

test('a plan for the whole trip has the reason that it is the cheapest if nothing costs less', () => {
  assert.deepEqual(firstReasons(itineraryFor([WHOLE_TRIP]).recommended), ['cheapest']);
});

test('a plan for two of three stops has the reason that it is the cheapest for its leg, although two plans cost less', () => {
  const market = [
    { ...UNCAPPED, id: 'two', provider: 'birch', cents: 1_300, coverage: BOTH },
    { ...HERE, cents: 600 },
    GREECE,
    { ...UNCAPPED, id: 'italy', cents: 50, coverage: { destinations: ['IT'] } },
  ];
  const { cheapest, recommended } = itineraryFor(market, NO_FILTERS, WITH_ITALY);
  // Two purchases instead of three are worth more than the 100 cents between the two itineraries.
  assert.equal(cheapest?.cents, 600 + 600 + 50);
  assert.equal(recommended?.cents, 1_300 + 50);
  assert.deepEqual(firstReasons(recommended), ['cheapest_for_leg', 'cheapest_for_leg']);
});

test('a leg never has the reason `above_cheapest`, whose percentage is about whole trips', () => {
  // It has fewer drawbacks than `HERE`, which costs a cent less.
  const better = { ...HERE, id: 'better', cents: 501, facts: { hotspot: true, identityCheck: false } };
  const { recommended } = itineraryFor([HERE, better, GREECE]);
  assert.deepEqual(planKeys(recommended), ['alder/better', 'alder/greece']);
  const codes = recommended?.legs[0]?.ranked?.reasons.map(({ code }) => code) ?? assert.fail('no reasons');
  assert.ok(!codes.includes('above_cheapest'));
});

test('a highest price yields no itinerary rather than one without a stop that has a plan', () => {
  const cheapestFor = (maxUsdCents: number, all: readonly ListingParts[]) =>
    planKeys(itineraryFor(all, { ...NO_FILTERS, maxUsdCents }).cheapest);
  const NO_ITINERARY = undefined;
  const NO_PLAN = null;
  assert.deepEqual(cheapestFor(1_100, [HERE, GREECE]), ['alder/here', 'alder/greece']);
  assert.equal(cheapestFor(1_099, [HERE, GREECE]), NO_ITINERARY);
  // The price of the first stop alone would be low enough.
  assert.equal(cheapestFor(550, [HERE, GREECE]), NO_ITINERARY);
  assert.deepEqual(cheapestFor(500, [HERE]), ['alder/here', NO_PLAN]);
});

test('a plan for one country serves a stop that returns to this country', () => {
  const plan = aListing({ ...UNCAPPED, days: 30, coverage: { destinations: [COUNTRY] } });
  const again: Trip = { ...TRIP, then: [{ country: COUNTRY, days: 5 }] };
  const { recommended } = itineraryOf((code) => destinationOf([plan], [], code), again, NOW);
  assert.deepEqual(
    recommended?.legs.map((leg) => [leg.stops.length, planKeyOf(leg)]),
    [[2, 'alder/plan']],
  );
});
