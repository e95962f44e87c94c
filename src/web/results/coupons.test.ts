import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AUDIENCES, COUPON_USES, type ValidCoupon } from '../../domain/coupon.ts';
import { ALL_TEXTS, ENGLISH } from '../../texts/texts.ts';
import { couponOnWire } from '../../wire/result.ts';
import { formatFor } from '../format.ts';
import { conditionsIn, couponName } from './coupons.ts';

const turkish = ALL_TEXTS.find(({ code }) => code === 'tr') ?? ENGLISH;

const cents = fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: null });

const coupon = fc.record({
  id: fc.constant('c'),
  provider: fc.constant('p'),
  code: fc.constantFrom('TRIP10', null),
  discount: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 1, max: 9_900 }) }),
    fc.record({ kind: fc.constant('amount' as const), usdCents: fc.integer({ min: 1, max: 9_999 }) }),
  ),
  audience: fc.constantFrom(...AUDIENCES),
  use: fc.constantFrom(...COUPON_USES),
  minimumSpendUsdCents: cents,
  maximumDiscountUsdCents: cents,
  countries: fc.constantFrom(null, ['TR'], ['DE', 'TR']),
  plans: fc.constantFrom(null, ['x']),
  validFrom: fc.constant(null),
  validUntil: fc.constantFrom(null, Date.parse('2026-12-31T23:59:59Z')),
  verifiedAt: fc.constant(0),
  verification: fc.constantFrom('recent', 'aging', 'lapsed'),
});

/** null: a promotional price of the feed. The price of 10 USD, read in 1970, becomes 9 USD on a trip to Turkey. */
const onWire = (made: ValidCoupon | null) => {
  const [listCents, readAt, stops] = [1_000, 0, ['TR']];
  return couponOnWire({ coupon: made, cents: 900, applied: false }, listCents, readAt, stops);
};

test('a discount keeps the fraction of its percentage', () => {
  const [example] = fc.sample(coupon, 1);
  const discount = { kind: 'percent', basisPoints: 1_250 } as const;
  const wire = onWire({ ...example!, discount });
  assert.match(couponName(wire, formatFor(ENGLISH)), /12\.5%/);
  assert.match(couponName(wire, formatFor(turkish)), /%12,5/);
});

test('every condition of every coupon is stated in the language of the page', () => {
  fc.assert(
    fc.property(fc.option(coupon, { nil: null }), (made) => {
      const wire = onWire(made);
      for (const texts of [ENGLISH, turkish])
        assert.equal(conditionsIn(wire, formatFor(texts)).length, wire.conditions.length);
      const english = conditionsIn(wire, formatFor(ENGLISH));
      for (const condition of conditionsIn(wire, formatFor(turkish))) assert.ok(!english.includes(condition));
      assert.match(couponName(wire, formatFor(turkish)), /\d/);
    }),
    { numRuns: 60 },
  );
});
