import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTrip } from './compare.ts';
import type { Coupon } from './coupon.ts';
import { cheapestFor } from './ranking/rank.ts';
import { aCoupon, aListing, COUNTRY, type ListingParts, NOW } from './testing/builders.ts';
import { destinationOf } from './testing/destination.ts';
import { NO_FILTERS, type Trip } from './trip.ts';

const ONE_STOP: Trip = { country: COUNTRY, days: 7, need: 'normal' };
const TWO_STOPS: Trip = { ...ONE_STOP, then: [{ country: 'GR', days: 3 }] };

/** A country without plans is no destination, as in the catalogue. */
function compare(
  all: readonly ListingParts[],
  trip: Trip,
  filters = NO_FILTERS,
  coupons: readonly Coupon[] = [],
) {
  const listings = all.map((parts, at) => aListing({ id: `p${at}`, provider: `p${at}`, ...parts }));
  const destinationIn = (code: string) => {
    const destination = destinationOf(listings, coupons, code);
    return destination.entries.length === 0 ? null : destination;
  };
  return compareTrip(destinationIn, trip, NOW, filters);
}

const inCountries = (...destinations: readonly string[]): ListingParts => ({
  megabytes: 20_000,
  coverage: { destinations: [...destinations] },
});

test('a trip of one stop has the cheapest plan of each length, and no itinerary', () => {
  const plans = [
    { cents: 900, days: 7 },
    { cents: 1_000, days: 8 },
    { cents: 1_500, days: 30 },
  ];
  const { itinerary, variants, ranking } = compare(plans, ONE_STOP);
  assert.equal(itinerary, null);
  assert.equal(variants.find(({ trip }) => trip.days === 7)?.best, ranking.cheapest[0]);
  const destination = destinationOf(
    plans.map((parts, at) => aListing({ ...parts, id: `p${at}`, provider: `p${at}` })),
  );
  for (const { trip, best } of variants)
    assert.equal(best?.price.cents, cheapestFor(destination, trip, NOW)?.price.cents, `${trip.days} days`);
  const bestOf = new Map(variants.map(({ trip, best }) => [trip.days, best?.entry.plan.id]));
  assert.deepEqual(
    [7, 8, 10].map((days) => bestOf.get(days)),
    ['p0', 'p1', 'p2'],
  );
});

test('other lengths are compared with the same filters, and have no plan if none passes', () => {
  const { variants } = compare([{ cents: 900 }], ONE_STOP, { ...NO_FILTERS, maxUsdCents: 899 });
  assert.ok(variants.length > 1);
  assert.ok(variants.every(({ best }) => best === null));
});

test('a trip of several stops has an itinerary and no other lengths', () => {
  const { itinerary, variants } = compare([inCountries(COUNTRY, 'GR')], TWO_STOPS);
  assert.equal(itinerary?.recommended?.legs.length, 1);
  assert.deepEqual(variants, []);
});

test('a destination without plans has empty lists and the cause', () => {
  const { ranking, variants, sharing, emptied } = compare([inCountries('GR')], ONE_STOP, {
    ...NO_FILTERS,
    maxUsdCents: 1,
  });
  assert.deepEqual([variants, sharing, emptied], [[], null, null]);
  assert.deepEqual(ranking, {
    recommended: [],
    cheapest: [],
    fastest: [],
    picks: [],
    isBrandLimited: false,
    considered: {
      plans: 0,
      meetTheNeed: 0,
      leftOutByRequire: { no: 0, unknown: 0 },
      leftOutByMaxUsd: 0,
      leftOutByAvoidExits: { no: 0, unknown: 0 },
      leftOutByProviders: 0,
      leftOutByAvoidProviders: 0,
    },
    emptyCause: 'no_plans',
    withoutGenerations: null,
  });
});

test('stops without plans are those without any plan, with plans for new customers only, or with none that passes', () => {
  const without = (all: readonly ListingParts[], trip = TWO_STOPS, filters = NO_FILTERS) =>
    compare(all, trip, filters).stopsWithoutPlans.map(({ country, cause }) => `${country} ${cause}`);
  const here = inCountries(COUNTRY);
  assert.deepEqual(without([here, inCountries('GR')]), []);
  assert.deepEqual(without([here]), ['GR no_plans']);
  assert.deepEqual(without([here, { ...inCountries('GR'), facts: { newCustomersOnly: true } }]), [
    'GR new_customers_only',
  ]);
  assert.deepEqual(
    without([{ ...here, allowance: { model: 'unlimited' } }, inCountries('GR')], {
      ...TWO_STOPS,
      need: 'unlimited',
    }),
    ['GR none_unlimited'],
  );
  const greekTwice = { ...TWO_STOPS, then: ['GR', COUNTRY, 'GR'].map((country) => ({ country, days: 3 })) };
  assert.deepEqual(without([here], greekTwice), ['GR no_plans'], 'each country once');
  assert.deepEqual(
    without([{ ...here, facts: { hotspot: true } }, inCountries('GR')], TWO_STOPS, {
      ...NO_FILTERS,
      require: ['hotspot'],
    }),
    ['GR filters'],
  );
  assert.deepEqual(
    without([here, inCountries('GR')], TWO_STOPS, { ...NO_FILTERS, require: ['one_purchase'] }),
    [],
    'no plan covers both, but each stop has one',
  );
  assert.deepEqual(without([inCountries('GR')], ONE_STOP), [], 'one stop has no itinerary');
});

test('a plan for new customers is not compared with an itinerary that leaves the need unmet', () => {
  const forNew = { ...inCountries(COUNTRY, 'GR'), cents: 2_000, facts: { newCustomersOnly: true } };
  const priceReason = (...others: readonly ListingParts[]) =>
    compare([forNew, ...others], TWO_STOPS)
      .ranking.cheapest[0]?.reasons.map(({ code }) => code)
      .find((code) => code.startsWith('cheapest'));
  const small = { cents: 100, megabytes: 1 };
  const here = { ...inCountries(COUNTRY), cents: 500 };
  const there = { ...inCountries('GR'), cents: 500 };
  assert.equal(priceReason(here, there), 'cheapest_single_plan');
  assert.equal(priceReason(here), 'cheapest', 'a stop is left out');
  assert.equal(priceReason(here, { ...there, ...small }), 'cheapest', 'a leg misses the need');
  assert.equal(priceReason({ ...here, ...small }), 'cheapest', 'both');
});

test('the next change of a coupon is the earliest at any stop', () => {
  const changeAt = (trip: Trip, ...coupons: readonly Partial<Coupon>[]) =>
    compare(
      [inCountries(COUNTRY), inCountries('GR')],
      trip,
      NO_FILTERS,
      coupons.map((parts, at) => aCoupon({ id: `c${at}`, ...parts })),
    ).nextCouponChange;
  assert.equal(changeAt(TWO_STOPS), null);
  assert.equal(changeAt(TWO_STOPS, { validUntil: NOW + 5 }, { validFrom: NOW + 4 }), NOW + 4);
  assert.equal(
    changeAt(TWO_STOPS, { validUntil: NOW }, { validFrom: NOW + 9, validUntil: NOW + 12 }),
    NOW + 9,
  );
  const atGreece = { ...TWO_STOPS, country: 'AQ' };
  assert.equal(changeAt(atGreece, { validUntil: NOW + 5 }), NOW + 5, 'the first stop has no plans');
  assert.equal(changeAt({ ...ONE_STOP, country: 'AQ' }, { validUntil: NOW + 5 }), null);
});
