import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRunAt } from './record.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 360 * MINUTE_MS;

/** `random` spreads the wait by a tenth: 0 is the shortest, 0.5 the usual and 1 the longest wait. */
const waitAfter = (failures: number, random: number, retryAfterMs: number | null = null) =>
  nextRunAt(0, EVERY_MS, failures, retryAfterMs, () => random);

test('a good source is read again after its interval, give or take a tenth', () => {
  assert.equal(waitAfter(0, 0), 324 * MINUTE_MS);
  assert.equal(waitAfter(0, 1), 396 * MINUTE_MS);
});

test('a failed source is tried after five minutes, then twice as late each time, up to its interval', () => {
  assert.equal(waitAfter(1, 0.5), 5 * MINUTE_MS);
  assert.equal(waitAfter(3, 0.5), 20 * MINUTE_MS);
  assert.equal(waitAfter(50, 0.5), EVERY_MS);
});

test('a feed may ask for a longer wait than its interval', () => {
  assert.equal(waitAfter(1, 0.5, 4 * EVERY_MS), 4 * EVERY_MS);
});
