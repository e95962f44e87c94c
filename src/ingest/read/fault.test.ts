import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs, retryAfterMs } from './fault.ts';

test('Retry-After is read as seconds or as a date', () => {
  const after = (text: string) =>
    retryAfterMs({ headers: { 'retry-after': text } }, Date.parse('2026-11-10T12:00:00Z'));
  assert.equal(after('30'), 30_000);
  assert.equal(after('Tue, 10 Nov 2026 12:01:00 GMT'), 60_000);
  assert.equal(after('Tue, 10 Nov 2026 11:00:00 GMT'), 0);
  assert.equal(after('soon'), null);
  assert.equal(after('-5'), null);
  assert.equal(retryAfterMs({ headers: {} }, 0), null);
});

test('the wait doubles with each attempt, and is between half of that and all of it', () => {
  assert.deepEqual(
    [1, 2, 3].map((n) => backoffMs(n, () => 1)),
    [1000, 2000, 4000],
  );
  assert.deepEqual(
    [1, 2, 3].map((n) => backoffMs(n, () => 0)),
    [500, 1000, 2000],
  );
});
