import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDestination } from './search.ts';

test('a cruise or a ship is recognised in many languages', () => {
  for (const text of [
    'a cruise',
    'Cruise ship',
    'MSC Kreuzfahrt',
    'crucero',
    'gemi turu',
    'croisière',
    'круиз',
  ])
    assert.equal(readDestination(text).kind, 'at_sea', text);
  for (const text of ['クルーズ船', '邮轮', '크루즈', 'Greece cruise', 'क्रूज'])
    assert.equal(readDestination(text).kind, 'at_sea', text);
});

test('a place whose name contains a word for a ship is the place', () => {
  for (const [text, code] of [
    ['Santa Cruz de Tenerife', 'ES'],
    ['Cruise, Greece', 'GR'],
  ] as const) {
    const read = readDestination(text);
    assert.equal(read.kind === 'found' && read.country.code, code, text);
  }
  for (const text of ['Cruz', 'Shipley', 'Rejsen'])
    assert.notEqual(readDestination(text).kind, 'at_sea', text);
});
