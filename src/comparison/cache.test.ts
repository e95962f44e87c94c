import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache, Entry, Representation } from './cache.ts';

const clock = () => 0;
const entryOf = (bytes: number) => new Entry('a'.repeat(bytes), 900_000, 900_000);

test('what was derived from an answer counts: pages in every language push out the oldest answers, never more is held', () => {
  const cache = new AnswerCache(10_000, clock, clock);
  for (const key of ['one', 'two', 'three']) cache.put(key, entryOf(1_000));
  assert.equal(cache.size, 3);
  for (const language of ['en', 'de', 'es', 'tr'])
    cache.get('three')?.derive(`page ${language}`, () => new Representation('b'.repeat(2_000)));
  // 1,000 and four pages of 2,000 with their compressed forms are more than all may take.
  assert.ok(cache.get('three') !== null);
  assert.equal(cache.size, 1);
  assert.equal(cache.get('one'), null);
});

test('an answer that is dropped or replaced takes its weight along', () => {
  const cache = new AnswerCache(3_000, clock, clock);
  for (let round = 0; round < 100; round += 1) {
    cache.put('same', entryOf(1_000));
    cache.get('same')?.derive('page', () => new Representation('b'.repeat(1_000)));
  }
  cache.put('other', entryOf(500));
  assert.equal(cache.size, 2);
});
