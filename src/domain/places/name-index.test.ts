import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from '../edit-distance.ts';
import { inSteps } from '../in-steps.ts';
import { FOUND_MAX, NameIndex } from './name-index.ts';

interface Named {
  readonly key: string;
}

const named = (keys: readonly string[]): Named[] => keys.map((key) => ({ key }));
/** `correctable`: the names that spelling is corrected to. */
const createIndex = (names: readonly string[], correctable: readonly string[] = []) =>
  inSteps(() => NameIndex.create(named(names), named(correctable)))();
const sortedKeys = (names: readonly Named[]): string[] => names.map(({ key }) => key).toSorted();

/** Few letters of two scripts, so that many names have common beginnings, words and letters. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'я'), minLength: 1, maxLength: 3 });
const key = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const keys = fc.array(key, { maxLength: 30 });

test('names are found by their key and by their beginning', () => {
  fc.assert(
    fc.property(keys, key, (all, wanted) => {
      const index = createIndex(all);
      assert.deepEqual(
        sortedKeys(index.named(wanted)),
        all.filter((one) => one === wanted),
      );
      assert.deepEqual(
        sortedKeys(index.beginning(wanted)),
        all.filter((one) => one.startsWith(wanted)).toSorted(),
      );
    }),
  );
});

test('names are found by a word after the first, by its beginning, or by several words', () => {
  fc.assert(
    fc.property(keys, key, (all, wanted) => {
      const index = createIndex(all);
      assert.deepEqual(
        sortedKeys(index.withWord(wanted)),
        all.filter((one) => one.includes(` ${wanted}`)).toSorted(),
      );
    }),
  );
});

test('a name is found once by a word that it has several times', () => {
  const index = createIndex(['baden baden baden', 'wiesbaden']);
  assert.deepEqual(sortedKeys(index.withWord('baden')), ['baden baden baden']);
  assert.deepEqual(sortedKeys(index.withWord('bad')), ['baden baden baden']);
});

test('a word is found in all names that have it after their first word', () => {
  const index = createIndex(['new york', 'north york', 'york']);
  assert.deepEqual(sortedKeys(index.withWord('york')), ['new york', 'north york']);
});

test('similar names of the same script are found with the number of wrong letters, unless two letters are strange', () => {
  fc.assert(
    fc.property(keys, key, fc.constantFrom(0, 1, 2), (all, wanted, max) => {
      const index = createIndex([], all);
      // The index takes the script of a name from its first letter.
      const isSameScript = (one: string) => (one[0] === 'я') === (wanted[0] === 'я');
      const strangeLetters = (one: string) => new Set(wanted).difference(new Set(one)).size;
      const isSimilar = (one: string) =>
        isSameScript(one) && strangeLetters(one) <= 1 && editDistance(one, wanted, max) <= max;
      assert.deepEqual(
        index
          .similar(wanted, max)
          .map(({ name, edits }) => `${name.key}: ${edits}`)
          .toSorted(),
        all
          .filter(isSimilar)
          .map((one) => `${one}: ${editDistance(one, wanted, max)}`)
          .toSorted(),
      );
    }),
  );
});

test('a look-up stops at the maximum of names', () => {
  const index = createIndex(Array.from({ length: 2 * FOUND_MAX }, (_, at) => `a b${at}`));
  assert.equal(index.beginning('a').length, FOUND_MAX);
  assert.equal(index.withWord('b').length, FOUND_MAX);
  assert.equal(index.named('a b7').length, 1);
});
