/** Regression tests: an earlier version of the ranking gave the opposite result in each of these cases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, type Listing, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import type { Need } from '../trip.ts';
import { rank } from './rank.ts';

/** A plan with stated facts: hotspot, 4G, two networks. */
const offer = (id: string, parts: ListingParts): Listing =>
  aListing({
    id,
    provider: id,
    facts: { hotspot: true, identityCheck: false },
    ...parts,
    coverage: {
      networks: { [COUNTRY]: ['North', 'South'].map((name) => ({ name, generation: '4G' as const })) },
      ...parts.coverage,
    },
  });

const daily = (gigabytes: number): ListingParts => ({
  megabytes: gigabytes * 1_000,
  allowance: { model: 'per_day' },
});
const unlimited: ListingParts = { allowance: { model: 'unlimited', afterCap: 'unknown' } };

function ask(all: readonly Listing[], days: number, need: Need) {
  const ranking = rank(destinationOf(all), { country: COUNTRY, days, need }, NOW);
  const ids = (list: typeof ranking.cheapest) => list.map(({ entry }) => entry.plan.id);
  return { ids: ids(ranking.recommended), cheapest: ids(ranking.cheapest), recommended: ranking.recommended };
}

test('seven one-day eSIMs do not rank above one plan for ten days', () => {
  const all = [
    offer('sevens', { ...daily(1), days: 1, cents: 150 }),
    offer('once', { megabytes: 10_000, days: 10, cents: 1_200 }),
  ];
  assert.equal(ask(all, 7, 'normal').ids[0], 'once');
});

test('three copies of a throttled plan at $46.50 do not rank above one plan of 50 GB at $29.49', () => {
  const all = [
    offer('thrice', {
      ...unlimited,
      allowance: { model: 'unlimited', afterCap: 'throttle', throttleKbps: 1_000 },
      fullSpeedMbPerDay: 1_000,
      days: 7,
      cents: 1_550,
      coverage: { generation: '5G', breakout: 'local' },
    }),
    offer('whole', { megabytes: 50_000, days: 30, cents: 2_949, facts: {} }),
  ];
  assert.equal(ask(all, 15, 'heavy').ids[0], 'whole');
});

test('an unlimited plan without a stated fair-use limit meets the need, with a drawback', () => {
  const [only] = ask([offer('quiet', { ...unlimited, days: 30, cents: 3_000 })], 14, 'unlimited').recommended;
  assert.equal(only?.fit.meetsNeed, true);
});

test('a plan that ends ten days before the trip does not rank above one that lacks some data', () => {
  const all = [
    offer('short', { megabytes: 200_000, days: 20, cents: 2_000, facts: { newCustomersOnly: true } }),
    offer('scarce', { megabytes: 5_500, days: 90, cents: 2_500 }),
  ];
  assert.equal(ask(all, 30, 'heavy').ids[0], 'scarce');
});

test('a brand does not list the same data as 1, 2, 3, 6 and 10 copies', () => {
  const sizes = [
    [12_000, 1_000],
    [6_000, 600],
    [4_000, 450],
    [1_900, 280],
    [1_050, 180],
  ] as const;
  const all = sizes.map(([megabytes, cents]) =>
    offer(`gb-${megabytes}`, { provider: 'one-brand', megabytes, cents, days: 30 }),
  );
  assert.deepEqual(ask(all, 10, 'normal').cheapest, ['gb-12000']);
});

test('the age of the price is not a reason', () => {
  const all = [
    offer('first', { megabytes: 10_000, cents: 1_000 }),
    // More expensive, and without stated facts in its favour.
    offer('second', { megabytes: 10_000, cents: 2_000, facts: {}, coverage: { networks: {} } }),
  ];
  for (const { reasons } of ask(all, 7, 'normal').recommended) {
    assert.ok(reasons.length > 0);
    assert.notEqual(reasons[0]?.code, 'fresh_price');
  }
});

test('a plan without a stated generation ranks above 3G and 2G in Fastest, and below 4G', () => {
  const of = (generation: '5G' | '4G' | '3G' | '2G' | null) =>
    offer(generation ?? 'unstated', {
      coverage: { networks: { [COUNTRY]: [{ name: 'North', generation }] } },
    });
  const all = [of('2G'), of('3G'), of(null), of('4G'), of('5G')];
  const { fastest } = rank(destinationOf(all), { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  assert.deepEqual(
    fastest.map(({ entry }) => entry.plan.id),
    ['5G', '4G', 'unstated', '3G', '2G'],
  );
});
