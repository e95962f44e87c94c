/** Several stops on the sample market and on real plans: exact over all ways to cut them, and true to single answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../scripts/sample-market/random.ts';
import { type Catalogue, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../src/catalogue/testing/oracle-market.ts';
import { furtherLegCents } from '../../src/domain/ranking/drawbacks.ts';
import { itineraryOf, type Split } from '../../src/domain/ranking/itinerary.ts';
import { order } from '../../src/domain/ranking/order.ts';
import { rank } from '../../src/domain/ranking/rank.ts';
import { score } from '../../src/domain/ranking/score.ts';
import { destinationOfStops, destinationOfTrip } from '../../src/domain/ranking/stops.ts';
import { NEEDS, type Need, type Stop, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../support/fast-market.ts';
import { EUROPE, hasSharedPlans, sharedPlans } from '../support/shared-plans.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const sample = createCatalogue(fastMarket({ plans: 1_500, now: NOW }));

function randomTrips(countries: readonly string[], count: number, seed: string): Trip[] {
  const random = seeded(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random.next() * all.length)]!;
  return Array.from({ length: count }, () => {
    const stops = Array.from(
      { length: 2 + Math.floor(random.next() * 3) },
      (): Stop => ({
        country: pick(countries),
        days: 1 + Math.floor(random.next() * 12),
      }),
    );
    const [{ country, days }, ...then] = stops as [Stop, ...Stop[]];
    return { country, days, need: pick(NEEDS), then };
  });
}

/** Every way to cut a list into runs: a cut or none after each stop but the last. */
function* waysToCut(stops: readonly Stop[]): Generator<Stop[][]> {
  for (let cuts = 0; cuts < 2 ** (stops.length - 1); cuts++) {
    const runs: Stop[][] = [[]];
    stops.forEach((stop, index) => {
      runs.at(-1)!.push(stop);
      if (index < stops.length - 1 && (cuts >> index) % 2 === 1) runs.push([]);
    });
    yield runs;
  }
}

type Judged = readonly [unserved: number, misses: number, cents: number];

/** The best of all ways and all plans, by trying each. */
function bruteForce(catalogue: Catalogue, trip: Trip, by: 'cents' | 'comparableCents'): Judged {
  const known = new Map<string, ReturnType<typeof plansFor>>();
  let best: Judged | null = null;
  for (const runs of waysToCut([{ country: trip.country, days: trip.days }, ...(trip.then ?? [])])) {
    let [unserved, misses, cents] = [0, 0, 0];
    for (const [index, run] of runs.entries()) {
      const key = JSON.stringify(run);
      const plans = known.get(key) ?? plansFor(catalogue, run, trip.need);
      known.set(key, plans);
      if (plans.length === 0) unserved += run.length;
      else if (!plans[0]!.meets) misses += 1;
      const costs = plans.map(
        (plan) => plan[by] + (by === 'cents' || index === 0 ? 0 : furtherLegCents(plan.cents)),
      );
      cents += plans.length === 0 ? 0 : Math.min(...costs);
    }
    const way: Judged = [unserved, misses, cents];
    if (best === null || compare(way, best) < 0) best = way;
  }
  return best!;
}

const compare = (a: Judged, b: Judged): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** What a leg may take: all that meet its need and that anybody may buy, or else the closest miss alone. */
function plansFor(catalogue: Catalogue, run: readonly Stop[], need: Need) {
  const destination = destinationOfStops((code) => catalogue.destination(code), run);
  if (destination === null) return [];
  const [{ country, days }, ...then] = run as [Stop, ...Stop[]];
  const { offers } = score(destination, { country, days, need, then }, NOW);
  const { cheapest } = order(offers, Number.POSITIVE_INFINITY);
  const open = cheapest.filter(({ newCustomersOnly }) => !newCustomersOnly);
  const meeting = open.filter(({ fit }) => fit.meetsNeed);
  return (meeting.length > 0 ? meeting : open.slice(0, 1)).map(({ fit, price, comparableCents }) => ({
    cents: price.cents,
    comparableCents,
    meets: fit.meetsNeed,
  }));
}

const judged = (way: Split, by: 'cents' | 'comparableCents'): Judged => [way.unserved, way.misses, way[by]];

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

test('the itinerary is the best of all ways on a thousand random trips of the sample market', () => {
  // Some neighbours, so that regional plans matter, and a place that has nothing.
  assertBest(sample, [
    ...randomTrips(['JP', 'KR', 'TW', 'TH', 'AQ'], 500, 'asia'),
    ...randomTrips(['TR', 'GR', 'IT', 'FR', 'DE'], 300, 'europe'),
    ...randomTrips(codes, 200, 'anywhere'),
  ]);
});

test('the same on real plans, where the folder with them lies beside the project', async () => {
  if (!hasSharedPlans()) return;
  const listings = await sharedPlans(NOW);
  // Every third plan works in the first half of the countries alone, so that it pays to change plans.
  const half = EUROPE.slice(0, EUROPE.length / 2);
  const some = listings
    .filter((_, index) => index % 24 < 2)
    .map((listing, index) => ({
      ...listing,
      plan: {
        ...listing.plan,
        coverage: { ...listing.plan.coverage, destinations: index % 3 === 0 ? half : EUROPE },
      },
    }));
  assertBest(catalogueOf({ listings: some, coupons: [], now: NOW }), randomTrips(EUROPE, 1_000, 'real'));
});

test('an itinerary with one stop is the plain answer', () => {
  for (const country of ['TR', 'JP', 'US']) {
    for (const need of NEEDS) {
      const trip = { country, days: 9, need };
      const destination = sample.destination(country) ?? assert.fail(country);
      const lists = rank(destination, trip, NOW);
      const { recommended, cheapest } = itineraryOf((code) => sample.destination(code), trip, NOW);
      assert.deepEqual(recommended.legs[0]?.ranked, lists.recommended[0]);
      assert.deepEqual(cheapest.legs[0]?.ranked, lists.cheapest[0]);
    }
  }
});

test('one stop cut in two of the same country changes no price of a single plan for all', () => {
  for (const country of ['TR', 'JP', 'US', 'DE']) {
    for (const need of NEEDS) {
      const whole: Trip = { country, days: 12, need };
      const cut: Trip = { country, days: 5, need, then: [{ country, days: 7 }] };
      const destinationOf = (trip: Trip) =>
        destinationOfTrip((code) => sample.destination(code), trip) ?? assert.fail(country);
      assert.deepEqual(rank(destinationOf(cut), cut, NOW), rank(destinationOf(whole), whole, NOW));
    }
  }
});
