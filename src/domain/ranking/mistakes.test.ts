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
  return {
    recommendedIds: ids(ranking.recommended),
    cheapestIds: ids(ranking.cheapest),
    recommended: ranking.recommended,
  };
}

test('seven one-day eSIMs do not rank above one plan for ten days', () => {
  const all = [
    // $10.50 for seven.
    offer('sevens', { ...daily(1), days: 1, cents: 150 }),
    offer('once', { megabytes: 10_000, days: 10, cents: 1_200 }),
  ];
  assert.equal(ask(all, 7, 'normal').recommendedIds[0], 'once');
});

test('three copies of a throttled plan at $46.50 do not rank above one plan of 50 GB at $29.49', () => {
  const all = [
    offer('thrice', {
      allowance: { model: 'unlimited', afterCap: 'throttle', throttleKbps: 1_000 },
      fullSpeedMbPerDay: 1_000,
      days: 7,
      cents: 1_550,
      coverage: { generation: '5G', breakout: 'local' },
    }),
    offer('whole', { megabytes: 50_000, days: 30, cents: 2_949, facts: {} }),
  ];
  assert.equal(ask(all, 15, 'heavy').recommendedIds[0], 'whole');
});

test('an unlimited plan without a stated fair-use limit meets the need, with a drawback', () => {
  const [only] = ask([offer('quiet', { ...unlimited, days: 30, cents: 3_000 })], 14, 'unlimited').recommended;
  assert.equal(only?.fit.meetsNeed, true);
  assert.ok(only.drawbacks.some(({ code }) => code === 'fair_use_unstated'));
});

test('a plan that ends ten days before the trip does not rank above one that lacks some data', () => {
  const all = [
    // New customers buy one copy only, so the last ten days have no data.
    offer('short', { megabytes: 200_000, days: 20, cents: 2_000, facts: { newCustomersOnly: true } }),
    // Ten copies are the most that anybody buys: 55 GB of the 90 GB that the trip needs.
    offer('scarce', { megabytes: 5_500, days: 90, cents: 2_500 }),
  ];
  assert.equal(ask(all, 30, 'heavy').recommendedIds[0], 'scarce');
});

test('a brand does not list the same data as 1, 2, 3, 6 and 10 copies', () => {
  // Normal for ten days is 10 GB.
  const sizes = [
    [12_000, 1_000], // 1 copy for $10
    [6_000, 600], // 2 copies for $12
    [4_000, 450], // 3 copies for $13.50
    [1_900, 280], // 6 copies for $16.80
    [1_050, 180], // 10 copies for $18
  ] as const;
  const all = sizes.map(([megabytes, cents]) =>
    offer(`gb-${megabytes}`, { provider: 'one-brand', megabytes, cents, days: 30 }),
  );
  assert.deepEqual(ask(all, 10, 'normal').cheapestIds, ['gb-12000']);
});

test('a plan without a stated generation ranks above 3G and 2G in Fastest, and below 4G', () => {
  const offerWith = (generation: '5G' | '4G' | '3G' | '2G' | null) =>
    offer(generation ?? 'unstated', {
      coverage: { networks: { [COUNTRY]: [{ name: 'North', generation }] } },
    });
  const all = [offerWith('2G'), offerWith('3G'), offerWith(null), offerWith('4G'), offerWith('5G')];
  const { fastest } = rank(destinationOf(all), { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  assert.deepEqual(
    fastest.map(({ entry }) => entry.plan.id),
    ['5G', '4G', 'unstated', '3G', '2G'],
  );
});
