import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../domain/countries.ts';
import { PLACE_LANGUAGES } from '../domain/places/names.ts';
import { destinationReader, readDestination } from '../domain/places/search.ts';
import { ALL_TEXTS, ENGLISH } from '../texts/texts.ts';
import { destinationText, findDestination, placesLike } from './destinations.ts';
import { formatFor } from './format.ts';
import { placeLanguage } from './region-name.ts';

const german = ALL_TEXTS.find(({ code }) => code === 'de') ?? ENGLISH;
/** The choices for a text that does not mean exactly one country. */
const offered = (text: string, texts = ENGLISH) => {
  const destination = destinationReader(placeLanguage(texts))(text);
  return destination.kind === 'found' ? [] : destination.choices.map(({ country }) => country.code);
};

test('places are shown in every language of the pages', () => {
  assert.deepEqual(
    ALL_TEXTS.map(placeLanguage),
    ALL_TEXTS.map(({ code }) => code),
  );
  assert.equal(PLACE_LANGUAGES.length, ALL_TEXTS.length);
});

test('a destination is found by its name in every language of the pages', () => {
  for (const texts of ALL_TEXTS) {
    for (const { code } of COUNTRIES)
      assert.equal(findDestination(destinationText(code, formatFor(texts)), texts), code);
  }
  assert.equal(destinationText('CG', formatFor(ENGLISH)), 'Congo - Brazzaville');
  for (const [text, code] of [
    ['almanya', 'DE'],
    ['ABD', 'US'],
    ['Amerika Birleşik Devletleri', 'US'],
    ['turkey', 'TR'],
    ['uk', 'GB'],
    [' jp ', 'JP'],
  ]) {
    assert.equal(findDestination(text ?? '', ENGLISH), code, text);
  }
  for (const text of ['', 'atlantis', 'QQ', 'Congo', 'Rom', 'x'.repeat(5_000)])
    assert.equal(findDestination(text, ENGLISH), null, text);
});

test('for a misspelt name, the intended country is a choice', () => {
  for (const [text, code] of [
    ['Turky', 'TR'],
    ['Germnay', 'DE'],
    ['Almnya', 'DE'],
    ['Jpaan', 'JP'],
    ['kore', 'KR'],
    ['united king', 'GB'],
  ]) {
    assert.ok(offered(text ?? '').includes(code ?? ''), text);
  }
  assert.deepEqual(offered('xqzwv'), []);
  assert.deepEqual(offered('a'.repeat(5_000)), []);
});

test('a misspelt short name is not corrected, and similar countries are choices', () => {
  for (const [text, code] of [
    ['Mxli', 'ML'],
    ['Cubb', 'CU'],
  ] as const) {
    assert.equal(findDestination(text, ENGLISH), null);
    assert.deepEqual(offered(text), [code]);
  }
});

test('for an ambiguous text, the choices are the countries that it can mean, or the best known of a group', () => {
  const kind = (text: string, texts: Parameters<typeof placeLanguage>[0] = ENGLISH) =>
    readDestination(text, placeLanguage(texts)).kind;
  assert.deepEqual([kind('Rom'), offered('Rom')], ['several', ['IT', 'RO']]);
  assert.equal(kind('Rom', german), 'several');
  assert.deepEqual([kind('Crimea'), offered('Crimea')], ['several', ['UA', 'RU']]);
  assert.deepEqual(
    [kind('Scandinavia'), offered('Scandinavia').slice(0, 4)],
    ['group', ['EU', 'SE', 'NO', 'DK']],
  );
  assert.deepEqual([kind('Northern Cyprus'), offered('Northern Cyprus')], ['no_code', []]);
  assert.equal(kind('Atlantis'), 'unknown');
  const onlyOne = readDestination('Congo', 'en', new Map([['CG', 3]]));
  assert.ok(
    onlyOne.kind === 'several' && onlyOne.choices.length === 1,
    'a single choice is not selected automatically',
  );
});

test('suggestions include well-known places, only where there are plans, in the language of the page', () => {
  const among = new Map(['ID', 'TR', 'ES', 'DE'].map((code) => [code, 1]));
  const format = formatFor(german);
  const like = (text: string) =>
    placesLike(text, among, format).map(({ code, name, place }) => [code, name, place]);
  assert.deepEqual(like('bali')[0], ['ID', 'Indonesien', 'Bali']);
  assert.deepEqual(like('Istanbul')[0], ['TR', 'Türkei', 'Istanbul']);
  assert.deepEqual(like('tenerife')[0], ['ES', 'Spanien', 'Teneriffa']);
  assert.deepEqual(like('japan'), []);
  assert.deepEqual(like('Spnien'), [['ES', 'Spanien', null]]);
  assert.deepEqual(like('Barcelna'), [['ES', 'Spanien', 'Barcelona']]);
  for (const text of ['', ' ', 'x'.repeat(5_000)]) assert.deepEqual(like(text), []);
  assert.deepEqual(
    like('europe').slice(0, 2),
    [
      [null, 'Europa', null],
      ['ES', 'Spanien', null],
    ],
    'a region comes before its countries',
  );
  assert.deepEqual(like('Southeast Asia'), [['ID', 'Indonesien', null]], 'a region needs two destinations');
});

test('while a list is typed, the suggestions are lists with the stops before, and one place keeps its own', () => {
  const among = new Map(COUNTRIES.map(({ code }) => [code, 1]));
  const like = (text: string) => placesLike(text, among, formatFor(ENGLISH));
  assert.deepEqual(like('Japan, South Kor'), [{ code: null, name: 'Japan, South Korea', place: null }]);
  assert.equal(like('Tokyo and Seou')[0]?.name, 'Tokyo and Seoul');
  assert.deepEqual(like('Barcelona, Spain'), [{ code: 'ES', name: 'Spain', place: 'Barcelona' }]);
  assert.equal(like('Trinidad and Tob')[0]?.code, 'TT');
  assert.ok(like('Japan, Europ').every(({ name }) => name !== 'Japan, Europe'));
});
