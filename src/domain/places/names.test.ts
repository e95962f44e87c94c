import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Country, countryOf } from '../countries.ts';
import { compareByName, countryNames, placeNames } from './names.ts';

test('equal names are sorted by code, also of unknown countries', () => {
  const named = (code: string, name: string): Country => ({
    code,
    name,
    iso3: '',
    region: '',
    subregion: '',
    aliases: [],
  });
  assert.equal(compareByName(named('Q1', 'Same'), named('Q2', 'SAME')), -1);
  assert.equal(compareByName(named('Q2', 'same'), named('Q1', 'Sáme')), 1);
  assert.equal(compareByName(named('Q1', 'Same'), named('Q1', 'Same')), 0);
  assert.equal(compareByName(named('Q9', 'Aaa'), named('Q1', 'Bbb')), -1);
  assert.equal(compareByName(named('Q1', 'Bbb'), named('Q9', 'Aaa')), 1);
  assert.ok(compareByName(countryOf('AX')!, named('Q1', 'Alb')) < 0);
});

test('each name of a country is there once, and an ambiguous one has the codes of all its countries', () => {
  const codesOf = new Map(countryNames().map(({ key, codes }) => [key, codes]));
  assert.equal(codesOf.size, countryNames().length);
  assert.deepEqual(codesOf.get('congo')?.split(' ').toSorted(), ['CD', 'CG']);
  assert.deepEqual(codesOf.get('конго')?.split(' ').toSorted(), ['CD', 'CG']);
  assert.ok(!codesOf.has(''), 'no name is empty');
});

test('the index of names is complete at its first use, and no step is left', () => {
  assert.ok(placeNames().named('japan').length > 0);
  assert.equal(placeNames.next(), false);
});

test('a place has its names in each language, its other spellings, its country and its population', () => {
  const names = placeNames();
  const placeOf = (key: string) => names.named(key)[0]?.place ?? assert.fail(key);
  for (const key of ['vienna', 'wien', 'viena', 'viyana', 'vienne', 'вена'])
    assert.equal(placeOf(key), placeOf('vienna'), key);
  const { kind, countries, population } = placeOf('vienna');
  assert.deepEqual({ kind, countries, population }, { kind: 'city', countries: ['AT'], population: 1_950 });
  assert.deepEqual(
    names.named('wien').map(({ language }) => language),
    ['de'],
  );
  assert.deepEqual(placeOf('sylt').countries, ['DE']);
  assert.deepEqual(placeOf('crimea').countries, ['UA', 'RU']);
  assert.deepEqual(names.named(''), []);
  for (const [key, expected] of [
    ['japan', 'country'],
    ['vienna', 'city'],
    ['bali', 'island'],
    ['bavaria', 'part'],
    ['sylt', 'part'],
    ['innsbruck', 'city'],
    ['europe', 'group'],
    ['crimea', 'shared'],
  ] as const)
    assert.equal(placeOf(key).kind, expected, key);
});

test('a name is in the index once for each country and language', () => {
  for (const key of ['paris', 'valencia', 'japan', 'georgia', 'sylt', 'bahia']) {
    const ids = placeNames()
      .named(key)
      .map(({ place, language }) => `${place.countries.join()} ${place.kind} ${language}`);
    assert.equal(new Set(ids).size, ids.length, ids.join(' | '));
  }
});
