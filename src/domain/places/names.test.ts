import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, type Country, countryOf } from '../countries.ts';
import { fold } from './fold.ts';
import { resolvePlace } from './meaning.ts';
import { compareByName } from './names.ts';
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
