import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coupon } from '../coupon.ts';
import { aCoupon, aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { rank } from './rank.ts';

const GB = 1_000_000_000;

/** Whether a plan at 900 removes another one of the same provider, which costs 1,000. */
function isRemoved(other: ListingParts, cheaper: ListingParts): boolean {
  const all = [aListing({ ...other, id: 'other' }), aListing({ ...cheaper, id: 'cheaper', cents: 900 })];
  const { cheapest } = rank(destinationOf(all), { country: COUNTRY, days: 7, need: 'normal' }, NOW);
  return !cheapest.some(({ entry }) => entry.plan.id === 'other');
}

const hotspot = (allowed: boolean | null, hotspotBytes: number | null = null): ListingParts => ({
  facts: { hotspot: allowed },
  extras: { hotspotBytes },
});

test('a cheaper plan with a lower cap of its hotspot does not remove another one', () => {
  assert.equal(isRemoved(hotspot(true, 5 * GB), hotspot(true, 1 * GB)), false);
  assert.equal(isRemoved(hotspot(true, 5 * GB), hotspot(true, 5 * GB)), true);
  assert.equal(isRemoved(hotspot(true, 5 * GB), hotspot(true, 6 * GB)), true);
});

test('a hotspot without a stated cap is better than one with a cap', () => {
  assert.equal(isRemoved(hotspot(true), hotspot(true, 50 * GB)), false);
  assert.equal(isRemoved(hotspot(true, 50 * GB), hotspot(true)), true);
});

test('the cap counts only if the hotspot is stated to be allowed', () => {
  assert.equal(isRemoved(hotspot(null, 5 * GB), hotspot(null, 1 * GB)), true);
  assert.equal(isRemoved(hotspot(false), hotspot(true, 1 * GB)), true);
});

/** The plans of one provider that are listed for seven days. */
function listed(all: readonly ListingParts[], coupons: readonly Coupon[] = []): string[] {
  const listings = all.map((parts, at) => aListing({ id: `p${at}`, ...parts }));
  const { cheapest } = rank(
    destinationOf(listings, coupons),
    { country: COUNTRY, days: 7, need: 'normal' },
    NOW,
  );
  return cheapest.map(({ entry }) => entry.plan.id);
}

test('of equal plans, the one named after the whole country stays, then the one with the lower id', () => {
  const country = { named: [{ country: COUNTRY, part: null }] };
  assert.deepEqual(listed([{}, {}]), ['p0']);
  assert.deepEqual(listed([{}, country]), ['p1']);
  assert.deepEqual(listed([country, country]), ['p0']);
});

test('a plan with a lower price by its coupon removes one without, although a coupon is a drawback', () => {
  // The coupon takes 10% off, so the second plan costs 900.
  assert.deepEqual(listed([{ cents: 950 }, { cents: 1_000 }], [aCoupon({ plans: ['p1'] })]), ['p1']);
  assert.deepEqual(listed([{ cents: 899 }, { cents: 1_000 }], [aCoupon({ plans: ['p1'] })]), ['p0']);
});

test('a plan that needs fewer purchases removes one with more data', () => {
  assert.deepEqual(
    listed([{ megabytes: 9_000 }, { megabytes: 6_000, cents: 500 }]),
    ['p0'],
    'two copies have 12 GB and also cost 1,000',
  );
  assert.deepEqual(
    listed([{ megabytes: 9_000 }, { megabytes: 10_000, cents: 1_001 }]),
    ['p0', 'p1'],
    'one copy with more data stays',
  );
});
