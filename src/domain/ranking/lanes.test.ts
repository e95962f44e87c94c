import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, HOUR_MS, type Listing, NOW } from '../testing/builders.ts';
import { fromOracle, fromRanked, keysOf } from '../testing/compare.ts';
import { oracleRank } from '../testing/oracle.ts';
import { viewOf } from '../testing/view.ts';
import type { Trip } from '../trip.ts';
import { cheapestFor } from '../variants.ts';
import { gatherCandidates } from './gather.ts';
import { CHEAPEST, FASTEST, RECOMMENDED } from './orders.ts';
import { rank } from './rank.ts';
import type { Ranked } from './ranked.ts';
import { readInto } from './reading.ts';
import { Shortlist } from './shortlist.ts';

/** The first three may have coupons. */
const PROVIDERS = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir'] as const;

/** Many plans on few terms: long lanes of equal and nearly equal prices. */
const crowdedMarket = fc
  .tuple(
    listings(4).filter((bases) => bases.length > 0),
    fc.array(
      fc.record({
        base: fc.nat(3),
        provider: fc.constantFrom(...PROVIDERS),
        cents: fc.oneof(
          fc.constantFrom(0, 1, 500, 500, 501, 999, 1_000),
          fc.integer({ min: 300, max: 3_000 }),
        ),
        ageHours: fc.constantFrom(0, 0, 0, 30, 100, 169),
      }),
      { maxLength: 120, size: 'max' },
    ),
  )
  .map(([bases, rows]) =>
    rows.map(({ base, provider, cents, ageHours }, index): Listing => {
      const { plan } = bases[base % bases.length]!;
      const price = { ...plan.price, minor: cents, usdCents: cents };
      return { plan: { ...plan, id: `p${index}`, provider, price }, observedAt: NOW - ageHours * HOUR_MS };
    }),
  );

const LISTS = ['recommended', 'cheapest', 'fastest'] as const;

test('long lanes with ties and coupons of every kind give the lists of the naive oracle', () => {
  fc.assert(
    fc.property(crowdedMarket, coupons, trips, (market, promotions, trip) => {
      const view = viewOf(market, promotions);
      const quick = rank(view, trip, NOW);
      const slow = oracleRank(market, promotions, trip, NOW);
      for (const list of LISTS) assert.deepEqual(fromRanked(quick[list], market), fromOracle(slow[list]));
      assert.deepEqual(cheapestFor(view, trip, NOW), quick.cheapest[0] ?? null);
    }),
    { numRuns: 40 },
  );
});

test('a lane that is left early held nobody who belongs on the list', () => {
  fc.assert(
    fc.property(fc.oneof(crowdedMarket, listings(120)), coupons, trips, (market, promotions, trip) => {
      const candidates = gatherCandidates(viewOf(market, promotions), trip, NOW);
      for (const order of [CHEAPEST, FASTEST, RECOMMENDED]) {
        const read = (limit: number) => {
          const best = new Shortlist(limit, market.length);
          readInto(best, candidates, order);
          return Array.from({ length: best.size }, (_, place) => best.at(place));
        };
        const whole = read(Number.POSITIVE_INFINITY);
        for (const limit of [1, 5, 24]) assert.deepEqual(read(limit), whole.slice(0, limit));
      }
    }),
    { numRuns: 100 },
  );
});

test('what a destination remembers of earlier questions changes no later answer', () => {
  const moments = fc.array(fc.constantFrom(-30, -1, 0, 1, 30, 150), { minLength: 3, maxLength: 5 });
  fc.assert(
    fc.property(listings(20), coupons, fc.array(trips, { minLength: 1, maxLength: 2 }), moments, (...all) => {
      const [market, promotions, asked, hours] = all;
      const remembering = viewOf(market, promotions);
      for (const now of hours.map((hour) => NOW + hour * HOUR_MS)) {
        for (const trip of asked) {
          assert.deepEqual(rank(remembering, trip, now), rank(viewOf(market, promotions), trip, now));
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('"cheapest with 5G" is said of those with the lowest price among all that meet the need with 5G', () => {
  fc.assert(
    // So few that every plan is on the list.
    fc.property(listings(20), trips, (market, trip) => {
      const view = viewOf(market);
      const { fastest } = rank(view, trip, NOW);
      const meeting = fastest.filter(({ fit }) => fit.meetsNeed);
      const with5g = meeting.filter(({ posting }) => view.postings.generation[posting] === 5);
      const lowest = (all: readonly Ranked[]) => Math.min(...all.map(({ price }) => price.cents));
      for (const ranked of fastest) {
        const isSaid = ranked.reasons.some(({ code }) => code === 'cheapest_5g');
        const isLowest = with5g.includes(ranked) && ranked.price.cents === lowest(with5g);
        assert.equal(isSaid, isLowest && ranked.price.cents > lowest(meeting));
      }
    }),
    { numRuns: 200 },
  );
});

/** Two plans that differ in nothing but their price, many times over, before a plan of somebody else. */
function family(size: number): Listing[] {
  const cheap = aListing({ id: 'a', provider: 'alder', cents: 100 });
  const others = Array.from({ length: size }, (_, index) =>
    aListing({ id: `b${index}`, provider: 'alder', cents: 101 + index }),
  );
  return [cheap, ...others, aListing({ id: 'z', provider: 'birch', cents: 9_000 })];
}

test('a family of superfluous plans hides nobody who stands behind it, however large it is', () => {
  const trip: Trip = { country: COUNTRY, days: 7, need: 'normal' };
  for (const size of [20, 30, 300]) {
    const market = family(size);
    const ranking = rank(viewOf(market), trip, NOW);
    for (const list of LISTS) assert.deepEqual(keysOf(ranking[list], market), ['alder/a', 'birch/z']);
  }
});
