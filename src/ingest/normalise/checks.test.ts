import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../draft.ts';
import { normaliseDraft, plan } from '../testing/plans.ts';
import { BYTES_MAX, BYTES_MIN, DAYS_MAX, impossiblePriceOf, USD_CENTS_MAX } from './checks.ts';

/** The reason and the sentence for the operator. */
const rejectionOf = (changes: Partial<Draft>): string => {
  const read = normaliseDraft(changes);
  return read.ok ? 'accepted' : `${read.reason}: ${read.detail}`;
};
const priceProblem = (usdCents: number, newCustomersOnly: boolean | null = null) => {
  const { price, facts, ...rest } = plan();
  return impossiblePriceOf({ ...rest, price: { ...price, usdCents }, facts: { ...facts, newCustomersOnly } });
};

test('each check of a row says in words what is wrong with the row', () => {
  const cases: readonly [Partial<Draft>, string][] = [
    [{ basis: 'wholesale' }, 'wholesale_only: the row has no retail price'],
    [{ inStock: false }, 'out_of_stock: not for sale now'],
    [{ subscription: true }, 'subscription: renews automatically, so it is not a plan for one trip'],
    [
      { wholesale: { currency: 'USD', amount: '14.01' } },
      'retail_below_wholesale: sold for less than its wholesale price',
    ],
    [
      { model: 'per_day', data: 1e9, days: null },
      'impossible_days: a daily allowance without an end, at a fixed price',
    ],
    [
      { model: 'unlimited', data: null, days: null },
      'impossible_days: unlimited data without an end, at a fixed price',
    ],
    [
      { periodDays: 30, days: null },
      'impossible_days: an allowance that renews without an end, at a fixed price',
    ],
    [{ days: 0 }, 'impossible_days: 0 days'],
    [{ data: null }, 'impossible_data: no amount of data'],
    [{ data: -5 }, 'impossible_data: -5 bytes'],
    [{ model: 'unlimited', data: null, fullSpeedPerDay: 7 }, 'impossible_data: 7 full-speed bytes a day'],
  ];
  for (const [changes, expected] of cases) assert.equal(rejectionOf(changes), expected);
});

test('an offer ends at its time, whose text is shown without what a feed appends to it', () => {
  assert.equal(
    rejectionOf({ expiresAt: '2026-11-10T12:00:00Z' }),
    'expired_offer: ended 2026-11-10T12:00:00Z',
    'the offer ends at this moment',
  );
  assert.equal(rejectionOf({ expiresAt: '2026-11-10T12:00:01Z' }), 'accepted');
  assert.equal(rejectionOf({ expiresAt: null }), 'accepted');
  assert.equal(
    rejectionOf({ expiresAt: '2026-11-01T12:00:00+00:00 (sic)' }),
    'accepted',
    'a text that is no time is not a time in the past',
  );
});

test('the smallest and the largest amount of data, and the longest plan, are possible', () => {
  for (const data of [BYTES_MIN, BYTES_MAX]) assert.equal(rejectionOf({ data }), 'accepted');
  for (const data of [BYTES_MIN - 1, BYTES_MAX + 1, BYTES_MIN + 0.5])
    assert.match(rejectionOf({ data }), /^impossible_data/);
  for (const days of [1, DAYS_MAX]) assert.equal(rejectionOf({ days }), 'accepted');
});

test('a price that no plan can have comes with advice where a mistake is likely', () => {
  assert.equal(priceProblem(USD_CENTS_MAX), null);
  assert.equal(
    priceProblem(USD_CENTS_MAX * 100),
    '$200000.00, more than any plan costs; does the feed count in cents (priceScale)?',
  );
  assert.equal(priceProblem(USD_CENTS_MAX * 100 + 1), '$200000.01, more than any plan costs');
  assert.equal(priceProblem(0), 'a price of zero for all customers; is it a trial for new customers?');
  assert.equal(priceProblem(0, true), null);
  for (const cents of [-1, 0.5, Number.NaN]) assert.equal(priceProblem(cents), 'not an amount of money');
});
