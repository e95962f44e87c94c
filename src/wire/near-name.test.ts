import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspelledNames, nearName } from './near-name.ts';
import { parametersOf, TRIP_PARAMETERS } from './parameters/table.ts';

const KNOWN = parametersOf(TRIP_PARAMETERS, 'query').map(([name]) => name);

test('a name that is nearly a known one is recognised', () => {
  for (const [given, meant] of [
    ['Country', 'country'],
    ['COUNTRY', 'country'],
    ['county', 'country'],
    ['countryy', 'country'],
    ['require[]', 'require'],
    ['requires', 'require'],
    ['maxUsd', 'max_usd'],
    ['maxusd', 'max_usd'],
    ['max-usd', 'max_usd'],
    ['_max_usd', 'max_usd'],
    ['avoidExits', 'avoid_exits'],
    ['avoid_exit', 'avoid_exits'],
    ['dataGB', 'data_gb'],
    ['day', 'days'],
    ['dayz', 'days'],
    ['travelers', 'travellers'],
    ['traveller', 'travellers'],
    ['limits', 'limit'],
  ] as const)
    assert.equal(nearName(given, KNOWN), meant, given);
});

test('a name that is not nearly a known one is not corrected', () => {
  for (const given of [
    'utm_source',
    'fbclid',
    'gclid',
    'countries',
    'price',
    'currency',
    'data',
    'page',
    '',
    '[]',
  ])
    assert.equal(nearName(given, KNOWN), null, given);
});

test('at most ten misspelled names are reported', () => {
  const names = Array.from({ length: 11 }, (_, count) => `${'_'.repeat(count + 1)}days`);
  assert.deepEqual([...misspelledNames(names, KNOWN).keys()], names.slice(0, 10));
});

test('the number of names that are compared is bounded, and the names after them are ignored', () => {
  let read = 0;
  function* names(): Generator<string> {
    for (; read < 2_000; read += 1) yield `a${read}`;
    yield 'Country';
  }
  assert.equal(misspelledNames(names(), KNOWN).size, 0);
  assert.ok(read < 100, `${read} names were compared`);
});

test('a long name is never compared', () => {
  // Without underscores it would be a known name.
  const long = `d${'_'.repeat(60_000)}ays`;
  assert.deepEqual([...misspelledNames([long, 'dayz'], KNOWN)], [['dayz', 'days']]);
});
