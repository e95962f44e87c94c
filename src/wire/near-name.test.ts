import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearName } from './near-name.ts';
import { PlansQuery } from './schemas/query.ts';

const KNOWN = Object.keys(PlansQuery.properties);

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
