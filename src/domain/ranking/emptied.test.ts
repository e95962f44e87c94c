import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTrip } from '../compare.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { type Filters, NO_FILTERS } from '../trip.ts';

/** The filters that leave none of the plans, without the closest plan; null if another cause is stated, or if there are plans. */
function emptiedBy(all: readonly ListingParts[], filters: Partial<Filters>) {
  const destination = destinationOf(all.map((parts, at) => aListing({ ...parts, id: `p${at}` })));
  const trip = { country: COUNTRY, days: 7, need: 'normal' } as const;
  const { emptied } = compareTrip(() => destination, trip, NOW, { ...NO_FILTERS, ...filters });
  if (emptied === null) return null;
  const { closest, ...causes } = emptied;
  return { ...causes, closest: closest && [closest.ranked.entry.plan.id, ...closest.fails] };
}

// Without `cents`, a plan costs 1,000.
const HOTSPOT = { facts: { hotspot: true }, coverage: { exits: ['GB'] } };
const TOP_UP = { facts: { topUp: true }, cents: 2_000, coverage: { exits: ['DE'] } };
const NUMBER = { facts: { phoneNumber: true, hotspot: true }, cents: 3_000 };

test('each filter that removes every plan alone is named, and the others are not', () => {
  const emptied = (filters: Partial<Filters>) => emptiedBy([HOTSPOT, TOP_UP], filters);
  assert.deepEqual(emptied({ require: ['phone_number', 'hotspot'], maxUsdCents: 999 }), {
    alone: ['phone_number', 'max_usd'],
    together: [],
    lowestCents: null,
    closest: ['p0', 'max_usd', 'phone_number'],
  });
  assert.deepEqual(emptied({ avoidExits: ['DE', 'GB'], require: ['top_up'] })?.alone, ['avoid_exits']);
  assert.deepEqual(emptied({ require: ['5g'], maxUsdCents: 1_000 })?.alone, ['5g']);
});

test('otherwise the first two filters of which no plan passes both are named', () => {
  const together = (filters: Partial<Filters>) => {
    const emptied = emptiedBy([HOTSPOT, TOP_UP], filters);
    assert.deepEqual(emptied?.alone, []);
    return emptied?.together;
  };
  assert.deepEqual(together({ require: ['hotspot', 'top_up'] }), ['hotspot', 'top_up']);
  assert.deepEqual(together({ require: ['top_up'], maxUsdCents: 1_999 }), ['top_up', 'max_usd']);
  assert.deepEqual(together({ maxUsdCents: 1_999, avoidExits: ['GB'] }), ['max_usd', 'avoid_exits']);
  assert.deepEqual(together({ require: ['one_purchase', 'hotspot', 'top_up'] }), ['hotspot', 'top_up']);
});

test('if no two filters remove every plan, all are named', () => {
  const plans = [
    { ...HOTSPOT, facts: { hotspot: true, topUp: true } },
    { ...TOP_UP, facts: { topUp: true, phoneNumber: true } },
    NUMBER,
  ];
  const all = ['hotspot', 'top_up', 'phone_number'] as const;
  assert.deepEqual(emptiedBy(plans, { require: all }), {
    alone: [],
    together: all,
    lowestCents: null,
    closest: ['p1', 'hotspot'],
  });
});

test('the lowest price that the filter max_usd removed is stated, if the other filters leave a plan', () => {
  assert.equal(emptiedBy([HOTSPOT, TOP_UP], { require: ['top_up'], maxUsdCents: 1_999 })?.lowestCents, 2_000);
  assert.equal(emptiedBy([HOTSPOT, TOP_UP], { maxUsdCents: 999 })?.lowestCents, 1_000);
  assert.equal(emptiedBy([HOTSPOT], { require: ['top_up'], maxUsdCents: 1_999 })?.lowestCents, null);
});

test('no filter is named if a plan is left or if there are no plans', () => {
  assert.equal(emptiedBy([HOTSPOT], { require: ['hotspot'] }), null);
  assert.equal(emptiedBy([], { require: ['hotspot'] }), null);
});

test('the closest plan fails the fewest filters, and of equally few the price first', () => {
  const closest = (plans: readonly ListingParts[], filters: Partial<Filters>) =>
    emptiedBy(plans, filters)?.closest;
  // The first plan fails one filter, the second two.
  assert.deepEqual(closest([HOTSPOT, TOP_UP], { require: ['hotspot'], maxUsdCents: 999 }), ['p0', 'max_usd']);
  assert.deepEqual(closest([HOTSPOT, TOP_UP], { require: ['top_up'], maxUsdCents: 1_999 }), [
    'p1',
    'max_usd',
  ]);
  // Each of these is failed by one plan alone.
  const cheap = { ...HOTSPOT, cents: 500 };
  const elsewhere = { ...TOP_UP, provider: 'other' };
  for (const [filters, expected] of [
    [{ providers: ['other'], avoidExits: ['DE'] }, ['p0', 'providers']],
    [{ avoidProviders: ['other'], avoidExits: ['GB'] }, ['p1', 'avoid_providers']],
    [{ avoidExits: ['GB'], require: ['hotspot'] }, ['p0', 'avoid_exits']],
    [{ require: ['top_up', 'hotspot'] }, ['p1', 'hotspot']],
  ] as const)
    assert.deepEqual(closest([cheap, elsewhere], filters), expected, JSON.stringify(filters));
});
