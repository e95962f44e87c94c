import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPhoneQuery, readPlaceQuery } from './search-query.ts';

test('a query of 1 to 60 characters in any script is accepted, and none means all destinations', () => {
  assert.deepEqual(readPlaceQuery(''), { query: null, faults: [], unknown: [] });
  assert.deepEqual(readPlaceQuery('other=1'), { query: null, faults: [], unknown: ['other'] });
  for (const text of ['x', 'Bali', '日本', '🇯🇵'.repeat(30), 'آمریکا', 'x'.repeat(60)])
    assert.deepEqual(
      readPlaceQuery(`query=${encodeURIComponent(text)}`),
      { query: text, faults: [], unknown: [] },
      text,
    );
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

test('the query of the phone check is required once', () => {
  const codeOf = (query: string) => {
    const { query: phone, faults } = readPhoneQuery(query);
    return phone ?? faults.map(({ parameter, code }) => `${parameter} ${code}`)[0];
  };
  assert.equal(codeOf('query=iPhone%2013&x=1'), 'iPhone 13');
  assert.equal(codeOf(''), 'query missing');
  assert.equal(codeOf('query='), 'query empty');
  assert.equal(codeOf('query=a'), 'query out_of_range');
  assert.equal(codeOf('query=ab&query=cd'), 'query repeated');
  assert.equal(codeOf('query=ab%00'), 'query malformed');
});

test('a parameter that is nearly called query is a fault that states the name, and others are ignored', () => {
  for (const read of [readPlaceQuery, readPhoneQuery])
    for (const name of ['Query', 'query[]', 'quer', 'queri', 'q', 'search', 'name']) {
      const { query, faults } = read(`${encodeURIComponent(name)}=iPhone`);
      assert.equal(query, null);
      assert.deepEqual(faults, [
        {
          parameter: name,
          code: 'unknown_name',
          message: `"${name}" is not a parameter: did you mean query?`,
        },
      ]);
    }
  assert.equal(readPlaceQuery('query=Bali&Query=x').faults[0]?.code, 'unknown_name');
});
