import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../domain/countries.ts';
import { PLACE_LANGUAGES } from '../domain/places/names.ts';
import {
  destinationText,
  editDistance,
  findDestination,
  placeLanguage,
  placesLike,
  readDestination,
} from './destinations.ts';
import { formatFor } from './format.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from './texts/index.ts';

const german = LANGUAGES.find(({ code }) => code === 'de') ?? DEFAULT_LANGUAGE;
/** The choices for a text that does not mean exactly one country. */
const offered = (text: string, texts = DEFAULT_LANGUAGE) => {
  const destination = readDestination(text, texts);
  return destination.kind === 'found' ? [] : destination.choices.map(({ country }) => country.code);
};

test('places are shown in every language of the pages', () => {
  assert.deepEqual(
    LANGUAGES.map(placeLanguage),
    LANGUAGES.map(({ code }) => code),
  );
  assert.equal(PLACE_LANGUAGES.length, LANGUAGES.length);
});

test('a destination is found by its name in every language of the pages', () => {
  for (const texts of LANGUAGES) {
    for (const { code } of COUNTRIES)
      assert.equal(findDestination(destinationText(code, formatFor(texts)), texts), code);
  }
  assert.equal(destinationText('CG', formatFor(DEFAULT_LANGUAGE)), 'Congo - Brazzaville');
  for (const [text, code] of [
    ['almanya', 'DE'],
    ['ABD', 'US'],
    ['Amerika Birleşik Devletleri', 'US'],
    ['turkey', 'TR'],
    ['uk', 'GB'],
    [' jp ', 'JP'],
  ]) {
    assert.equal(findDestination(text ?? '', DEFAULT_LANGUAGE), code, text);
  }
  for (const text of ['', 'atlantis', 'QQ', 'Congo', 'Rom', 'x'.repeat(5_000)])
    assert.equal(findDestination(text, DEFAULT_LANGUAGE), null, text);
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

test('for a misspelt short name, no other place is a choice', () => {
  for (const text of ['Mxli', 'Omax', 'Cubb', 'Xran']) assert.deepEqual(offered(text), [], text);
});

test('for an ambiguous text, the choices are the countries that it can mean, or the best known of a group', () => {
  const kind = (text: string, texts = DEFAULT_LANGUAGE) => readDestination(text, texts).kind;
  assert.deepEqual([kind('Rom', german), offered('Rom', german)], ['several', ['IT', 'RO']]);
  assert.deepEqual([kind('Crimea'), offered('Crimea')], ['several', ['UA', 'RU']]);
  assert.deepEqual(
    [kind('Europe'), offered('Europe').slice(0, 5)],
    ['group', ['ES', 'FR', 'IT', 'GB', 'DE']],
  );
  assert.deepEqual([kind('Northern Cyprus'), offered('Northern Cyprus')], ['no_code', []]);
  assert.equal(kind('Atlantis'), 'unknown');
  const onlyOne = readDestination('Congo', DEFAULT_LANGUAGE, new Map([['CG', 3]]));
  assert.ok(
    onlyOne.kind === 'several' && onlyOne.choices.length === 1,
    'a single choice is not selected automatically',
  );
});

/** Follows the definition directly, without a table. */
function slowEditDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a[0] === b[0] ? 0 : 1;
  const ways = [
    slowEditDistance(a.slice(1), b.slice(1)) + same,
    slowEditDistance(a.slice(1), b) + 1,
    slowEditDistance(a, b.slice(1)) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(slowEditDistance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

test('the edit distance agrees with its definition', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const slow = slowEditDistance(a, b);
      if (slow <= 2) assert.equal(editDistance(a, b), slow);
      else assert.ok(editDistance(a, b) > 2);
    }),
  );
});

test('suggestions include well-known places, only where there are plans, in the language of the page', () => {
  const among = new Map(['ID', 'TR', 'ES', 'DE'].map((code) => [code, 1]));
  const format = formatFor(german);
  assert.deepEqual(placesLike('bali', among, format)[0], ['ID', 'Indonesien', 'Bali']);
  assert.deepEqual(placesLike('Istanbul', among, format)[0], ['TR', 'Türkei', 'Istanbul']);
  assert.deepEqual(placesLike('tenerife', among, format)[0], ['ES', 'Spanien', 'Teneriffa']);
  assert.deepEqual(placesLike('japan', among, format), []);
  assert.deepEqual(placesLike('europe', among, format)[0], ['ES', 'Spanien', null]);
  for (const text of ['', ' ', 'x'.repeat(5_000)]) assert.deepEqual(placesLike(text, among, format), []);
});
