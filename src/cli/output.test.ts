import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, duration, moment, plural, until } from './output.ts';

test('a duration has the largest unit that fits, and is rounded down', () => {
  const hour = 3_600_000;
  assert.deepEqual([0, 59_999, 60_000, hour, 47 * hour, 48 * hour].map(duration), [
    '0 s',
    '59 s',
    '1 min',
    '1 h',
    '47 h',
    '2 d',
  ]);
});

test('a time is shown as its distance from now, or as a date to the minute', () => {
  assert.equal(ago(0, 500), 'now');
  assert.equal(until(3_600_000, 0), 'in 1 h');
  assert.equal(until(0, 0), 'due');
  assert.equal(moment(Date.UTC(2026, 0, 2, 3, 4, 5)), '2026-01-02 03:04Z');
});

test('a count has its noun in the singular or the plural, and a comma after thousands', () => {
  assert.equal(plural(1, 'row'), '1 row');
  assert.equal(plural(1_200, 'row'), '1,200 rows');
});
