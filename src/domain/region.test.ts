import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTrip } from './compare.ts';
import { regionOf } from './places/region-destinations.ts';
import type { NamedPlace } from './plan.ts';
import { regionEntries } from './region.ts';
import { aListing, type ListingParts, NOW } from './testing/builders.ts';
import { destinationOf, observationOf } from './testing/destination.ts';
import { NO_FILTERS, type Trip } from './trip.ts';

const EUROPE = regionOf('EU')!;
const TRIP: Trip = { country: 'EU', days: 7, need: 'normal' };

/** A plan that does not cover the last countries of the core. */
const missing = (count: number, parts: ListingParts = {}): ListingParts => ({
  megabytes: 20_000,
  ...parts,
  coverage: { destinations: EUROPE.core.slice(0, EUROPE.core.length - count).toSorted(), ...parts.coverage },
});

function compare(plans: readonly ListingParts[], trip = TRIP) {
  const market = plans.map((parts, at) => aListing({ id: `p${at}`, provider: `p${at}`, ...parts }));
  const inCountry = (code: string) => {
    const destination = destinationOf(market, [], code);
    return destination.entries.length === 0 ? null : destination;
  };
  const byCoverage = Map.groupBy(
    market.map((listing) => ({ plan: listing.plan, observation: observationOf(listing) })),
    ({ plan }) => plan.coverage,
  );
  const entries = regionEntries(EUROPE, byCoverage, ({ provider }) => provider);
  const europe = entries.length === 0 ? null : { entries, coupons: new Map() };
  return compareTrip((code) => (code === 'EU' ? europe : inCountry(code)), trip, NOW, NO_FILTERS);
}

const idsOf = (list: readonly { readonly entry: { readonly plan: { readonly id: string } } }[]) =>
  list.map(({ entry }) => entry.plan.id);

test('plans that cover at least half of the core countries are considered', () => {
  const { ranking } = compare([missing(0), missing(15), missing(16)]);
  assert.equal(EUROPE.core.length, 31);
  assert.deepEqual(idsOf(ranking.cheapest), ['p0', 'p1']);
  assert.equal(ranking.considered.plans, 2);
  assert.equal(compare([missing(16)]).ranking.emptyCause, 'no_plans');
});

test('in each list, plans for the whole region come first, then those that miss a tenth at most, then the others', () => {
  const plans = [missing(4, { cents: 100 }), missing(3, { cents: 200 }), missing(0, { cents: 9_000 })];
  const { recommended, cheapest, fastest } = compare(plans).ranking;
  for (const list of [recommended, cheapest, fastest]) assert.deepEqual(idsOf(list), ['p2', 'p1', 'p0']);
  assert.deepEqual(cheapest[0]?.reasons[0], { code: 'cheapest', value: null });
  assert.deepEqual(idsOf(compare(plans).ranking.picks.map(({ offer }) => offer)), ['p2']);
});

test('the missing countries are a drawback of their share, rounded up, and the first reason', () => {
  const [offer] = compare([missing(3, { cents: 1_000 })]).ranking.recommended;
  const region = offer?.drawbacks.find(({ code }) => code === 'region_incomplete');
  // 3 of 31 are 9.7%.
  assert.deepEqual(region, { code: 'region_incomplete', percent: 10, cents: 100 });
  assert.deepEqual(offer?.reasons[0], { code: 'missing_countries', value: EUROPE.core.slice(-3) });
  assert.deepEqual(offer?.entry.cover, { missing: EUROPE.core.slice(-3), of: 31 });
});

test('networks are those of the country with the fewest, and an exit in the region is local', () => {
  const networks = Object.fromEntries(EUROPE.core.map((code) => [code, [{ name: 'A', generation: '5G' }]]));
  const entryWith = (coverage: ListingParts['coverage']) =>
    compare([missing(0, { coverage: { destinations: EUROPE.core.toSorted(), ...coverage } })]).ranking
      .cheapest[0]!.entry;
  const all = entryWith({ networks: networks as never, exits: ['NL'] });
  assert.deepEqual([all.networks.length, all.generation, all.breakout], [1, '5G', 'local']);
  const partly = entryWith({ generation: null, networks: { ...networks, MT: [] } as never, exits: ['US'] });
  assert.deepEqual([partly.networks.length, partly.generation, partly.breakout], [0, null, 'roaming']);
});

test('a name that names the region, or a group that contains it, is no drawback, and one country is', () => {
  const named: NamedPlace[] = [{ country: 'DE', part: null }];
  const hasDrawback = (name: string) =>
    compare([missing(0, { name, named })]).ranking.cheapest[0]!.drawbacks.some(
      ({ code }) => code === 'named_elsewhere',
    );
  assert.deepEqual(['Europe & Germany 5 GB', 'ヨーロッパ42か国とドイツ', 'Germany 5 GB'].map(hasDrawback), [
    false,
    false,
    true,
  ]);
});

test('other lengths and shared plans of a region use the plans for the whole region first', () => {
  const hotspot = { facts: { hotspot: true } };
  const plans = [missing(4, { cents: 100, ...hotspot }), missing(0, { cents: 900, ...hotspot })];
  const { variants, sharing } = compare(plans, { ...TRIP, travellers: 2 });
  assert.ok(variants.every(({ best }) => best?.entry.plan.id === 'p1'));
  assert.equal(sharing?.cheapest.legs[0]?.ranked?.entry.plan.id, 'p1');
});
