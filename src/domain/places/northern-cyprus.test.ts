import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNorthernCyprus } from './northern-cyprus.ts';

test('Northern Cyprus is recognised by its names and towns, and not in the names of other countries', () => {
  for (const text of ['Northern Cyprus', 'TRNC', 'KKTC', 'Kuzey Kıbrıs', 'Nordzypern', 'Kyrenia', 'Girne']) {
    assert.ok(isNorthernCyprus(text), text);
  }
  for (const text of ['NN', 'CY-NC', 'Turkish Cyprus', 'Chipre del Norte', '北キプロス', 'Gazimağusa'])
    assert.ok(isNorthernCyprus(text), text);
  for (const text of ['NN Japan', 'Cyprus', 'Zypern', 'Cyprus North America', 'Kıbrıs Kuzey Afrika'])
    assert.ok(!isNorthernCyprus(text), text);
  for (const text of ['North Cyprus', 'Cyprus (North)', 'Northern part of Cyprus', "Kuzey Kıbrıs'ta"])
    assert.ok(isNorthernCyprus(text), text);
  for (const text of ['Cyprus & North Macedonia', 'North Macedonia, Cyprus', 'Kıbrıs, Kuzey Makedonya'])
    assert.ok(!isNorthernCyprus(text), text);
  for (const text of ['Cyprus, Northern Ireland', 'Cyprus, North Korea', 'Kıbrıs, Kuzey İrlanda'])
    assert.ok(!isNorthernCyprus(text), text);
});
