import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachFeature } from '../../domain/facts.ts';
import { PlanRow, rowOf } from '../../wire/row.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { NOW, resultOf } from '../testing/fakes.ts';

// `wire/row.ts` is tested here, because its results are those of the fake endpoint.
const KEYS =
  'name provider shop usd list_usd tax caveats basis comparable_usd drawbacks coupons new_customers_only identity_check notes note_codes price_age_hours price_status model gb_for_trip gb_per_day period_days after_cap throttle_kbps uncapped valid_days starts install_within_days copies short_by_gb short_by_days countries_covered generation advertised_max_mbps networks networks_by_country breakout exits hotspot hotspot_gb top_up phone_number calls sms ads group_usd refund missing_countries reasons url';

const plain = resultOf(1);
const HOUR_MS = 3_600_000;

/** A result of which the provider states nothing that it may leave out. */
const UNSTATED: Result = {
  ...plain,
  coupons: [],
  price: { ...plain.price, tax: 'unknown', caveats: [] },
  validity: { days: null, starts: 'unknown', install_within_days: null, sold_per_day: false },
  data: { ...plain.data, gb: null, gb_for_trip: null, after_cap: 'unknown' },
  eligibility: { new_customers_only: null, identity_check: null, notes: [], note_codes: [] },
  speed: { generation: null, advertised_max_mbps: null, networks: [], breakout: 'unknown', exits: null },
  features: { hotspot_gb: null, ...eachFeature(() => null) },
};

test('every row has the same keys in the same order, whatever a provider states', () => {
  for (const result of [plain, UNSTATED]) {
    assert.equal(Object.keys(rowOf(result, NOW)).join(' '), KEYS);
  }
  assert.equal(Object.keys(PlanRow.properties).join(' '), KEYS);
  assert.deepEqual(PlanRow.required, KEYS.split(' '));
});

test('what a provider does not state is null or "unknown", never false and never left out', () => {
  const row = rowOf(UNSTATED, NOW);
  for (const key of [
    'hotspot',
    'hotspot_gb',
    'top_up',
    'calls',
    'sms',
    'ads',
    'refund',
    'exits',
    'generation',
    'identity_check',
  ] as const)
    assert.equal(row[key], null, key);
  for (const key of ['tax', 'after_cap', 'starts', 'breakout'] as const) assert.equal(row[key], 'unknown');
  assert.deepEqual([row.networks, row.notes, row.coupons], [[], [], []]);
});

test('gb_per_day is the amount of a daily plan, or the full-speed amount of an unlimited one', () => {
  const perDay = (data: Partial<Result['data']>) =>
    rowOf({ ...plain, data: { ...plain.data, ...data } }, NOW).gb_per_day;
  assert.equal(perDay({ model: 'per_day', gb: 2 }), 2);
  assert.equal(perDay({ model: 'unlimited', gb: null, full_speed_gb_per_day: 3 }), 3);
  assert.equal(perDay({ model: 'unlimited', gb: null }), null);
  assert.equal(perDay({ model: 'total', gb: 10 }), null);
});

test('the ages of a price and of a coupon are those of the moment of sending', () => {
  const rowAfter = (hours: number) => rowOf(plain, NOW + hours * HOUR_MS);
  // The price was read 1.5 hours before NOW, and the coupon was verified 1.5 days before it.
  for (const [hours, age, status, days] of [
    [0, 1.5, 'fresh', 1],
    [0.05, 1.5, 'fresh', 1],
    [0.1, 1.6, 'fresh', 1],
    [22.5, 24, 'fresh', 2],
    [22.6, 24.1, 'aging', 2],
    [47, 48.5, 'stale', 3],
    [200, 201.5, 'stale', 9],
    [-100, 0, 'fresh', 0],
  ] as const) {
    const { price_age_hours, price_status, coupons } = rowAfter(hours);
    assert.deepEqual(
      [price_age_hours, price_status, coupons[0]?.verified_days_ago],
      [age, status, days],
      `${hours} h later`,
    );
  }
});

test('a coupon keeps its code, its own price and every condition', () => {
  assert.deepEqual(rowOf(plain, NOW).coupons, [
    {
      code: 'TRIP10',
      discount: '10%',
      in_price: true,
      usd: 12.6,
      conditions: ['Open to everyone', 'Ends 2026-12-31'],
      condition_codes: [['everyone'], ['ends', '2026-12-31']],
      verified_days_ago: 1,
    },
  ]);
});
