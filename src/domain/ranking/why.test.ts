import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, HOUR_MS, type ListingParts, NOW } from '../testing/builders.ts';
import { viewOf } from '../testing/view.ts';
import type { Need } from '../trip.ts';
import { rank } from './rank.ts';

const BARE: ListingParts = { megabytes: 7_000, observedAt: NOW - 30 * HOUR_MS };

/** Reasons of a plan beside one without limit at another price. */
function reasons(parts: ListingParts, need: Need = 'normal', rivalCents = 100) {
  const allowance = { model: 'unlimited', uncapped: true } as const;
  const rival = aListing({ id: 'r', provider: 'rival', cents: rivalCents, allowance });
  const view = viewOf([aListing({ id: 'p', ...parts }), rival]);
  const { cheapest } = rank(view, { country: COUNTRY, days: 7, need }, NOW);
  const found = cheapest.find(({ row }) => view.planId(row) === 'p')!;
  return found.reasons.map(({ code, value }) => [code, value] as const);
}
const codes = (...args: Parameters<typeof reasons>) => reasons(...args).map(([code]) => code);

test('a slow remainder is told of an unlimited plan with a stated speed that is too low, and of no other', () => {
  const afterCap = 'throttle' as const;
  const told = (parts: ListingParts) => codes(parts).includes('slow_after_cap');
  const unlimited = { model: 'unlimited' as const, afterCap };
  const parts = { ...BARE, fullSpeedMbPerDay: 3_000 };
  assert.equal(told({ ...parts, allowance: { ...unlimited, throttleKbps: 999 } }), true);
  assert.equal(told({ ...parts, allowance: { ...unlimited, throttleKbps: 1_000 } }), false);
  assert.equal(told({ ...parts, allowance: { ...unlimited, throttleKbps: null } }), false);
  assert.equal(told({ ...parts, allowance: { ...unlimited, afterCap: 'stop', throttleKbps: 128 } }), false);
  assert.equal(told({ ...parts, allowance: { ...unlimited, throttleKbps: 128, uncapped: true } }), false);
  assert.equal(told({ ...BARE, allowance: { afterCap, throttleKbps: 128 } }), false);
});

test('spare data is told where an amount was asked for and is met', () => {
  const unlimited = { ...BARE, fullSpeedMbPerDay: 9_000, allowance: { model: 'unlimited' as const } };
  assert.ok(codes(unlimited).includes('spare_data'));
  assert.ok(!codes(unlimited, 'unlimited').includes('spare_data'));
  assert.ok(!codes({ ...BARE, allowance: { model: 'unlimited', uncapped: true } }).includes('spare_data'));
  const once = { newCustomersOnly: true };
  assert.ok(!codes({ ...BARE, megabytes: 50_000, days: 1, facts: once }).includes('spare_data'));
});

test('near is up to 10% above the cheapest, rounded up, and nothing is near a price of zero', () => {
  assert.deepEqual(reasons({ ...BARE, cents: 1_100 }, 'normal', 1_000)[0], ['near_cheapest', 10]);
  assert.deepEqual(reasons({ ...BARE, cents: 1_001 }, 'normal', 1_000)[0], ['near_cheapest', 1]);
  assert.deepEqual(codes({ ...BARE, cents: 1 }, 'normal', 0), ['covers_trip']);
});

test('the cheapest with 5G is a plan with 5G, not one that costs as much', () => {
  const generation = '5G' as const;
  const view = viewOf([
    aListing({ id: 'g4', provider: 'a', ...BARE, cents: 2_000 }),
    aListing({ id: 'g5', provider: 'b', ...BARE, cents: 2_000, coverage: { generation } }),
    aListing({ id: 'dear', provider: 'c', ...BARE, cents: 2_001, coverage: { generation } }),
    aListing({ id: 'low', provider: 'd', ...BARE, cents: 1_000 }),
    aListing({
      id: 'miss',
      provider: 'e',
      ...BARE,
      cents: 5,
      coverage: { generation },
      megabytes: 1,
      days: 1,
    }),
    aListing({ id: 'old', provider: 'f', ...BARE, cents: 1, observedAt: NOW - 200 * HOUR_MS }),
  ]);
  const { cheapest } = rank(view, { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  const firstOf = new Map(cheapest.map(({ row, reasons: [first] }) => [view.planId(row), first?.code]));
  assert.deepEqual(Object.fromEntries(firstOf), {
    low: 'cheapest',
    g4: 'covers_trip',
    g5: 'cheapest_5g',
    dear: 'full_speed_5g',
    miss: 'short_of_data',
  });
});

test('a plan that is short covers nothing, and one sold by the day covers the days of the trip', () => {
  const once = { newCustomersOnly: true };
  assert.deepEqual(codes({ ...BARE, days: 6, facts: once }), ['short_of_days', 'new_customers_only']);
  const daily = { ...BARE, megabytes: 1_000, allowance: { model: 'per_day' as const } };
  assert.deepEqual(reasons({ ...daily, validity: { soldPerDay: true, days: null } }), [['covers_trip', 7]]);
  assert.deepEqual(reasons({ ...daily, validity: { soldPerDay: true, days: 60 } }), [['covers_trip', 7]]);
});

test('every merit of one plan is told before its fresh price, in this order, and never more than three', () => {
  const networks = { [COUNTRY]: ['A', 'B', 'C'].map((name) => ({ name, generation: '5G' as const })) };
  const all = {
    megabytes: 20_000,
    coverage: { networks, breakout: 'local' as const },
    facts: { hotspot: true, identityCheck: false },
  };
  assert.deepEqual(reasons(all), [
    ['cheapest_5g', null],
    ['full_speed_5g', null],
    ['spare_data', 13_000],
  ]);
  const lasting = { megabytes: 7_000, coverage: { breakout: 'local' as const } };
  assert.deepEqual(codes({ ...lasting, facts: { identityCheck: false } }), [
    'local_breakout',
    'no_identity_check',
    'fresh_price',
  ]);
  assert.deepEqual(codes({ ...lasting, facts: { identityCheck: true, hotspot: false } }), [
    'local_breakout',
    'fresh_price',
    'covers_trip',
  ]);
});
