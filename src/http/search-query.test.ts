import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlaceQuery } from './place-query.ts';

test('a query of 1 to 60 characters in any script is accepted, and none means all destinations', () => {
  assert.deepEqual(readPlaceQuery(''), { query: null, faults: [] });
  assert.deepEqual(readPlaceQuery('other=1'), { query: null, faults: [] });
  for (const text of ['x', 'Bali', '日本', '🇯🇵'.repeat(30), 'آمریکا', 'x'.repeat(60)])
    assert.deepEqual(readPlaceQuery(`query=${encodeURIComponent(text)}`), { query: text, faults: [] }, text);
  assert.equal(readPlaceQuery('query=+Rome+Italy+').query, 'Rome Italy');
});

test('an empty, repeated, long or malformed query is a fault', () => {
  for (const [search, code] of [
    ['query=', 'empty'],
    ['query=%20', 'empty'],
    ['query=a&query=b', 'repeated'],
    ['query=a&query=a', 'repeated'],
    [`query=${'x'.repeat(61)}`, 'out_of_range'],
    ['query=%00', 'malformed'],
    ['query=Ja%0Apan', 'malformed'],
    ['query=%FF%FE', 'malformed'],
  ] as const) {
    const { query, faults } = readPlaceQuery(search);
    assert.equal(query, null, search);
    assert.deepEqual(
      faults.map((fault) => [fault.parameter, fault.code]),
      [['query', code]],
      search,
    );
  }
});
