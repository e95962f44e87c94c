import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledLink, TO_MARK, VIA_MARK } from './tracking-link.ts';

test('a click puts its interface and its destination in every place that has a mark', () => {
  const link = `https://shop.example/${TO_MARK}?from=${VIA_MARK}&country=${TO_MARK}`;
  assert.equal(filledLink(link, 'page', 'tr'), 'https://shop.example/tr?from=page&country=tr');
  assert.equal(filledLink(link, 'mcp', null), 'https://shop.example/xx?from=mcp&country=xx');
});
