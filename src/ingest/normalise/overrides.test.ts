import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverrideEntry } from '../config/schema.ts';
import { NOW, normaliseDraft } from '../testing/plans.ts';
import { createOverrides } from './overrides.ts';

const entry = (change: Partial<OverrideEntry>): OverrideEntry => ({
  provider: 'shop',
  plan: 'tr-10gb-30d',
  reason: 'the shop says otherwise',
  until: '2026-11-10',
  ...change,
});
const read = (change: Partial<OverrideEntry>) =>
  normaliseDraft({}, { correct: createOverrides([entry(change)], [], NOW).correct });

test('a hidden plan is a rejected row with the reason and the end', () => {
  const hidden = read({ hide: true });
  assert.ok(!hidden.ok);
  assert.deepEqual(
    [hidden.reason, hidden.detail],
    ['hidden', 'hidden by the operator until 2026-11-10: the shop says otherwise'],
  );
});

test('a field that is set goes through every check like the feed’s own', () => {
  const set = read({
    set: { data: '1 GB/day', days: 7, price: { amount: '9.50', currency: 'USD' }, hotspot: false },
  });
  assert.ok(set.ok);
  const { allowance, validity, price, facts } = set.plan;
  assert.deepEqual([allowance.model, allowance.bytes, validity.days], ['per_day', 1e9, 7]);
  assert.deepEqual([price.usdCents, facts.hotspot], [950, false]);
  const elsewhere = read({ set: { link: 'https://thief.example/' } });
  assert.ok(!elsewhere.ok && elsewhere.reason === 'bad_link');
  const unlimited = read({ set: { data: 'Unlimited', fullSpeedPerDay: '2 GB' } });
  assert.ok(unlimited.ok);
  assert.deepEqual(
    [unlimited.plan.allowance.model, unlimited.plan.allowance.fullSpeedBytesPerDay],
    ['unlimited', 2e9],
  );
});

test('an override ends with its last day, and touches no other plan', () => {
  const plain = normaliseDraft();
  assert.deepEqual(read({ hide: true, until: '2026-11-09' }), plain);
  assert.deepEqual(read({ hide: true, plan: 'other' }), plain);
  assert.deepEqual(read({ hide: true, provider: 'other' }), plain);
  const { active, ended } = createOverrides([entry({}), entry({ until: '2026-11-10T11:00Z' })], [], NOW);
  assert.deepEqual([active.length, ended.length], [1, 1]);
});

const HIDDEN = { provider: 'shop', plan: 'tr-10gb-30d', reason: 'wrong price', at: 0 };
const withHidden = (plan: string | null) => createOverrides([], [{ ...HIDDEN, plan }], NOW);

test('a plan that esim hide hides is a rejected row with its reason, and other plans stay', () => {
  const { correct, hides } = withHidden('tr-10gb-30d');
  const hidden = normaliseDraft({}, { correct });
  assert.ok(!hidden.ok);
  assert.deepEqual([hidden.reason, hidden.detail], ['hidden', 'hidden with esim hide: wrong price']);
  assert.ok(normaliseDraft({ externalId: 'other' }, { correct }).ok);
  assert.deepEqual([hides('shop', 'tr-10gb-30d'), hides('shop', 'other')], [true, false]);
  assert.ok(!hides('elsewhere', 'tr-10gb-30d'));
});

test('the rows of a hidden provider are read as usual, and each of its plans is hidden', () => {
  const { correct, hides } = withHidden(null);
  assert.ok(normaliseDraft({}, { correct }).ok);
  assert.deepEqual([hides('shop', 'any-plan'), hides('other', 'any-plan')], [true, false]);
});

test('an override of the file hides its plan only if it says so', () => {
  const hidesWith = (change: Partial<OverrideEntry>) =>
    createOverrides([entry(change)], [], NOW).hides('shop', 'tr-10gb-30d');
  assert.deepEqual([hidesWith({ hide: true }), hidesWith({ set: { days: 7 } })], [true, false]);
});

test('an override that matches no plan is known after the rows were read', () => {
  const [used, unused] = [entry({ set: { days: 7 } }), entry({ plan: 'misspelt', hide: true })];
  const { correct, unmatched } = createOverrides([used, unused], [], NOW);
  assert.deepEqual(unmatched(), [used, unused]);
  normaliseDraft({}, { correct });
  assert.deepEqual(unmatched(), [unused]);
});

test('an override ends at the moment that it names', () => {
  const endsAt = (until: string) => createOverrides([entry({ until })], [], NOW).ended.length === 1;
  assert.deepEqual(
    [endsAt('2026-11-10T12:00:00Z'), endsAt('2026-11-10T12:00:01Z'), endsAt('2026-11-09')],
    [true, false, true],
  );
});

test('an amount that is set for a week or a month renews, and a plain amount does not', () => {
  const allowanceWith = (data: string) => {
    const set = read({ set: { data, days: 90 } });
    assert.ok(set.ok);
    const { model, bytes, periodDays } = set.plan.allowance;
    return [model, bytes, periodDays];
  };
  assert.deepEqual(allowanceWith('2 GB/week'), ['total', 2e9, 7]);
  assert.deepEqual(allowanceWith('2 GB/month'), ['total', 2e9, 30]);
  assert.deepEqual(allowanceWith('2 GB'), ['total', 2e9, null]);
});

test('a price that is set replaces all prices of the row, promotions included', () => {
  const row = { prices: { USD: '14.00', EUR: '12.00' }, promoPrices: { USD: '9.00' } };
  const set = normaliseDraft(row, {
    correct: createOverrides([entry({ set: { price: { amount: '11.00', currency: 'USD' } } })], [], NOW)
      .correct,
  });
  assert.ok(set.ok);
  assert.deepEqual([set.plan.price.usdCents, set.plan.price.promoUsdCents], [1100, null]);
  const other = normaliseDraft(row, {
    correct: createOverrides([entry({ set: { days: 7 } })], [], NOW).correct,
  });
  assert.ok(other.ok);
  assert.deepEqual([other.plan.price.usdCents, other.plan.price.promoUsdCents], [1400, 900]);
});
