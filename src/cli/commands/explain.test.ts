import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf } from '../../domain/ranking/fit.ts';
import { demandOf } from '../../domain/ranking/need.ts';
import { aListing, COUNTRY, type ListingParts } from '../../domain/testing/builders.ts';
import type { Trip } from '../../domain/trip.ts';
import { fitLines } from './explain.ts';

/** Needs 1 GB a day, so 7 GB. */
const TRIP: Trip = { country: COUNTRY, days: 7, need: 'normal' };
const linesOf = (parts: ListingParts) => fitLines(fitOf(aListing(parts).plan, demandOf(TRIP)), TRIP);

test('a shortage is rounded up, so that 3 MB are not printed as 0', () => {
  // A plan for new customers can be bought only once, so a second copy does not close the gap.
  assert.deepEqual(linesOf({ megabytes: 6_997, facts: { newCustomersOnly: true } }), [
    'does not meet the need: 0.01 GB short',
    '7 GB at full speed over the trip, one copy',
  ]);
});

test('a plan with enough data is called too slow or is said to meet the need, but not short of data', () => {
  assert.deepEqual(linesOf({ megabytes: 50_000, allowance: { maxKbps: 512 } }), [
    'does not meet the need: too slow for this need',
    '50 GB at full speed over the trip, one copy',
  ]);
  assert.deepEqual(linesOf({ megabytes: 50_000, days: 30 })[0], 'meets the need');
});
