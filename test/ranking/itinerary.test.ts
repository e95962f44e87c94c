/** Several stops on the sample market and on real plans: exact over all splits and all plans, and true to single answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../scripts/sample-market/random.ts';
import { type Catalogue, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../src/catalogue/testing/oracle-market.ts';
import { itineraryOf, type Split } from '../../src/domain/itinerary/itinerary.ts';
import { destinationOfStops } from '../../src/domain/itinerary/stops.ts';
import { purchasesCents } from '../../src/domain/ranking/drawbacks.ts';
import { order } from '../../src/domain/ranking/order.ts';
import { rank } from '../../src/domain/ranking/rank.ts';
import type { RankedOffer } from '../../src/domain/ranking/ranked.ts';
import { score } from '../../src/domain/ranking/score.ts';
import { NEEDS, type Need, type Stop, stopsOf, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../support/fast-market.ts';
import { EUROPE, sharedPlans, whyNoSharedPlans } from '../support/shared-plans.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const sample = createCatalogue(fastMarket({ plans: 1_500, now: NOW }));
/** Few enough plans that every combination can be tried. */
const small = createCatalogue(fastMarket({ plans: 500, now: NOW }));

function randomTrips(countries: readonly string[], count: number, seed: string): Trip[] {
  const random = seeded(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random.next() * all.length)]!;
  return Array.from({ length: count }, () => {
    const stops = Array.from(
      { length: 2 + Math.floor(random.next() * 2) },
      (): Stop => ({
        country: pick(countries),
        days: 1 + Math.floor(random.next() * 12),
      }),
    );
    const [{ country, days }, ...then] = stops as [Stop, ...Stop[]];
    return { country, days, need: pick(NEEDS), then };
  });
}

/** Every split of a list into legs: a new leg or none begins after each stop but the last. */
function* splitsOf(stops: readonly Stop[]): Generator<Stop[][]> {
  for (let cuts = 0; cuts < 2 ** (stops.length - 1); cuts++) {
    const legs: Stop[][] = [[]];
    stops.forEach((stop, index) => {
      legs.at(-1)!.push(stop);
      if (index < stops.length - 1 && (cuts >> index) % 2 === 1) legs.push([]);
    });
    yield legs;
  }
}

interface Sums {
  readonly unserved: number;
  readonly misses: number;
  readonly purchases: number;
  readonly cents: number;
  /** Comparable prices without the rows of purchases. */
  readonly baseCents: number;
}

const comparable = ({ baseCents, purchases, cents }: Sums): number =>
  baseCents + purchasesCents(purchases, cents);
const sumsKey = (sums: Sums): string => Object.values(sums).join();
const added = (a: Sums, b: Sums): Sums => ({
  unserved: a.unserved + b.unserved,
  misses: a.misses + b.misses,
  purchases: a.purchases + b.purchases,
  cents: a.cents + b.cents,
  baseCents: a.baseCents + b.baseCents,
});
const NO_LEGS: Sums = { unserved: 0, misses: 0, purchases: 0, cents: 0, baseCents: 0 };

type Judged = readonly [unserved: number, misses: number, cents: number];

/** The best of all splits and all plans, by trying each. Equal sums are tried once; nothing else is left out. */
function bruteForce(catalogue: Catalogue, trip: Trip, by: 'cents' | 'comparableCents'): Judged {
  const known = new Map<string, readonly Sums[]>();
  let best: Judged | null = null;
  for (const legs of splitsOf([{ country: trip.country, days: trip.days }, ...(trip.then ?? [])])) {
    let totals = [NO_LEGS];
    for (const leg of legs) {
      const key = JSON.stringify(leg);
      const choices = known.get(key) ?? choicesFor(catalogue, leg, trip.need);
      known.set(key, choices);
      const all = totals.flatMap((total) => choices.map((choice) => added(total, choice)));
      totals = [...new Map(all.map((total) => [sumsKey(total), total])).values()];
    }
    for (const total of totals) {
      const judged: Judged = [total.unserved, total.misses, by === 'cents' ? total.cents : comparable(total)];
      if (best === null || compare(judged, best) < 0) best = judged;
    }
  }
  return best!;
}

const compare = (a: Judged, b: Judged): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** What may serve a leg: all offers that meet its need and that any traveller may buy, or else the closest miss alone. */
function choicesFor(catalogue: Catalogue, leg: readonly Stop[], need: Need): Sums[] {
  const unserved = [{ ...NO_LEGS, unserved: leg.length }];
  const destination = destinationOfStops((code) => catalogue.destination(code), leg);
  if (destination === null) return unserved;
  const [{ country, days }, ...then] = leg as [Stop, ...Stop[]];
  const { offers } = score(destination, { country, days, need, then }, NOW);
  const { cheapest } = order(offers, Number.POSITIVE_INFINITY);
  const open = cheapest.filter(({ newCustomersOnly }) => !newCustomersOnly);
  if (open.length === 0) return unserved;
  const meeting = open.filter(({ fit }) => fit.meetsNeed);
  const all = (meeting.length > 0 ? meeting : open.slice(0, 1)).map(
    ({ fit, price, comparableCents }): Sums => ({
      unserved: 0,
      misses: fit.meetsNeed ? 0 : 1,
      purchases: fit.copies,
      cents: price.cents,
      baseCents: comparableCents - purchasesCents(fit.copies, price.cents),
    }),
  );
  return [...new Map(all.map((sums) => [sumsKey(sums), sums])).values()];
}

const judged = (split: Split | null, by: 'cents' | 'comparableCents'): Judged =>
  split === null ? assert.fail('no itinerary') : [split.unserved, split.misses, split[by]];

function assertBest(catalogue: Catalogue, trips: readonly Trip[]): void {
  for (const trip of trips) {
    const { recommended, cheapest } = itineraryOf((code) => catalogue.destination(code), trip, NOW);
    assert.deepEqual(judged(cheapest, 'cents'), bruteForce(catalogue, trip, 'cents'), JSON.stringify(trip));
    assert.deepEqual(
      judged(recommended, 'comparableCents'),
      bruteForce(catalogue, trip, 'comparableCents'),
      JSON.stringify(trip),
    );
  }
}

const codes = sample.destinations.map(({ code }) => code);

test('the itinerary is the best of all splits and all plans on random trips of the sample market', () => {
  // Some neighbours, so that regional plans matter, and a place that has nothing.
  assertBest(small, [
    ...randomTrips(['JP', 'KR', 'TW', 'TH', 'AQ'], 60, 'asia'),
    ...randomTrips(['TR', 'GR', 'IT', 'FR', 'DE'], 30, 'europe'),
    ...randomTrips(codes, 60, 'anywhere'),
  ]);
});

test('the same on real plans', { skip: whyNoSharedPlans() }, async () => {
  const listings = await sharedPlans(NOW);
  // Every third plan works in the first half of the countries alone, so that it pays to change plans.
  const half = EUROPE.slice(0, EUROPE.length / 2);
  const some = listings
    .filter((_, index) => index % 160 < 2)
    .map((listing, index) => ({
      ...listing,
      plan: {
        ...listing.plan,
        coverage: { ...listing.plan.coverage, destinations: index % 3 === 0 ? half : EUROPE },
      },
    }));
  assertBest(catalogueOf({ listings: some, coupons: [], now: NOW }), randomTrips(EUROPE, 20, 'real'));
});

test('an itinerary with one stop is the plain answer', () => {
  for (const country of ['TR', 'JP', 'US']) {
    for (const need of NEEDS) {
      const trip = { country, days: 9, need };
      const destination = sample.destination(country) ?? assert.fail(country);
      const lists = rank(destination, trip, NOW);
      const { recommended, cheapest } = itineraryOf((code) => sample.destination(code), trip, NOW);
      // The reasons of a leg do not compare it with other offers.
      const offerOf = (ranked?: RankedOffer | null) => ranked && { ...ranked, reasons: null };
      assert.deepEqual(offerOf(recommended?.legs[0]?.ranked), offerOf(lists.recommended[0]));
      assert.deepEqual(offerOf(cheapest?.legs[0]?.ranked), offerOf(lists.cheapest[0]));
    }
  }
});

test('one stop cut in two of the same country changes no price of a single plan for all', () => {
  for (const country of ['TR', 'JP', 'US', 'DE']) {
    for (const need of NEEDS) {
      const whole: Trip = { country, days: 12, need };
      const cut: Trip = { country, days: 5, need, then: [{ country, days: 7 }] };
      const destinationOf = (trip: Trip) =>
        destinationOfStops((code) => sample.destination(code), stopsOf(trip)) ?? assert.fail(country);
      assert.deepEqual(rank(destinationOf(cut), cut, NOW), rank(destinationOf(whole), whole, NOW));
    }
  }
});
