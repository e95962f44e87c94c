import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../countries.ts';
import { boundedText, countriesMeant, PLACE_TEXT_MAX, partNamed, resolvePlace } from './meaning.ts';
import { GROUPS } from './regions.ts';

const meant = (text: string) => countriesMeant(text).map(({ country }) => country.code);

/** Each text must mean exactly these countries, in this order. */
function assertMeant(expected: Readonly<Record<string, string>>): void {
  for (const [text, codes] of Object.entries(expected)) assert.equal(meant(text).join(' '), codes, text);
}

test('a country in brackets, after a comma or as a further word selects the place in that country', () => {
  assertMeant({
    'Granada (Spain)': 'ES',
    'Granada (ES)': 'ES',
    'Granada, GD': 'GD',
    'Congo (CD)': 'CD',
    'Salvador (Brazil)': 'BR',
    'San Jose CA': 'US',
  });
});

test('if only one of two texts is known, it decides, and if they disagree, the reader must choose', () => {
  assertMeant({
    'Rome (Atlantis)': 'IT',
    'Atlantis, Japan': 'JP',
    // The tables of places have no Georgia in the United States.
    'Georgia, US': 'GE US',
    'Paris (Congo)': 'FR CD CG',
  });
});

test('two brackets mean nothing, nor does an ambiguous country after a comma if the place is in none of its countries', () => {
  assertMeant({ 'Tokyo (Japan) (JP)': '', 'Paris, Congo': '' });
});

test('a group after a smaller group keeps all countries of the smaller one', () => {
  const { countries } = GROUPS.find(({ name }) => name === 'Scandinavia') ?? assert.fail('no such group');
  assertMeant({ 'Scandinavia, Europe': countries.join(' ') });
});

test('spaces and brackets around a text, and repeated flags, change nothing', () => {
  assertMeant({
    ' Rome Italy ': 'IT',
    '(Japan)': 'JP',
    'Japan ()': 'JP',
    '[jp]': 'JP',
    '🇯🇵🇯🇵': 'JP',
    '🇯🇵 🇰🇷': 'JP KR',
    'Japan🇯🇵': 'JP',
    'Rome🇮🇹Italy': 'IT',
    '': '',
  });
});

test('a part of a name has at least five letters', () => {
  assertMeant({ Lanka: 'LK', Leste: 'TL', Verde: 'CV', Faso: '', Rica: '' });
});

test('Northern Cyprus means no country in any form', () => {
  assertMeant({ Famagusta: '', 'Cyprus (North)': '', 'Kyrenia, Cyprus': '', 'Girne (Türkiye)': '', NN: '' });
});

test('the largest place of a name comes first, and decides alone if it is ten times as large', () => {
  assertMeant({ Formosa: 'TW', Valencia: 'VE ES US' });
});

test('the name of a country means it first and once, even if a well-known city there has the same name', () => {
  for (const { code, name } of COUNTRIES) {
    const found = meant(name);
    assert.equal(found[0], code, name);
    assert.equal(new Set(found).size, found.length, name);
  }
});

test('a text of any length is cut to the longest text that the interfaces accept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.ok(boundedText(text).length <= PLACE_TEXT_MAX);
    }),
  );
  // This ligature stands for a sentence of 18 letters.
  assert.equal(boundedText('ﷺ'.repeat(PLACE_TEXT_MAX)).length, PLACE_TEXT_MAX);
  assert.equal(boundedText(`${' '.repeat(5)}Japan`), 'Japan');
});

test('a feed may write a country in another language, but not in an ambiguous way', () => {
  for (const [text, code] of [
    ['Almanya', 'DE'],
    ['Japonsko', 'JP'],
    ['Россия', 'RU'],
    ['コンゴ', null],
    ['Конго', null],
    ['Paris', null],
  ] as const)
    assert.equal(resolvePlace(text), code, text);
});

test('a part of a country is found by any spelling, and has its English name if the tables have one', () => {
  for (const [text, country, part] of [
    ['Schottland', 'GB', 'Scotland'],
    ['Kapadokya', 'TR', 'Cappadocia'],
    ['sylt', 'DE', 'Sylt'],
    ['西藏', 'CN', '西藏'],
  ] as const)
    assert.deepEqual(partNamed(text), { country, part }, text);
  assert.equal(partNamed(''), null);
});

test('an ambiguous spelling and a word that names leave out resolve to nothing', () => {
  for (const text of ['Congo', 'Virgin Islands', 'island', 'Mann', 'Abode of Peace', 'Prathet']) {
    assert.equal(resolvePlace(text), null, text);
  }
  assert.equal(resolvePlace('the'), null);
});

test('spaces around a code do not count', () => {
  assert.equal(resolvePlace(' de '), 'DE');
  assert.equal(resolvePlace('\tdeu\n'), 'DE');
});
