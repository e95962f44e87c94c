import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../domain/countries.ts';
import { findDestination, placesLike, slipsBetween, suggestDestinations } from './destinations.ts';
import { formatFor } from './format.ts';
import { LANGUAGES } from './texts/index.ts';

test('a destination is found by its name in every language of the pages', () => {
  for (const texts of LANGUAGES) {
    for (const { code } of COUNTRIES) assert.equal(findDestination(formatFor(texts).country(code)), code);
  }
  for (const [text, code] of [
    ['almanya', 'DE'],
    ['ABD', 'US'],
    ['Amerika Birleşik Devletleri', 'US'],
    ['turkey', 'TR'],
    ['uk', 'GB'],
    [' jp ', 'JP'],
  ]) {
    assert.equal(findDestination(text ?? ''), code, text);
  }
  for (const text of ['', 'atlantis', 'QQ', 'x'.repeat(5_000)]) assert.equal(findDestination(text), null);
});

test('a slip of the finger is met with the country that was meant', () => {
  for (const [text, code] of [
    ['Turky', 'TR'],
    ['Germnay', 'DE'],
    ['Almnya', 'DE'],
    ['Jpaan', 'JP'],
    ['kore', 'KR'],
    ['united king', 'GB'],
  ]) {
    assert.ok(suggestDestinations(text ?? '').includes(code ?? ''), text);
  }
  assert.deepEqual(suggestDestinations('xqzwv'), []);
  assert.deepEqual(suggestDestinations('a'.repeat(5_000)), []);
});

/** Straight from the definition, without a table. */
function slowSlips(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a[0] === b[0] ? 0 : 1;
  const ways = [
    slowSlips(a.slice(1), b.slice(1)) + same,
    slowSlips(a.slice(1), b) + 1,
    slowSlips(a, b.slice(1)) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    ways.push(slowSlips(a.slice(2), b.slice(2)) + 1);
  return Math.min(...ways);
}

test('slips are counted as their definition counts them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const slow = slowSlips(a, b);
      if (slow <= 2) assert.equal(slipsBetween(a, b), slow);
      else assert.ok(slipsBetween(a, b) > 2);
    }),
  );
});

test('the box offers places as people say them, only where there are plans, in the page’s language', () => {
  const among = new Set(['ID', 'TR', 'ES', 'DE']);
  const german = formatFor(LANGUAGES.find(({ code }) => code === 'de') ?? LANGUAGES[0]!);
  assert.deepEqual(placesLike('bali', among, german)[0], ['ID', 'Indonesien', 'Bali']);
  assert.deepEqual(placesLike('Istanbul', among, german)[0], ['TR', 'Türkei', 'İstanbul']);
  assert.deepEqual(placesLike('tenerife', among, german)[0]?.slice(0, 2), ['ES', 'Spanien']);
  assert.deepEqual(placesLike('japan', among, german), []);
  assert.ok(placesLike('europe', among, german).every(([code]) => among.has(code)));
  for (const text of ['', ' ', 'x'.repeat(5_000)]) assert.deepEqual(placesLike(text, among, german), []);
});
