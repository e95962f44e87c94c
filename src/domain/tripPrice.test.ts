import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coupon } from './coupon.ts';
import { rank } from './ranking/rank.ts';
import type { Ranked } from './ranking/ranked.ts';
import { aCoupon, aListing, COUNTRY, type ListingParts, NOW } from './testing/builders.ts';
import { viewOf } from './testing/view.ts';
import type { Need } from './trip.ts';

/** The one plan of a market, ranked. */
function only(
  parts: ListingParts,
  days: number,
  need: Need = 'normal',
  coupons: readonly Coupon[] = [],
): Ranked {
  return rank(viewOf([aListing(parts)], coupons), { country: COUNTRY, days, need }, NOW).cheapest[0]!;
}

function copiesAndCents(ranked: Ranked): readonly [number, number] {
  return [ranked.fit.copies, ranked.price.cents];
}

const threeOff = { discount: { kind: 'amount' as const, usdCents: 300 } };

test('a plan is bought as often as covers both days and data', () => {
  assert.deepEqual(copiesAndCents(only({ cents: 500, megabytes: 3_000, days: 30 }, 7)), [3, 1_500]);
  assert.deepEqual(copiesAndCents(only({ cents: 500, megabytes: 50_000, days: 7 }, 15)), [3, 1_500]);
});

test('a plan without expiry covers any trip', () => {
  assert.deepEqual(copiesAndCents(only({ cents: 500, megabytes: 90_000, days: null }, 90)), [1, 500]);
});

test('ten copies are the most, and what is still missing is said', () => {
  const ranked = only({ cents: 100, megabytes: 1_000, days: 1 }, 20);
  assert.deepEqual(copiesAndCents(ranked), [10, 1_000]);
  assert.deepEqual([ranked.fit.meetsNeed, ranked.fit.shortByMb, ranked.fit.shortByDays], [false, 10_000, 10]);
});

test('a plan for new customers is bought once; where that is unknown, as often as needed', () => {
  assert.equal(only({ megabytes: 3_000, facts: { newCustomersOnly: true } }, 7).fit.copies, 1);
  assert.equal(only({ megabytes: 3_000, facts: { newCustomersOnly: null } }, 7).fit.copies, 3);
});

test('a daily allowance is bought for the days alone; copies never stack on one day', () => {
  const allowance = { model: 'per_day' as const };
  assert.deepEqual(
    copiesAndCents(only({ allowance, megabytes: 1_000, days: 7, cents: 700 }, 14)),
    [2, 1_400],
  );
  const small = only({ allowance, megabytes: 500, days: 7, cents: 700 }, 7);
  assert.deepEqual([small.fit.copies, small.fit.meetsNeed, small.fit.shortByMb], [1, false, 3_500]);
});

test('a plan sold by the day costs its price times the days, in one order', () => {
  const validity = { soldPerDay: true, days: null };
  const allowance = { model: 'per_day' as const };
  const ranked = only({ allowance, validity, megabytes: 1_000, cents: 150 }, 9);
  assert.deepEqual(copiesAndCents(ranked), [1, 1_350]);
  assert.equal(ranked.price.listCents, 1_350);
});

test('a plan sold by the day with an upper bound is priced for the bound and short of the rest', () => {
  const ranked = only(
    { allowance: { model: 'per_day' }, validity: { soldPerDay: true, days: 5 }, cents: 150 },
    9,
  );
  assert.deepEqual([ranked.price.cents, ranked.fit.shortByDays, ranked.fit.meetsNeed], [750, 4, false]);
});

test('a coupon on a day-sold plan is used once, for the one order is one', () => {
  const parts = {
    allowance: { model: 'per_day' as const },
    validity: { soldPerDay: true, days: null },
    cents: 150,
  };
  assert.equal(only(parts, 10, 'normal', [aCoupon(threeOff)]).price.cents, 1_200);
});

test('data after the cap counts from 1 Mbps on, not below, not where the speed is unknown', () => {
  const meets = (throttleKbps: number | null, afterCap: 'throttle' | 'unknown' = 'throttle') =>
    only({ megabytes: 100, allowance: { afterCap, throttleKbps } }, 7).fit;
  assert.deepEqual([meets(1_000).meetsNeed, meets(1_000).copies, meets(1_000).fullSpeed], [true, 1, false]);
  assert.equal(meets(999).meetsNeed, false);
  assert.equal(meets(null).meetsNeed, false);
  assert.equal(meets(5_000, 'unknown').meetsNeed, false);
});

test('a plan whose own top speed is below 1 Mbps has no usable data', () => {
  const slow = only({ allowance: { maxKbps: 512 } }, 7).fit;
  assert.deepEqual([slow.meetsNeed, slow.shortByMb, slow.copies], [false, 7_000, 1]);
});

test('unlimited without a stated fair-use rule is read as 1 GB a day', () => {
  const unstated = { allowance: { model: 'unlimited' as const } };
  assert.equal(only(unstated, 7, 'normal').fit.meetsNeed, true);
  assert.equal(only(unstated, 7, 'heavy').fit.shortByMb, 14_000);
  assert.equal(only(unstated, 7, 'unlimited').fit.shortByMb, 14_000);
  assert.ok(only(unstated, 7).reasons.some(({ code }) => code === 'fair_use_unstated'));
});

test('unlimited is met without cap, with 3 GB a day, or with a fast remainder', () => {
  const meets = (parts: ListingParts) => {
    const fit = only({ ...parts, allowance: { model: 'unlimited', ...parts.allowance } }, 7, 'unlimited').fit;
    return [fit.meetsNeed, fit.fullSpeed, fit.mbForTrip];
  };
  assert.deepEqual(meets({ allowance: { uncapped: true } }), [true, true, null]);
  assert.deepEqual(meets({ fullSpeedMbPerDay: 3_000 }), [true, true, 21_000]);
  assert.deepEqual(meets({ fullSpeedMbPerDay: 2_999 }), [false, false, 20_993]);
  assert.deepEqual(
    meets({ fullSpeedMbPerDay: 500, allowance: { afterCap: 'throttle', throttleKbps: 1_024 } }),
    [true, false, 3_500],
  );
});

test('the price for any traveller uses a coupon for everyone, and says so first', () => {
  const { price } = only({ cents: 1_400 }, 7, 'normal', [aCoupon()]);
  assert.deepEqual([price.listCents, price.cents], [1_400, 1_260]);
  assert.deepEqual(
    price.offers.map(({ cents, applied }) => [cents, applied]),
    [[1_260, true]],
  );
});

test('a conditional coupon rides beside with its own price and leaves the price alone', () => {
  const { price } = only({ cents: 1_400 }, 7, 'normal', [
    aCoupon(),
    aCoupon({
      id: 'new',
      audience: 'new_customers',
      use: 'first_order',
      discount: { kind: 'percent', basisPoints: 2_000 },
    }),
    aCoupon({ id: 'worse', use: 'first_order', discount: { kind: 'percent', basisPoints: 100 } }),
  ]);
  assert.equal(price.cents, 1_260);
  assert.deepEqual(
    price.offers.map(({ coupon, cents }) => [coupon.id, cents]),
    [
      ['coupon', 1_260],
      ['new', 1_120],
    ],
  );
});

test('at most three coupons are shown: the applied one, then the lowest prices, then ids', () => {
  const first = (id: string, basisPoints: number) =>
    aCoupon({ id, use: 'first_order', discount: { kind: 'percent', basisPoints } });
  const coupons = [
    first('d', 2_000),
    first('b', 3_000),
    first('c', 3_000),
    first('a', 2_500),
    aCoupon({ id: 'z' }),
  ];
  const { offers } = only({ cents: 1_000 }, 7, 'normal', coupons).price;
  assert.deepEqual(
    offers.map(({ coupon }) => coupon.id),
    ['z', 'b', 'c'],
  );
});

test('one copy more can be the cheaper order where a minimum spend rewards it', () => {
  const coupon = aCoupon({ minimumSpendUsdCents: 3_000, discount: { kind: 'amount', usdCents: 1_500 } });
  assert.deepEqual(
    copiesAndCents(only({ cents: 1_000, megabytes: 5_000 }, 7, 'normal', [coupon])),
    [3, 1_500],
  );
});

test('a coupon that lowers nothing is not applied, and equal coupons are taken by id', () => {
  const useless = aCoupon({ minimumSpendUsdCents: 9_999 });
  assert.deepEqual(only({ cents: 1_000 }, 7, 'normal', [useless]).price.offers, []);
  const equal = only({ cents: 1_000 }, 7, 'normal', [aCoupon({ id: 'b' }), aCoupon({ id: 'a' })]);
  assert.equal(equal.price.offers[0]?.coupon.id, 'a');
});
