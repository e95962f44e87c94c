import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatMapInSteps, inSteps } from './in-steps.ts';

test('a value is created in steps, and its first use does the steps that are left', () => {
  const mapped: number[] = [];
  const value = inSteps(() =>
    flatMapInSteps([1, 2, 3], (element) => {
      mapped.push(element);
      return [element, -element];
    }),
  );
  assert.deepEqual(mapped, [], 'nothing happens before the first step');
  assert.equal(value.next(), true);
  assert.deepEqual(mapped, [1]);
  assert.deepEqual(value(), [1, -1, 2, -2, 3, -3]);
  assert.equal(value.next(), false);
  assert.equal(value(), value(), 'the value is created once');
  assert.deepEqual(mapped, [1, 2, 3]);
});

test('a value may be undefined', () => {
  let created = 0;
  const value = inSteps(function* () {
    created += 1;
    yield;
  });
  assert.equal(value(), undefined);
  assert.equal(value(), undefined);
  assert.equal(created, 1);
});
