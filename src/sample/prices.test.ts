import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areTooOld } from '../ingest/config/rates.ts';
import { sampleRates } from './prices.ts';

const MS_PER_DAY = 86_400_000;

test('the rates are never too old and their day changes once a week, on a Monday', () => {
  const start = Date.UTC(2026, 8, 30, 23, 59);
  const dates = new Set<string>();
  for (let day = 0; day < 28; day++) {
    const now = start + day * MS_PER_DAY;
    const rates = sampleRates(now);
    assert.ok(!areTooOld(rates, now));
    assert.ok(Date.parse(rates.date) <= now);
    assert.equal(new Date(rates.date).getUTCDay(), 1);
    dates.add(rates.date);
  }
  assert.equal(dates.size, 5);
});

test('a euro and a pound are the same dollars on every day', () => {
  assert.deepEqual(sampleRates(0).usdFor, sampleRates(Date.UTC(2026, 9, 20)).usdFor);
  assert.equal(sampleRates(0).usdFor.get('EUR'), '1.17');
});
