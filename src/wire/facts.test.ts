import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUNDLED_REFERENCE, loadReference } from '../reference/load.ts';
import { examples } from './examples.ts';
import { goodToKnowOf, phoneOnWire, withPhone } from './facts.ts';

const { phones, notes } = loadReference(BUNDLED_REFERENCE);
assert.ok(phones !== null);

test('the check of a phone has its verdict, exceptions, date and text', () => {
  assert.deepEqual(phoneOnWire(phones, '  iphone 13 '), {
    asked: 'iphone 13',
    verdict: 'usually',
    matches: [
      {
        brand: 'Apple',
        model: 'iPhone 13',
        verdict: 'usually',
        exceptions: [
          { where: 'Mainland China', note: 'Versions sold there have no eSIM.' },
          {
            where: 'Hong Kong and Macao',
            note: 'Versions sold there take two SIM cards and have no eSIM.',
          },
        ],
        note: null,
      },
    ],
    suggestions: [],
    compiled_on: phones.compiledOn,
    text: 'iPhone 13: yes, unless it was sold in mainland China, Hong Kong or Macao. Mainland China: Versions sold there have no eSIM. Hong Kong and Macao: Versions sold there take two SIM cards and have no eSIM. It must not be locked to a carrier. To check, dial *#06#: a phone with eSIM shows an EID.',
  });
});

test('at most five matches are listed, and the verdict considers all of them', () => {
  const { matches, verdict } = phoneOnWire(phones, 'Pixel');
  assert.equal(matches.length, 5);
  assert.deepEqual(matches.map((match) => [match.model, match.verdict]).slice(0, 2), [
    ['Pixel', 'no'],
    ['Pixel 10a', 'yes'],
  ]);
  assert.equal(verdict, null);
});

test('a match has the verdict of the version that is named beside it', () => {
  const { verdict, matches, text } = phoneOnWire(phones, 'iPhone 15 China');
  assert.deepEqual([verdict, matches[0]?.verdict], ['no', 'no']);
  assert.ok(!text.includes('locked'), text);
});

test('a note has its date, its caveat and its sources', () => {
  const [first] = goodToKnowOf(notes, ['TR'], Date.parse('2026-11-18'));
  assert.equal(first?.code, 'shops_blocked');
  assert.deepEqual(
    [first?.since, first?.checked_on, first?.may_have_changed],
    ['2025-07-10', '2025-08-11', true],
  );
  assert.match(first?.caveat ?? '', /Reports differ/);
  assert.ok((first?.sources.length ?? 0) >= 2);
});

test('without the table of phones, the phone is null with a notice', () => {
  const { phone, query, notices } = withPhone(examples().comparison, null, 'iPhone 13');
  assert.equal(phone, null);
  assert.equal(query.phone, 'iPhone 13');
  assert.equal(notices[0]?.code, 'phone_check_off');
});
