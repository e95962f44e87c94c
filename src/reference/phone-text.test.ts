import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLACE_LANGUAGES, type PlaceLanguage } from '../domain/places/names.ts';
import { ALL_TEXTS } from '../texts/texts.ts';
import { BUNDLED_REFERENCE, loadReference } from './load.ts';
import { phoneText, wholeText } from './phone-text.ts';

const { phones: search } = loadReference(BUNDLED_REFERENCE);
assert.ok(search !== null);
const textIn = (language: PlaceLanguage, asked: string) =>
  phoneText(search, asked, search.find(asked), textsOf(language), language);
const textsOf = (language: PlaceLanguage) => ALL_TEXTS.find(({ code }) => code === language)!;
const verdictIn = (language: PlaceLanguage, asked: string) => textIn(language, asked).verdict;

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
  assert.equal(verdictIn('en', 'galaxy a53'), 'Samsung Galaxy A53: We know of no version with eSIM.');
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
    'Models of this name differ. Which one is it: iPhone SE (2022), iPhone SE (2020) or iPhone SE (2016)?',
  );
  assert.match(verdictIn('en', 'Pixel'), /^Models of this name differ\. .* or another one\?$/);
  assert.equal(verdictIn('en', 'nokia 3310'), 'This model is not in our list, so we do not know.');
  assert.match(verdictIn('en', 'iphone 13 prro'), /Did you mean iPhone 13 Pro, /);
});

test('every verdict but "no" mentions the carrier lock, and every verdict explains how to check the phone', () => {
  for (const language of PLACE_LANGUAGES)
    for (const asked of ['iphone 13', 'galaxy a53', 'Pixel', 'asdf', 'iPhone 15 China']) {
      const findings = search.find(asked);
      const { locked, check } = phoneText(search, asked, findings, textsOf(language), language);
      assert.equal(locked === null, findings.verdict === 'no', asked);
      assert.match(check, /\*#06#.*EID/s);
    }
});

test('a tablet is checked in its settings, because it has no dialler', () => {
  for (const language of PLACE_LANGUAGES)
    for (const asked of ['iPad Pro 11', 'Galaxy Tab S9', 'iPad (6th gen)', 'Galaxy Tab S7']) {
      const { check } = textIn(language, asked);
      assert.match(check, /EID/);
      assert.ok(!check.includes('*#06#'), check);
    }
});

test('the text of every phone has every exception and condition of the table', () => {
  for (const phone of search.phones) {
    const name = `${phone.brand} ${phone.model}`;
    for (const language of PLACE_LANGUAGES) {
      const text = wholeText(textIn(language, name));
      for (const { where, note } of phone.exceptions ?? [])
        assert.ok(text.includes(`${search.text(where, language)}: ${search.text(note, language)}`), text);
      if (phone.note !== undefined) assert.ok(text.includes(search.text(phone.note, language)), text);
    }
  }
});

test('the conditions of several phones name the phones that they hold for', () => {
  const { conditions } = textIn('en', 'ipad pro 11');
  assert.equal(conditions.length, 2);
  assert.match(conditions[0]!, /^iPad Pro 11 \(M5\), iPad Pro 11 \(M4\): Wi-Fi versions: /);
  assert.match(conditions[1]!, /iPad Pro 11 \(1st gen\): .* Mainland China: /);
});

test('an answer about a version names it, and says if nothing is known about it', () => {
  assert.equal(verdictIn('en', 'iPhone 15 China'), 'iPhone 15, Mainland China: no, it has no eSIM.');
  assert.equal(verdictIn('de', 'T613K'), 'TCL 50 5G, Modell T613K: ja, eSIM wird unterstützt.');
  assert.equal(verdictIn('en', 'AT&T iPhone 15 China'), verdictIn('en', 'iPhone 15'));
  assert.match(
    wholeText(textIn('en', 'AT&T iPhone 15 China')),
    /nothing more about the version “at&t china”\./,
  );
  const asked = 'iPhone 13 Germany';
  const { verdict, conditions } = textIn('en', asked);
  assert.equal(verdict, verdictIn('en', 'iPhone 13'));
  assert.equal(conditions.at(-1), 'We know nothing more about the version “Germany”.');
});
