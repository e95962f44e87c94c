import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, HOUR_MS, type ListingParts, NOW } from '../testing/builders.ts';
import { viewOf } from '../testing/view.ts';
import type { Need } from '../trip.ts';
import { rank } from './rank.ts';

/** Reasons of plan `p` beside a cheaper plan of another provider. */
function reasons(
  parts: ListingParts,
  need: Need = 'normal',
  rivalCents = 100,
): (readonly [string, number | null])[] {
  const rival = aListing({
    id: 'r',
    provider: 'rival',
    cents: rivalCents,
    allowance: { model: 'unlimited', uncapped: true },
  });
  const view = viewOf([aListing({ id: 'p', ...parts }), rival]);
  const { cheapest } = rank(view, { country: COUNTRY, days: 7, need }, NOW);
  const found = cheapest.find(({ row }) => view.planId(row) === 'p')!;
  return found.reasons.map(({ code, value }) => [code, value] as const);
}
const codes = (...args: Parameters<typeof reasons>) => reasons(...args).map(([code]) => code);
const BARE: ListingParts = { megabytes: 7_000, observedAt: NOW - 30 * HOUR_MS };

test('where nothing else is to be said, the plan covers the trip', () => {
  assert.deepEqual(reasons(BARE), [['covers_trip', 30]]);
  assert.deepEqual(reasons({ ...BARE, days: null }), [['covers_trip', 0]]);
});

test('what is missing is said first', () => {
  const parts = { megabytes: 5_000, days: 4, facts: { newCustomersOnly: true } };
  assert.deepEqual(reasons(parts), [
    ['short_of_data', 2_000],
    ['short_of_days', 3],
    ['new_customers_only', null],
  ]);
});

test('the cheapest, the cheapest with 5G, and what comes within 10% are named, and only one of them', () => {
  assert.deepEqual(codes({ ...BARE, cents: 99 }), ['cheapest', 'covers_trip']);
  assert.deepEqual(codes({ ...BARE, coverage: { generation: '5G' } }), [
    'cheapest_5g',
    'full_speed_5g',
    'covers_trip',
  ]);
  assert.deepEqual(reasons({ ...BARE, cents: 1_031 }, 'normal', 1_000)[0], ['near_cheapest', 4]);
  assert.deepEqual(codes({ ...BARE, cents: 1_101 }, 'normal', 1_000), ['covers_trip']);
});

test('unlimited plans say what becomes of them after the cap', () => {
  const allowance = { model: 'unlimited' as const };
  assert.equal(codes({ ...BARE, allowance })[0], 'fair_use_unstated');
  assert.equal(codes({ ...BARE, allowance: { ...allowance, uncapped: true } })[0], 'no_data_limit');
  const slow = { ...allowance, afterCap: 'throttle' as const, throttleKbps: 128 };
  assert.deepEqual(reasons({ ...BARE, allowance: slow, fullSpeedMbPerDay: 1_000 })[0], [
    'slow_after_cap',
    128,
  ]);
});

test('merits follow: spare data, local breakout, networks, hotspot, no identity check, a fresh price', () => {
  assert.deepEqual(reasons({ ...BARE, megabytes: 10_500 })[0], ['spare_data', 3_500]);
  assert.deepEqual(reasons({ ...BARE, megabytes: 10_499 })[0], ['covers_trip', 30]);
  const networks = {
    [COUNTRY]: [
      { name: 'A', generation: null },
      { name: 'B', generation: null },
    ],
  };
  assert.deepEqual(codes({ ...BARE, coverage: { breakout: 'local', networks }, facts: { hotspot: true } }), [
    'local_breakout',
    'several_networks',
    'hotspot_allowed',
  ]);
  assert.deepEqual(codes({ megabytes: 7_000, facts: { identityCheck: false } }), [
    'no_identity_check',
    'fresh_price',
    'covers_trip',
  ]);
});
