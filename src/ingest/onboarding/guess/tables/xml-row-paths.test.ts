import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessRowPaths } from './xml-row-paths.ts';

const pathsIn = (text: string) =>
  guessRowPaths({ number: 1, body: Buffer.from(text) }).map((path) => path.join('.'));

test('the elements with the most different fields may be the rows, and not the root', () => {
  const plans = '<plan sku="a"><data>1 GB</data><price currency="USD" of="a">5</price></plan>'.repeat(2);
  const metadata = '<name/><link/><logo/><owner/>';
  assert.deepEqual(pathsIn(`<shop>${metadata}<plans>${plans}</plans></shop>`), [
    'shop.plans.plan',
    'shop.plans.plan.price',
  ]);
});

test('the root is the row if no other element has several fields', () => {
  assert.deepEqual(pathsIn('<plan sku="a"><price>5</price></plan>'), ['plan']);
  assert.deepEqual(pathsIn('<shop><plan>1 GB</plan></shop>'), []);
});

test('an element with a dot in its name is no row, because no path can name it', () => {
  assert.deepEqual(
    pathsIn('<shop><plan.v1 sku="a"><data/><price/></plan.v1><plan sku="b" data=""/></shop>'),
    ['shop.plan'],
  );
});

test('a document that is nested too deeply for a feed is refused before its paths fill the memory', () => {
  const nested = (levels: number) => `${'<a>'.repeat(levels)}<b/><c/>`;
  assert.deepEqual(pathsIn(nested(31)), [Array(31).fill('a').join('.')]);
  assert.throws(() => pathsIn(nested(32)), { name: 'FeedError', message: /nested too deeply/ });
  assert.throws(() => pathsIn('<a>'.repeat(300_000)), { name: 'FeedError' });
});
