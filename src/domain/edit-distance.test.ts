import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

/** Follows the definition directly, without a table. */
function slowEditDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a[0] === b[0] ? 0 : 1;
  const ways = [
    slowEditDistance(a.slice(1), b.slice(1)) + same,
    slowEditDistance(a.slice(1), b) + 1,
    slowEditDistance(a, b.slice(1)) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(slowEditDistance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

test('the edit distance agrees with its definition up to the given maximum', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
      assert.equal(editDistance(a, b, max), Math.min(slowEditDistance(a, b), max + 1));
    }),
    { numRuns: 300 },
  );
});

test('two letters that are swapped are one edit, and no letter is edited twice', () => {
  for (const [a, b, edits] of [
    ['thialand', 'thailand', 1],
    ['ab', 'ba', 1],
    ['abcd', 'badc', 2],
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ] as const) {
    assert.equal(editDistance(a, b, 4), edits, `${a} and ${b}`);
    assert.equal(editDistance(b, a, 4), edits, `${b} and ${a}`);
  }
});
