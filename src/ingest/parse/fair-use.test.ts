import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fairUseFields, PROSE_CHARACTERS_MAX, readFairUse } from './fair-use.ts';

/** A kilobyte has 1,000 bytes. */
const DECIMAL = 1000;
const fields = (prose: string, model: 'unlimited' | 'total' = 'unlimited', days: number | null = 10) =>
  fairUseFields(readFairUse(prose, DECIMAL), model, days);
const gb = (amount: number) => amount * 1_000_000_000;

test('a rule for each day sets the full-speed data of a day and the speed after it', () => {
  for (const prose of [
    'Lower speed rate of 1 Mbps after 3 GB usage per day.',
    'Unlimited data, reduced to 1Mbps after 3GB per day',
    '3GB daily high speed, then 1 Mbps',
    'Speed is throttled to 1 Mbps after 3 GB/day',
  ]) {
    assert.deepEqual(
      fields(prose),
      { afterCap: 'throttle', throttleKbps: 1000, fullSpeedPerDay: gb(3), uncapped: false },
      prose,
    );
  }
});

test('an amount for the whole plan or without a period is divided by the days', () => {
  const share = 500_000_000;
  assert.deepEqual(fields('Reduced to 512kbps after a total of 5GB').fullSpeedPerDay, share);
  assert.deepEqual(fields('Enjoy the first 5GB, then 512kbps.').fullSpeedPerDay, share);
  assert.deepEqual(fields('No daily limit. Reduced to 512kbps after 5GB').fullSpeedPerDay, share);
});

test('for a plan with a fixed amount, a rule sets only what follows the amount', () => {
  assert.deepEqual(fields('Reduced to 128kbps after 10GB', 'total'), {
    afterCap: 'throttle',
    throttleKbps: 128,
  });
});

test('an ambiguous amount or speed is left unknown', () => {
  assert.equal(fields('1GB or 5GB per day, then 1 Mbps').fullSpeedPerDay, undefined);
  assert.equal(fields('After 3 GB per day 1 Mbps, then 128 kbps').throttleKbps, null);
  assert.equal(fields('1- 12 GB per day, then slower').fullSpeedPerDay, undefined);
});

test('"1.25 MB/s" is neither an amount of data nor the speed after it', () => {
  const rule = readFairUse(
    'Daily 1GB high speed data. Speed after usage: 1.25 MB/s. Refresh every 24h',
    DECIMAL,
  );
  assert.deepEqual(rule?.cap, gb(1));
  assert.equal(rule?.throttleKbps, null);
});

test('when the data of a day is renewed is not stored, so that it does not make two offers of one', () => {
  for (const text of ['Resets at midnight UTC', 'Refresh every 24h'])
    assert.deepEqual(fields(text), {}, text);
});

test('"up to" in front of a speed makes it the top speed, and a speed alone sets no field', () => {
  assert.deepEqual(fields('Up to 5 Mbps'), { maxKbps: 5000 });
  assert.deepEqual(fields('1 Mbps'), {});
});

test('"no throttling" makes an unlimited plan uncapped, and sets no field of another plan', () => {
  assert.deepEqual(fields('No throttling.'), { uncapped: true });
  assert.deepEqual(fields('No throttling.', 'total'), {});
});

test('prose without a rule sets no field', () => {
  assert.deepEqual(fields('Unlimited plan'), {});
  assert.deepEqual(fields('Subject to the terms of the operator.'), {});
  assert.equal(readFairUse(null, DECIMAL), null);
});

test('only the first 400 characters of the prose are read', () => {
  const rule = 'Reduced to 1 Mbps after 3 GB per day.';
  const ruleEndingAt = (length: number) => `${rule.padStart(length, 'x ')} And more.`;
  assert.equal(readFairUse(ruleEndingAt(PROSE_CHARACTERS_MAX), DECIMAL)?.cap, gb(3));
  assert.equal(readFairUse(ruleEndingAt(PROSE_CHARACTERS_MAX + rule.length), DECIMAL)?.cap, null);
});

test('any prose is read without a crash', () => {
  fc.assert(fc.property(fc.string(), (prose) => void readFairUse(prose, DECIMAL)));
  for (const piece of ['1 ', '1.1', 'every 24 ', ' a day', '1-', '\t'])
    assert.doesNotThrow(() => readFairUse(piece.repeat(200_000), DECIMAL));
});
