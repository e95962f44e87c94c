import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inOrder } from './orders.ts';

test('plans come in the order that sorting would give them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), (numbers) => {
      const given = [...numbers];
      assert.deepEqual(
        [...inOrder(numbers, (a, b) => a - b)],
        given.toSorted((a, b) => a - b),
      );
      assert.deepEqual(numbers, given);
    }),
  );
});

test('the first twenty of ten thousand are found without sorting the rest', () => {
  const count = 10_000;
  // A prime step meets every number once.
  const shuffled = Array.from({ length: count }, (_, at) => (at * 7_919) % count);
  let comparisons = 0;
  const compare = (a: number, b: number) => {
    comparisons += 1;
    return a - b;
  };
  const first = inOrder(shuffled, compare).take(20).toArray();
  assert.deepEqual(
    first,
    Array.from({ length: 20 }, (_, at) => at),
  );
  // Sorting takes about twelve for each.
  assert.ok(comparisons < 3 * count, `${comparisons} comparisons`);
});
