import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coupon } from './coupon.ts';
import { aCoupon } from './testing/builders.ts';
import { chooseListPrice, choosePrice, newPriceChoice, tripPrice } from './tripPrice.ts';

function choose(oneCopy: number, least: number, most: number, open: readonly Coupon[] = []) {
  const choice = newPriceChoice();
  choosePrice(oneCopy, least, most, open, choice);
  return { ...choice, coupon: choice.coupon?.id ?? null };
}
const amount = (id: string, usdCents: number, minimumSpendUsdCents: number | null = null) =>
  aCoupon({ id, discount: { kind: 'amount', usdCents }, minimumSpendUsdCents });

test('without a coupon the least number of copies is bought, and only what is free buys more for the same', () => {
  assert.deepEqual(choose(500, 2, 10), { copies: 2, cents: 1_000, coupon: null, copiesForSameCents: 2 });
  assert.deepEqual(choose(0, 2, 10), { copies: 2, cents: 0, coupon: null, copiesForSameCents: 10 });
  const choice = newPriceChoice();
  choosePrice(500, 1, 10, [amount('a', 100)], choice);
  chooseListPrice(500, 3, 10, choice);
  assert.deepEqual(choice, { copies: 3, cents: 1_500, coupon: null, copiesForSameCents: 3 });
});

test('a minimum spend far above one copy can still make more copies the cheaper order', () => {
  assert.deepEqual(choose(1_000, 1, 10, [amount('a', 2_500, 3_000)]), {
    copies: 3,
    cents: 500,
    coupon: 'a',
    copiesForSameCents: 3,
  });
});

test('of equal prices fewer copies win, then no coupon, then the lower id', () => {
  // Three copies in one order, or two in two orders, come to 1,500.
  const coupons = [amount('a', 1_500, 3_000), amount('b', 250)];
  assert.deepEqual(choose(1_000, 2, 3, coupons), {
    copies: 2,
    cents: 1_500,
    coupon: 'b',
    copiesForSameCents: 3,
  });
  assert.equal(choose(1_000, 1, 1, [amount('a', 100), amount('b', 100)]).coupon, 'a');
  assert.equal(choose(1_000, 1, 1, [amount('a', 0)]).coupon, null);
});

test('a coupon that makes copies free buys as many as may be bought', () => {
  assert.deepEqual(choose(300, 1, 4, [amount('a', 300)]), {
    copies: 1,
    cents: 0,
    coupon: 'a',
    copiesForSameCents: 4,
  });
});

test('more copies for the same money are counted up to where they cost more', () => {
  assert.deepEqual(choose(1_000, 1, 10, [amount('a', 1_000, 2_000)]), {
    copies: 1,
    cents: 1_000,
    coupon: null,
    copiesForSameCents: 2,
  });
});

test('offers beside the price are those of conditional coupons alone', () => {
  const choice = newPriceChoice();
  const open = amount('open', 100);
  choosePrice(1_000, 1, 1, [open], choice);
  const first = aCoupon({ id: 'first', use: 'first_order', discount: { kind: 'amount', usdCents: 400 } });
  const price = tripPrice(1_000, choice, [amount('better', 300), first, open]);
  assert.deepEqual(
    price.offers.map(({ coupon, cents, applied }) => [coupon.id, cents, applied]),
    [
      ['open', 900, true],
      ['first', 600, false],
    ],
  );
});
