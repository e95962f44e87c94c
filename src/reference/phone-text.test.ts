import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLACE_LANGUAGES } from '../domain/places/names.ts';
import { BUNDLED_REFERENCE, loadReference } from './load.ts';
import { phoneText } from './phone-text.ts';

const { phones: search } = loadReference(BUNDLED_REFERENCE);
assert.ok(search !== null);
const verdictIn = (language: (typeof PLACE_LANGUAGES)[number], asked: string) =>
  phoneText(search, search.find(asked), language).verdict;

test('a phone whose versions differ by market says where it has no eSIM, in every language', () => {
  assert.deepEqual(
    PLACE_LANGUAGES.map((language) => verdictIn(language, 'iphone 13')),
    [
      'iPhone 13: yes, unless it was sold in mainland China, Hong Kong or Macao.',
      'iPhone 13: ja, außer es wurde auf dem chinesischen Festland, in Hongkong oder in Macau verkauft.',
      'iPhone 13: sí, salvo que se vendiera en China continental, Hong Kong o Macao.',
      'iPhone 13: evet, Çin anakarasında, Hong Kong’da veya Makao’da satılanlar hariç.',
    ],
  );
});

test('each verdict has its own sentence', () => {
  assert.equal(verdictIn('en', 'pixel 8'), 'Google Pixel 8: yes, it supports eSIM.');
  assert.equal(verdictIn('en', 'galaxy a53'), 'Samsung Galaxy A53: we know of no version with eSIM.');
  assert.equal(verdictIn('en', 'pixel 2'), 'Google Pixel 2: rarely. Most versions have no eSIM.');
  assert.equal(
    verdictIn('en', 'moto g34'),
    'Motorola Moto G34: usually yes, but not every version supports eSIM.',
  );
  assert.equal(
    verdictIn('en', 'xiaomi 13'),
    'Xiaomi 13: usually yes, but not if it was sold in mainland China. Other versions differ, too.',
  );
  assert.equal(verdictIn('en', 'iphone 18 pro'), 'iPhone 18 Pro: we do not know for certain.');
});

test('several phones that differ are a question, and an unknown phone is never a no', () => {
  assert.equal(
    verdictIn('en', 'iphone se'),
    'Phones of this name differ. Which one is it: iPhone SE (2022), iPhone SE (2020) or iPhone SE (2016)?',
  );
  assert.match(verdictIn('en', 'Pixel'), /^Phones of this name differ\. .* or another one\?$/);
  assert.equal(verdictIn('en', 'nokia 3310'), 'This phone is not in our list, so we do not know.');
  assert.match(verdictIn('en', 'iphone 13 prro'), /Did you mean iPhone 13 Pro, /);
});

test('every answer says that the phone must not be locked, and how to check', () => {
  for (const language of PLACE_LANGUAGES)
    for (const asked of ['iphone 13', 'galaxy a53', 'Pixel', 'asdf']) {
      const { locked, check } = phoneText(search, search.find(asked), language);
      assert.notEqual(locked, '');
      assert.match(check, /\*#06#.*EID/s);
    }
});
