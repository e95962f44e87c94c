import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessRowPath } from './xml-row-path.ts';

const pathIn = (text: string) => guessRowPath({ number: 1, body: Buffer.from(text) });

test('the element with the most different fields is the row', () => {
  const plans = '<plan sku="a"><data>1 GB</data><price>5</price></plan>'.repeat(2);
  assert.equal(pathIn(`<shop><name>Cedar</name><plans>${plans}</plans></shop>`), 'shop.plans.plan');
  assert.equal(pathIn('<shop><plan>1 GB</plan></shop>'), null);
});

test('a document that is nested too deeply for a feed is refused before its paths fill the memory', () => {
  const nested = (levels: number) => `${'<a>'.repeat(levels)}<b/><c/>`;
  assert.equal(pathIn(nested(31)), Array(31).fill('a').join('.'));
  assert.throws(() => pathIn(nested(32)), { name: 'FeedError', message: /nested too deeply/ });
  assert.throws(() => pathIn('<a>'.repeat(300_000)), { name: 'FeedError' });
});
