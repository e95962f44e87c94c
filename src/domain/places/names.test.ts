import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, type Country, countryOf } from '../countries.ts';
import { fold } from './fold.ts';
import { resolvePlace } from './meaning.ts';
import { compareByName, countryNames, indexNextPlaceNames, placeNames } from './names.ts';
import { searchPlaces } from './search.ts';

const ALL = COUNTRIES.map(({ code }) => code);
const EVERYWHERE = new Map(ALL.map((code) => [code, 0]));
const codes = (query: string) => searchPlaces(query, EVERYWHERE).map(({ country }) => country.code);

test('letters that Unicode does not decompose are replaced by plain letters', () => {
  for (const [text, plain] of [
    ['Isparta ılgaz', 'isparta ilgaz'],
    ['Straße', 'strasse'],
    ['Æther', 'aether'],
    ['Œuvre', 'oeuvre'],
    ['Færøerne', 'faeroerne'],
    ['Đakovo', 'dakovo'],
    ['Viðey', 'videy'],
    ['Łódź', 'lodz'],
    ['Þingvellir', 'thingvellir'],
    ['Azərbaycan', 'azerbaycan'],
  ] as const) {
    assert.equal(fold(text), plain);
  }
});

test('words with several spellings become one, and punctuation separates words', () => {
  assert.equal(
    fold('  The Saint-Barthélemy, of  St. Martin & THE rest '),
    'saint barthelemy of saint martin and rest',
  );
  assert.equal(fold('U.S.A.'), 'usa');
  for (const text of ['St.Lucia', 'ST.LUCIA', 'St.-Lucia', 'St. Lucia'])
    assert.equal(fold(text), 'saint lucia');
  assert.equal(fold('Tést.Ost.x'), 'testostx');
  assert.equal(fold('theatre stone'), 'theatre stone');
});

test('countries are sorted by code, and no alias equals the name or the code', () => {
  assert.deepEqual(ALL, ALL.toSorted());
  for (const { code, name, aliases } of COUNTRIES) {
    assert.ok(!aliases.includes(code) && !aliases.includes(name), code);
    assert.equal(new Set(aliases).size, aliases.length, code);
  }
  assert.equal(countryOf('XK')?.iso3, 'XKX');
});

test('additional spellings come before those of the package', () => {
  assert.equal(countryOf('XK')?.aliases[0], 'KSV');
  assert.equal(resolvePlace(' de '), 'DE');
  assert.equal(resolvePlace('\tdeu\n'), 'DE');
});

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

test('ISO-3 codes in capitals and complete spellings come before starts of names', () => {
  assert.equal(codes('MAR')[0], 'MA');
  assert.deepEqual(codes('burma'), ['MM']);
  assert.equal(codes('mali')[0], 'ML');
  assert.equal(codes('holland')[0], 'NL');
});

test('the start of another spelling matches from three letters on', () => {
  assert.ok(codes('swaz').includes('SZ'));
  assert.ok(codes('bur').includes('MM'));
  assert.ok(!codes('bu').includes('MM'));
});

test('an ambiguous spelling resolves to nothing, and a removed word finds nothing', () => {
  for (const text of ['Congo', 'Virgin Islands', 'island', 'Mann', 'Abode of Peace', 'Prathet']) {
    assert.equal(resolvePlace(text), null, text);
  }
  assert.equal(resolvePlace('the'), null);
  assert.deepEqual(codes('.'), []);
});

test('names of countries have a text, and an ambiguous one has the codes of all its countries', () => {
  const codesOf = new Map(countryNames().map(({ key, codes }) => [key, codes]));
  assert.equal(codesOf.size, countryNames().length, 'each name once');
  assert.deepEqual(codesOf.get('congo')?.split(' ').toSorted(), ['CD', 'CG']);
  assert.deepEqual(codesOf.get('конго')?.split(' ').toSorted(), ['CD', 'CG']);
  assert.ok(!codesOf.has(''));
});

test('the index of names is complete at its first use, and no step is left', () => {
  assert.ok(placeNames().named('japan').length > 0);
  assert.equal(indexNextPlaceNames(), false);
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
