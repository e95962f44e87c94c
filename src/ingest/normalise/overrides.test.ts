import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverrideEntry } from '../config/schema.ts';
import { NOW, normalised } from '../testing/plans.ts';
import { createOverrides } from './overrides.ts';

const entry = (change: Partial<OverrideEntry>): OverrideEntry => ({
  provider: 'shop',
  plan: 'tr-10gb-30d',
  reason: 'the shop says otherwise',
  until: '2026-11-10',
  ...change,
});
const read = (change: Partial<OverrideEntry>) =>
  normalised({}, { correct: createOverrides([entry(change)], [], NOW).correct });

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
  const plain = normalised();
  assert.deepEqual(read({ hide: true, until: '2026-11-09' }), plain);
  assert.deepEqual(read({ hide: true, plan: 'other' }), plain);
  assert.deepEqual(read({ hide: true, provider: 'other' }), plain);
  const { active, ended } = createOverrides([entry({}), entry({ until: '2026-11-10T11:00Z' })], [], NOW);
  assert.deepEqual([active.length, ended.length], [1, 1]);
});
