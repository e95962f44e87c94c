import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { couponCents, coversPlan, isPublic, isValidFor, orderCents } from './couponRules.ts';
import { couponArbitrary } from './testing/arbitraries.ts';
import { aCoupon, NOW } from './testing/builders.ts';
import { oracleCouponCents } from './testing/oracle.price.ts';

const amount = (usdCents: number) => ({ discount: { kind: 'amount' as const, usdCents } });

test('a coupon counts from its first instant up to, not at, its last', () => {
  const coupon = aCoupon({ validFrom: NOW, validUntil: NOW + 10 });
  const valid = [NOW - 1, NOW, NOW + 9, NOW + 10].map((now) => isValidFor(coupon, 'TR', now));
  assert.deepEqual(valid, [false, true, true, false]);
});

test('a coupon counts only for the destinations and plans that it names', () => {
  assert.equal(isValidFor(aCoupon({ countries: ['DE'] }), 'TR', NOW), false);
  assert.equal(isValidFor(aCoupon({ countries: ['DE', 'TR'] }), 'TR', NOW), true);
  assert.equal(coversPlan(aCoupon({ plans: ['a'] }), 'b'), false);
  assert.equal(coversPlan(aCoupon({ plans: ['a'] }), 'a'), true);
  assert.equal(coversPlan(aCoupon(), 'b'), true);
});

test('only a coupon for everyone on every order is without personal condition', () => {
  assert.equal(isPublic(aCoupon()), true);
  assert.equal(isPublic(aCoupon({ use: 'first_order' })), false);
  assert.equal(isPublic(aCoupon({ audience: 'new_customers' })), false);
  assert.equal(isPublic(aCoupon({ audience: 'app_only' })), false);
});

test('an order below the minimum spend gets nothing, one at it gets all', () => {
  const coupon = aCoupon({ minimumSpendUsdCents: 2_000 });
  assert.equal(orderCents(coupon, 1_999), 1_999);
  assert.equal(orderCents(coupon, 2_000), 1_800);
});

test('a discount stops at its maximum and at the price itself', () => {
  assert.equal(orderCents(aCoupon({ maximumDiscountUsdCents: 50 }), 2_000), 1_950);
  assert.equal(orderCents(aCoupon(amount(3_000)), 2_000), 0);
});

test('an amount off every order is had once per copy by ordering one at a time', () => {
  assert.equal(couponCents(aCoupon(amount(300)), 1_000, 3), 2_100);
});

test('an amount off the first order is had once', () => {
  assert.equal(couponCents(aCoupon({ ...amount(300), use: 'first_order' }), 1_000, 3), 2_700);
});

test('copies are grouped just enough to reach the minimum spend of each order', () => {
  assert.equal(couponCents(aCoupon({ ...amount(500), minimumSpendUsdCents: 2_000 }), 1_000, 5), 4_000);
});

test('a capped percentage gains by splitting, an uncapped one by one large order', () => {
  assert.equal(couponCents(aCoupon({ maximumDiscountUsdCents: 100 }), 1_000, 4), 3_600);
  assert.equal(couponCents(aCoupon(), 999, 2), 1_799);
});

test('splitting copies into orders equals trying every way to split them', () => {
  fc.assert(
    fc.property(
      couponArbitrary,
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 1, max: 10 }),
      (coupon, copyCents, copies) => {
        assert.equal(couponCents(coupon, copyCents, copies), oracleCouponCents(coupon, copyCents, copies));
      },
    ),
    { numRuns: 1_000 },
  );
});
