import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variantDays } from './variants.ts';

test('other lengths are a day less, a day more and the usual ones from half to twice, at most seven', () => {
  assert.deepEqual(variantDays(1), [1, 2]);
  assert.deepEqual(variantDays(7), [5, 6, 7, 8, 10, 14]);
  assert.deepEqual(variantDays(10), [5, 7, 9, 10, 11, 14, 15]);
  assert.deepEqual(variantDays(30), [15, 20, 21, 29, 30, 31, 45]);
  assert.deepEqual(variantDays(90), [45, 60, 89, 90]);
  assert.deepEqual(variantDays(17), [14, 15, 16, 17, 18, 20, 21], 'the seven nearest');
  assert.deepEqual(variantDays(25), [15, 20, 21, 24, 25, 26, 30]);
});
