import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageSecondsOf, FRESHNESS, freshnessOf } from './freshness.ts';
import { dailyRateMb, dataNeededMb } from './need.ts';
import { variantDays } from './variants.ts';

test('a trip needs its daily rate times its days, at least 1 GB', () => {
  const needed = (need: 'light' | 'normal' | 'heavy' | 'unlimited', days: number) =>
    dataNeededMb({ country: 'TR', days, need });
  assert.equal(needed('light', 1), 1_000);
  assert.equal(needed('light', 3), 1_000);
  assert.equal(needed('light', 10), 3_000);
  assert.equal(needed('normal', 7), 7_000);
  assert.equal(needed('heavy', 90), 270_000);
  assert.equal(needed('unlimited', 7), null);
  assert.deepEqual(
    (['light', 'normal', 'heavy', 'unlimited'] as const).map(dailyRateMb),
    [300, 1_000, 3_000, 3_000],
  );
});

test('a price is fresh up to 24 h, aging up to 48 h, stale up to 7 days, then expired', () => {
  const hour = 3_600;
  const at = [-5, 0, 24 * hour, 24 * hour + 1, 48 * hour, 48 * hour + 1, 168 * hour, 168 * hour + 1];
  const [fresh, aging, stale, expired] = FRESHNESS;
  assert.deepEqual(at.map(freshnessOf), [fresh, fresh, fresh, aging, aging, stale, stale, expired]);
});

test('variants are the asked length and the usual ones nearby, at most seven, in order', () => {
  assert.deepEqual(variantDays(7), [1, 3, 5, 7, 10, 14, 15]);
  assert.deepEqual(variantDays(8), [3, 5, 7, 8, 10, 14, 15]);
  assert.deepEqual(variantDays(1), [1, 3, 5, 7, 10, 14, 15]);
  assert.deepEqual(variantDays(2), [1, 2, 3, 5, 7, 10, 14]);
  assert.deepEqual(variantDays(90), [15, 20, 21, 30, 45, 60, 90]);
  assert.deepEqual(variantDays(89), [20, 21, 30, 45, 60, 89, 90]);
  for (let days = 1; days <= 90; days++) {
    const lengths = variantDays(days);
    assert.equal(lengths.length, 7);
    assert.ok(lengths.includes(days) && lengths.every((length) => length >= 1 && length <= 90));
    assert.deepEqual(
      lengths,
      [...new Set(lengths)].toSorted((a, b) => a - b),
    );
  }
});

test('an age is in whole seconds, and a price from a clock ahead of ours has none', () => {
  assert.equal(ageSecondsOf(1_000, 1_090_999), 90);
  assert.equal(ageSecondsOf(1_000, 1_000_000), 0);
  assert.equal(ageSecondsOf(1_000, 5_000), 0);
});
