import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_PATTERN, minorDigits } from './currency.ts';
import { ID_PATTERN } from './id.ts';
import { COUNTRY_PATTERN } from './trip.ts';

function assertPattern(pattern: RegExp, good: readonly string[], bad: readonly string[]): void {
  for (const text of good) assert.match(text, pattern);
  for (const text of bad) assert.doesNotMatch(text, pattern);
}

test('an id needs no escaping in a path: lower-case letters, digits, and marks that are not first', () => {
  assertPattern(
    ID_PATTERN,
    ['a', '7', 'tr-10gb.v2_x', 'a'.repeat(64)],
    ['', '-a', '.', '_', 'A', 'a b', 'a/b', 'ä', 'a%', 'a\n', 'a'.repeat(65)],
  );
});

test('a currency is three capital letters, nothing before or after', () => {
  assertPattern(
    CURRENCY_PATTERN,
    ['USD', 'EUR'],
    ['', 'usd', 'US', 'USDT', 'xUSD', 'USDx', 'U1D', '123', 'A'],
  );
});

test('a country is written as two capital letters, nothing before or after', () => {
  assertPattern(new RegExp(COUNTRY_PATTERN), ['TR', 'XK'], ['', 'tr', 'T', 'TRR', 'T1', 'xTR', 'ÇA']);
});

test('a name that objects inherit has the default number of digits', () => {
  assert.equal(minorDigits('constructor'), 2);
  assert.equal(minorDigits('USD'), 2);
});
