import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainPair } from '../../domain/explanation.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../../domain/testing/builders.ts';
import { destinationOf } from '../../domain/testing/destination.ts';
import type { Trip } from '../../domain/trip.ts';
import { printPair } from './explain-pair.ts';

/** Needs 1 GB a day, so 7 GB. */
const TRIP: Trip = { country: COUNTRY, days: 7, need: 'normal' };

/** What `esim explain` prints about two plans of different brands. */
function printed(first: ListingParts, second: ListingParts): string {
  const { plan: a } = aListing({ id: 'a', provider: 'a', ...first });
  const { plan: b } = aListing({ id: 'b', provider: 'b', ...second });
  const market = [a, b].map((plan) => ({ plan, observedAt: NOW }));
  const pair = explainPair(destinationOf(market), [a, b], TRIP, NOW) ?? assert.fail('not comparable');
  const parts: string[] = [];
  printPair({ write: (part) => parts.push(part), columns: null, colour: false }, ['a', 'b'], '', pair);
  return parts.join('');
}

test('one purchase is not called "1 purchases"', () => {
  // Two copies of 5 GB cost as much as one plan of 10 GB.
  assert.match(
    printed({ cents: 1_000, megabytes: 10_000 }, { cents: 500, megabytes: 5_000 }),
    /it needs 1 purchase instead of 2$/m,
  );
});

test('a difference that rounding hides is not printed as two equal numbers', () => {
  // Both can be bought only once: 3.5 GB of 7 GB are missing, or a little less.
  const newOnly = { facts: { newCustomersOnly: true } };
  assert.match(
    printed({ megabytes: 3_500, ...newOnly }, { megabytes: 3_510, ...newOnly }),
    /b \(1\) ranks above a \(2\): it misses less of the trip \(both about 50%;/,
  );
  assert.match(
    printed({ megabytes: 3_500, ...newOnly }, { megabytes: 5_250, ...newOnly }),
    /it misses less of the trip \(25% instead of 50%;/,
  );
  assert.match(
    printed({ megabytes: 10_000 }, { megabytes: 9_999 }),
    /it has more full-speed data \(both about 10 GB\)$/m,
  );
});

test('data that is not stated is not printed as an amount', () => {
  const unstated = { allowance: { model: 'unlimited', bytes: null, uncapped: null } } as const;
  assert.match(
    printed({ megabytes: 10_000 }, unstated),
    /it has more full-speed data \(10 GB instead of an unstated amount\)$/m,
  );
});
