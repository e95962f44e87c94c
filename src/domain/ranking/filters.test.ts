import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { type Filters, NO_FILTERS, type Requirement } from '../trip.ts';
import { rank } from './rank.ts';

/** Whether a plan passes a requirement, is stated not to have it, or does not state it. */
function outcome(requirement: Requirement, parts: ListingParts): 'passes' | 'no' | 'unknown' {
  const { considered, cheapest } = rank(
    destinationOf([aListing(parts)]),
    { country: COUNTRY, days: 7, need: 'normal' },
    NOW,
    { ...NO_FILTERS, require: [requirement] },
  );
  if (cheapest.length > 0) return 'passes';
  return considered.leftOutByRequire.no > 0 ? 'no' : 'unknown';
}

test('a plan passes a requirement if it states it, and not if it states nothing', () => {
  for (const [requirement, passes, no, unknown] of [
    ['hotspot', { facts: { hotspot: true } }, { facts: { hotspot: false } }, {}],
    ['top_up', { facts: { topUp: true } }, { facts: { topUp: false } }, {}],
    ['phone_number', { facts: { phoneNumber: true } }, { facts: { phoneNumber: false } }, {}],
    ['no_identity_check', { facts: { identityCheck: false } }, { facts: { identityCheck: true } }, {}],
    ['5g', { coverage: { generation: '5G' } }, {}, { coverage: { generation: null } }],
    ['local_exit', { coverage: { breakout: 'local' } }, {}, { coverage: { breakout: 'unknown' } }],
    [
      'uncapped',
      { allowance: { model: 'unlimited', uncapped: true } },
      { allowance: { model: 'unlimited', uncapped: false } },
      { allowance: { model: 'unlimited' } },
    ],
  ] as const) {
    assert.equal(outcome(requirement, passes), 'passes', requirement);
    assert.equal(outcome(requirement, no), 'no', requirement);
    assert.equal(outcome(requirement, unknown), 'unknown', requirement);
  }
});

test('an amount of data is a cap, as a whole or at full speed', () => {
  assert.equal(outcome('uncapped', { megabytes: 10_000 }), 'no');
  assert.equal(outcome('uncapped', { allowance: { model: 'unlimited' }, fullSpeedMbPerDay: 5_000 }), 'no');
});

test('whether one purchase is enough is always known', () => {
  assert.equal(outcome('one_purchase', { megabytes: 10_000 }), 'passes');
  // The trip needs more than one copy of 4 GB.
  assert.equal(outcome('one_purchase', { megabytes: 4_000 }), 'no');
});

test('providers keeps the plans of these providers, avoid_providers removes them, and each counts by itself', () => {
  const destination = destinationOf([
    aListing({ id: 'a', provider: 'alder' }),
    aListing({ id: 'b', provider: 'birch' }),
    aListing({ id: 'c', provider: 'birch', facts: { hotspot: true } }),
  ]);
  const ranked = (filters: Partial<Filters>) => {
    const trip = { country: COUNTRY, days: 7, need: 'normal' } as const;
    const { considered, cheapest } = rank(destination, trip, NOW, { ...NO_FILTERS, ...filters });
    const { leftOutByProviders, leftOutByAvoidProviders } = considered;
    const ids = cheapest.map(({ entry }) => entry.plan.id).sort();
    return [ids.join(' '), leftOutByProviders, leftOutByAvoidProviders];
  };
  assert.deepEqual(ranked({ providers: ['alder'] }), ['a', 2, 0]);
  assert.deepEqual(ranked({ providers: ['alder', 'birch', 'none'] })[1], 0);
  assert.deepEqual(ranked({ avoidProviders: ['alder'], require: ['hotspot'] }), ['c', 0, 1]);
  assert.deepEqual(ranked({ providers: ['alder'], avoidProviders: ['alder'] }), ['', 2, 1]);
});
