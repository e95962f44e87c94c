import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Coupon } from '../coupon.ts';
import { isPublic } from '../couponRules.ts';
import { GENERATIONS, type Plan } from '../plan.ts';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { COUNTRY, type Listing, NOW } from '../testing/builders.ts';
import { keysOf, planKey } from '../testing/compare.ts';
import { viewOf } from '../testing/view.ts';
import type { Trip } from '../trip.ts';
import { rank } from './rank.ts';
import type { Ranked, Ranking } from './ranked.ts';

const NUM_RUNS = 90;

/** A market and one plan of it. */
const marketAndPlan = listings(30)
  .filter((market) => market.length > 0)
  .chain((market) => fc.tuple(fc.constant(market), fc.nat({ max: market.length - 1 })));

function change(listing: Listing, parts: Partial<Plan>): Listing {
  return { ...listing, plan: { ...listing.plan, ...parts } };
}

/** Its place in a list; Infinity where it is not listed. */
function placeOf(
  list: keyof Ranking,
  listing: Listing,
  market: readonly Listing[],
  promotions: readonly Coupon[],
  trip: Trip,
) {
  const ranking = rank(viewOf(market, promotions), trip, NOW);
  const place = keysOf(ranking[list], market).indexOf(planKey(listing.plan));
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

/** The plan as if it were alone on the market: its fit and price depend on nothing else. */
function alone(listing: Listing, promotions: readonly Coupon[], trip: Trip): Ranked | undefined {
  return rank(viewOf([listing], promotions), trip, NOW).cheapest[0];
}

function assertNoLower(
  lists: readonly (keyof Ranking)[],
  [market, index]: readonly [Listing[], number],
  better: Listing,
  promotions: readonly Coupon[],
  trip: Trip,
) {
  const improved = market.with(index, better);
  for (const list of lists) {
    const before = placeOf(list, market[index]!, market, promotions, trip);
    const after = placeOf(list, better, improved, promotions, trip);
    assert.ok(after <= before, `${list}: from place ${before} to ${after}`);
  }
}

test('a lower trip price, all else equal, never lowers a place in Cheapest or Recommended', () => {
  fc.assert(
    fc.property(
      marketAndPlan,
      coupons,
      trips,
      fc.integer({ min: 0, max: 99 }),
      (picked, promotions, trip, percent) => {
        const [market, index] = picked;
        const plan = market[index]!;
        const { price } = plan.plan;
        const cheaper = change(plan, {
          price: { ...price, usdCents: Math.floor((price.usdCents * percent) / 100) },
        });
        const before = alone(plan, promotions, trip);
        const after = alone(cheaper, promotions, trip);
        const usesCoupon = (ranked: Ranked | undefined) => ranked?.price.offers[0]?.applied === true;
        // A minimum spend can make a lower list price a higher trip price, or change the copies: not "all else equal".
        fc.pre(before !== undefined && after !== undefined && after.price.cents <= before.price.cents);
        fc.pre(after.fit.copies === before.fit.copies && usesCoupon(after) === usesCoupon(before));
        assertNoLower(['cheapest', 'recommended'], picked, cheaper, promotions, trip);
      },
    ),
    { numRuns: NUM_RUNS },
  );
});

test('more data never raises a trip price and never lowers a place in Cheapest', () => {
  fc.assert(
    fc.property(
      marketAndPlan,
      coupons,
      trips,
      fc.integer({ min: 1, max: 12_000 }),
      (picked, promotions, trip, extraMb) => {
        const [market, index] = picked;
        const listing = market[index]!;
        const { allowance } = listing.plan;
        const more = (bytes: number | null) => (bytes === null ? null : bytes + extraMb * 1_000_000);
        const larger = change(listing, {
          allowance: {
            ...allowance,
            bytes: more(allowance.bytes),
            fullSpeedBytesPerDay: more(allowance.fullSpeedBytesPerDay),
          },
        });
        const before = alone(listing, promotions, trip)?.price.cents ?? 0;
        const after = alone(larger, promotions, trip)?.price.cents ?? 0;
        assert.ok(after <= before, `price from ${before} to ${after}`);
        assertNoLower(['cheapest'], picked, larger, promotions, trip);
      },
    ),
    { numRuns: NUM_RUNS },
  );
});

/** One step better in one stated field; the same where nothing is stated. */
const speedSteps: readonly ((plan: Plan) => Partial<Plan>)[] = [
  ({ coverage }) => {
    const generation =
      coverage.generation === null
        ? null
        : (GENERATIONS[GENERATIONS.indexOf(coverage.generation) + 1] ?? '5G');
    return { coverage: { ...coverage, generation } };
  },
  ({ allowance }) => ({
    allowance: { ...allowance, maxKbps: allowance.maxKbps === null ? null : allowance.maxKbps * 4 },
  }),
  ({ coverage }) => ({
    coverage: { ...coverage, breakout: coverage.breakout === 'unknown' ? 'unknown' : 'local' },
  }),
  ({ coverage }) => {
    const there = coverage.networks[COUNTRY] ?? [];
    return { coverage: { ...coverage, networks: { [COUNTRY]: [...there, ...there.slice(0, 1)] } } };
  },
];

test('better speed never lowers a place in Fastest', () => {
  fc.assert(
    fc.property(
      marketAndPlan,
      coupons,
      trips,
      fc.constantFrom(...speedSteps),
      (picked, promotions, trip, step) => {
        const [market, index] = picked;
        const faster = change(market[index]!, step(market[index]!.plan));
        assertNoLower(['fastest'], picked, faster, promotions, trip);
      },
    ),
    { numRuns: NUM_RUNS },
  );
});

test('a conditional coupon never changes a price or an order', () => {
  const withoutOffers = (ranked: readonly Ranked[]) =>
    ranked.map(({ price, ...rest }) => ({ ...rest, cents: price.cents, listCents: price.listCents }));
  fc.assert(
    fc.property(listings(30), coupons, trips, (market, promotions, trip) => {
      const all = rank(viewOf(market, promotions), trip, NOW);
      const unconditional = rank(viewOf(market, promotions.filter(isPublic)), trip, NOW);
      for (const list of ['recommended', 'cheapest', 'fastest'] as const) {
        assert.deepEqual(withoutOffers(all[list]), withoutOffers(unconditional[list]));
      }
    }),
    { numRuns: 60 },
  );
});

test('weights, scores and prices stay within their bounds', () => {
  fc.assert(
    fc.property(listings(30), coupons, trips, (market, promotions, trip) => {
      const ranking = rank(viewOf(market, promotions), trip, NOW);
      for (const ranked of [...ranking.recommended, ...ranking.cheapest, ...ranking.fastest]) {
        const { score, parts, price, fit, reasons } = ranked;
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 1_000_000);
        for (const part of Object.values(parts))
          assert.ok(Number.isInteger(part) && part >= 0 && part <= 10_000);
        assert.ok(Number.isInteger(price.cents) && price.cents >= 0 && price.cents <= price.listCents);
        assert.ok(price.offers.length <= 3 && price.offers.every((offer) => offer.cents <= price.cents));
        assert.ok(fit.copies >= 1 && fit.copies <= 10);
        assert.ok(reasons.length >= 1 && reasons.length <= 3);
      }
    }),
    { numRuns: 60 },
  );
});
