import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../texts/texts.ts';
import { nameForMonogram, sellerLabel } from './seller-name.ts';

test('what a marketplace writes for a seller without a name is not shown as a brand', () => {
  for (const name of [
    'generic',
    'Generic',
    'No Brand',
    'no-name',
    'unbranded',
    'N/A',
    'ノーブランド品',
    '-',
  ]) {
    assert.equal(sellerLabel({ name }, ENGLISH), 'Unnamed seller', name);
    assert.equal(nameForMonogram(name), '', name);
  }
});

test('a name that only contains such a word stays', () => {
  for (const name of ['Generic Mobile', 'Unknown Lands Travel', 'None Such', '旅の電波本舗']) {
    assert.equal(sellerLabel({ name }, ENGLISH), name);
    assert.equal(nameForMonogram(name), name);
  }
});
