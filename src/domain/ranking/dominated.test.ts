import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { rank } from './rank.ts';

const GB = 1_000_000_000;

/** Whether a cheaper plan of the same provider removes another one. */
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
