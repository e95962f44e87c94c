import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastListed, stopsListed } from './typed.ts';

test('a text lists stops with commas, words, arrows or dashes, also in other scripts', () => {
  for (const [text, stops] of [
    ['Japan, Korea, Taiwan', 'Japan|Korea|Taiwan'],
    ['Japan and Korea', 'Japan|Korea'],
    ['Japan, Korea, and Taiwan', 'Japan|Korea|Taiwan'],
    ['Japan → Korea', 'Japan|Korea'],
    ['Japan - Korea', 'Japan|Korea'],
    ['Vietnam, Cambodia & Laos', 'Vietnam|Cambodia|Laos'],
    ['日本、韓国', '日本|韓国'],
    ['Tokyo, Seoul', 'Tokyo|Seoul'],
    ['Paris, Rome, Barcelona', 'Paris|Rome|Barcelona'],
  ] as const)
    assert.equal(stopsListed(text, 'en').join('|'), stops, text);
  assert.deepEqual(stopsListed('Spanien und Portugal', 'de'), ['Spanien', 'Portugal']);
});

test('one unknown or ambiguous stop of a list stays in it, so that the reader is asked about it alone', () => {
  for (const [text, stops] of [
    ['Japan, Koria, Taiwan', 'Japan|Koria|Taiwan'],
    ['Congo and Rwanda', 'Congo|Rwanda'],
    ['Europe and Japan', 'Europe|Japan'],
  ] as const)
    assert.equal(stopsListed(text, 'en').join('|'), stops, text);
  assert.deepEqual(stopsListed('Foo and Bar', 'en'), []);
});

test('a place with its state and country, a name with a comma or "and", and places of one country are no list', () => {
  for (const text of [
    'Japan',
    'Barcelona, Spain',
    'Casares, Spain',
    'Paris, Texas, USA',
    'Savannah, Georgia, USA',
    'Santiago, Spain',
    'Trinidad and Tobago',
    'Trinidad and Tob',
    'Congo - Kinshasa',
    'Korea, Republic of',
    'Barcelona and Madrid',
  ])
    assert.deepEqual(stopsListed(text, 'en'), [], text);
  assert.deepEqual(stopsListed('Bosnia and Herzegovina, Croatia', 'en'), [
    'Bosnia and Herzegovina',
    'Croatia',
  ]);
});

test('a text with more parts than any trip is no list', () => {
  const countries =
    'Japan, Taiwan, Thailand, Vietnam, Laos, Cambodia, Malaysia, Singapore, Indonesia, Philippines, India, Nepal, Oman';
  assert.equal(countries.split(', ').length, 13);
  assert.deepEqual(stopsListed(countries, 'en'), []);
  assert.deepEqual(stopsListed(countries.replaceAll(', ', ' & '), 'en'), []);
  for (const sign of [', ', ' & '])
    assert.equal(stopsListed(countries.split(', ').slice(0, 12).join(sign), 'en').length, 12);
});

test('of a list that is being typed, the last stop is searched', () => {
  assert.deepEqual(lastListed('Japan, Kor', 'en'), { before: 'Japan, ', last: 'Kor' });
  assert.deepEqual(lastListed('Japan and Kor', 'en'), { before: 'Japan and ', last: 'Kor' });
  assert.equal(lastListed('Japan', 'en'), null);
  assert.equal(lastListed('Foo, Kor', 'en'), null);
});
