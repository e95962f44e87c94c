import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from './median.ts';

test('the median is the middle value, or the lower one of two', () => {
  assert.equal(median([]), null);
  assert.equal(median([5]), 5);
  assert.equal(median([0]), 0);
  assert.equal(median([10, 9]), 9);
  assert.equal(median([10, 2, 9]), 9);
  assert.equal(median([100, 20, 3, 1]), 3);
});
