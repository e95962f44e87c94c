import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toBytes } from './units.ts';

const mb = (amount: number, base: 1000 | 1024) => toBytes({ amount, unit: 'MB', base });

test('a feed at 1,024 MB to a GB gives the GB that it advertises', () => {
  assert.equal(mb(1024, 1024), 1_000_000_000);
  assert.equal(mb(10_240, 1024), 10_000_000_000);
  assert.equal(mb(1536, 1024), 1_500_000_000);
  assert.equal(mb(512, 1024), 500_000_000);
  assert.equal(mb(10_342, 1024), 10_100_000_000);
  assert.equal(toBytes({ amount: 5_368_709_120, unit: 'bytes', base: 1024 }), 5_000_000_000);
  assert.equal(toBytes({ amount: 104_857_600, unit: 'bytes', base: 1024 }), 100_000_000);
});

test('round megabytes are what the shop says, in either base', () => {
  for (const base of [1000, 1024] as const) {
    assert.equal(mb(500, base), 500_000_000);
    assert.equal(mb(100, base), 100_000_000);
    assert.equal(mb(1500, base), 1_500_000_000);
    assert.equal(mb(10_000, base), 10_000_000_000);
  }
});

test('gigabytes are advertised ones in either base', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(1000 as const, 1024 as const),
      (gb, base) => assert.equal(toBytes({ amount: gb, unit: 'GB', base }), gb * 1_000_000_000),
    ),
  );
});

test('whole gigabytes come out whole, whatever unit and base a feed writes them in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (gb) => {
      const forms = [
        mb(gb * 1024, 1024),
        mb(gb * 1000, 1000),
        toBytes({ amount: gb * 1024 ** 3, unit: 'bytes', base: 1024 }),
        toBytes({ amount: gb * 1000 ** 3, unit: 'bytes', base: 1000 }),
      ];
      for (const bytes of forms) assert.equal(bytes, gb * 1_000_000_000);
    }),
  );
});

test('an amount that is no positive number is none', () => {
  for (const amount of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    for (const unit of ['MB', 'GB', 'bytes'] as const)
      for (const base of [1000, 1024] as const) assert.equal(toBytes({ amount, unit, base }), null);
});
