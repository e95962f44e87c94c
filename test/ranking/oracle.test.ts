/** Every list of the service equals that of the naive ranking: on random markets, the sample market and real plans. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Catalogue, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueOf, oracleMarket } from '../../src/catalogue/testing/oracle-market.ts';
import { regionOf } from '../../src/domain/places/region-destinations.ts';
import { GROUPS } from '../../src/domain/places/regions.ts';
import { firstDifference, oracleFigures } from '../../src/domain/testing/oracle/difference.ts';
import { markets, oneStop } from '../../src/domain/testing/oracle/markets.ts';
import { oracleLists } from '../../src/domain/testing/oracle/oracle.ts';
import { rankedFigures } from '../../src/domain/testing/oracle/ranked.ts';
import type { Market } from '../../src/domain/testing/oracle/trip.ts';
import { NEEDS, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../support/fast-market.ts';
import { EUROPE, sharedPlans, whyNoSharedPlans } from '../support/shared-plans.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;

function assertSame(market: Market, catalogue: Catalogue, trip: Trip): void {
  const expected = oracleFigures(oracleLists(market, { stops: [trip], need: trip.need }));
  const found = rankedFigures(catalogue.destination(trip.country), trip, market.now);
  const difference = firstDifference(expected, found);
  assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
}

test('on hundreds of small random markets with ties, siblings and edges', () => {
  fc.assert(
    fc.property(markets(30), oneStop, (market, { need, stops }) =>
      assertSame(market, catalogueOf(market), { ...stops[0]!, need }),
    ),
    { numRuns: 300 },
  );
});

const ASIA = regionOf('XA')!;
const GROUP = GROUPS.find(({ name }) => name === 'Asia')!;

/**
 * Plans that miss from none to most of the core countries, with names of all kinds. If a plan states networks, it states them
 * in every core country; each fifth one states none in Thailand.
 */
function acrossAsia({ listings, ...market }: Market): Market {
  const spread = listings.map((listing, at) => {
    const { plan } = listing;
    const missing = [0, 0, 1, 1, 2, 5, 7, 8][at % 8]!;
    const [named, name] = [plan.named, at % 3 === 0 ? 'Asia 5 GB' : plan.name];
    const destinations = [...ASIA.core.slice(missing), 'ZA'].toSorted();
    const { networks, exits, ...coverage } = plan.coverage;
    const [there] = Object.values(networks);
    const inAll = there === undefined ? {} : Object.fromEntries(ASIA.core.map((code) => [code, there]));
    const elsewhere = at % 5 === 0 ? { ...inAll, TH: [] } : inAll;
    return {
      ...listing,
      plan: {
        ...plan,
        name,
        named: at % 2 === 0 ? named : [],
        coverage: {
          ...coverage,
          destinations,
          networks: elsewhere,
          exits: exits === null ? null : at % 2 === 0 ? ['TR'] : ['NL'],
        },
      },
    };
  });
  return { ...market, listings: spread };
}

test('on hundreds of small random markets for a region, which plans cover to different parts', () => {
  const region = { core: ASIA.core, countries: GROUP.countries, names: ['Asia'] };
  fc.assert(
    fc.property(markets(30), oneStop, (drawn, { need, stops }) => {
      const market = acrossAsia(drawn);
      const trip = { ...stops[0]!, need, country: 'XA' };
      const expected = oracleFigures(oracleLists(market, { stops: [trip], need, region }));
      const found = rankedFigures(catalogueOf(market).destination('XA'), trip, market.now);
      const difference = firstDifference(expected, found);
      assert.equal(difference, null, `${JSON.stringify(trip)}: ${difference}`);
    }),
    { numRuns: 300 },
  );
});

/** Short and long, at the lengths of plans and beside them; fresh, aging and stale. */
const TRIPS = [
  [1, 0],
  [7, 0],
  [10, 30],
  [30, 100],
  [61, 0],
] as const;

test('in every destination of the sample market, with each need and length in turn', () => {
  const catalogue = createCatalogue(fastMarket({ plans: 3_000, now: NOW }));
  for (const [index, { code: country }] of catalogue.destinations.entries()) {
    const [days, ageHours] = TRIPS[index % TRIPS.length]!;
    const market = oracleMarket(catalogue, country, NOW + ageHours * HOUR_MS);
    assertSame(market, catalogue, { country, days, need: NEEDS[index % NEEDS.length]! });
  }
});

test('on real plans', { skip: whyNoSharedPlans() }, async () => {
  const listings = await sharedPlans(NOW);
  assert.ok(listings.length > 4_000);
  for (const [index, [days]] of TRIPS.entries()) {
    // A fifth for each length, because the naive way takes the square of the time.
    const some = listings.filter((_, number) => number % TRIPS.length === index);
    const market: Market = { listings: some, coupons: [], now: NOW };
    const catalogue = catalogueOf(market);
    for (const need of NEEDS) assertSame(market, catalogue, { country: EUROPE[0]!, days, need });
  }
});
