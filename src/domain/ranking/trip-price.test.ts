import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coupon } from '../coupon.ts';
import { aCoupon, aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { PERCENT } from './drawbacks-table.ts';
import { rank } from './rank.ts';
import { nextCouponChange } from './trip-price.ts';

/** The price of one plan with these coupons, for seven days and the need `normal`. `{}` is a coupon of 10%. */
function priceOf(parts: ListingParts, coupons: readonly Partial<Coupon>[]) {
  const all = coupons.map((coupon, index) => aCoupon({ id: `c${index}`, ...coupon }));
  const { cheapest } = rank(
    destinationOf([aListing(parts)], all),
    { country: COUNTRY, days: 7, need: 'normal' },
    NOW,
  );
  const { price, coupons: found, drawbacks } = cheapest[0] ?? assert.fail('nothing is listed');
  const offers = found.map(
    ({ coupon, cents, applied }) => `${coupon?.id ?? 'promo'} ${cents}${applied ? ' applied' : ''}`,
  );
  return { ...price, offers, drawbacks };
}

const amount = (usdCents: number) => ({ discount: { kind: 'amount' as const, usdCents } });

test('copies are one order, to which minimum spend and maximum discount apply', () => {
  // Two copies of 5 GB at $9.99.
  const two = { megabytes: 5_000, cents: 999 };
  assert.equal(priceOf(two, []).cents, 1_998);
  assert.equal(priceOf(two, [{ ...amount(500), minimumSpendUsdCents: 1_500 }]).cents, 1_498);
  assert.equal(priceOf(two, [{ ...amount(500), minimumSpendUsdCents: 1_999 }]).cents, 1_998);
  assert.equal(priceOf(two, [{ maximumDiscountUsdCents: 100 }]).cents, 1_898);
});

test('a coupon does not increase the number of copies', () => {
  const one = priceOf({ cents: 1_000 }, [{ ...amount(1_500), minimumSpendUsdCents: 2_000 }]);
  assert.equal(one.cents, 1_000);
});

test('a discount is rounded down to the cent and never makes a price negative', () => {
  assert.equal(priceOf({ cents: 999 }, [{}]).cents, 900);
  assert.equal(priceOf({ cents: 300 }, [{ ...amount(500), confirmed: true }]).cents, 0);
});

const DAY_MS = 86_400_000;

test('a coupon ages by whole days: a drawback from 8, not in the price from 31, not listed from 91', () => {
  const aged = (days: number, moreMs = 0) => {
    const { cents, offers, drawbacks } = priceOf({ cents: 10_000 }, [
      { verifiedAt: NOW - days * DAY_MS - moreMs },
    ]);
    const aging = drawbacks.find(({ code }) => code === 'coupon_aging');
    return [cents, offers, aging?.percent ?? 0, aging?.cents ?? 0];
  };
  assert.deepEqual(aged(7, DAY_MS - 1), [9_000, ['c0 9000 applied'], 0, 0]);
  const agingCents = (9_000 * PERCENT.coupon_aging) / 100;
  const aging = [9_000, ['c0 9000 applied'], PERCENT.coupon_aging, agingCents];
  assert.deepEqual(aged(8), aging);
  assert.deepEqual(aged(30, DAY_MS - 1), aging);
  assert.deepEqual(aged(31), [10_000, ['c0 9000'], 0, 0]);
  assert.deepEqual(aged(90, DAY_MS - 1), [10_000, ['c0 9000'], 0, 0]);
  assert.deepEqual(aged(91), [10_000, [], 0, 0]);
});

test('a discount above 60%, or a price of zero, needs the confirmation of the operator', () => {
  const percent = (basisPoints: number) => ({ discount: { kind: 'percent' as const, basisPoints } });
  const outcome = (coupon: Partial<Coupon>) => {
    const { cents, offers } = priceOf({ cents: 1_000 }, [coupon]);
    return [cents, offers];
  };
  assert.deepEqual(outcome(percent(6_000)), [400, ['c0 400 applied']]);
  assert.deepEqual(outcome(percent(6_100)), [1_000, []]);
  assert.deepEqual(outcome({ ...percent(6_100), confirmed: true }), [390, ['c0 390 applied']]);
  assert.deepEqual(outcome(percent(10_000)), [1_000, []]);
  assert.deepEqual(outcome({ ...amount(700), audience: 'new_customers' }), [1_000, []], 'it is not listed');
  // The discount is limited to 10% of the order.
  assert.deepEqual(outcome({ ...percent(10_000), maximumDiscountUsdCents: 100 }), [900, ['c0 900 applied']]);
  const promo = priceOf({ cents: 1_000, price: { promoUsdCents: 390 } }, []);
  assert.deepEqual(promo.offers, [], 'the promotional price of a feed cannot be confirmed');
});

test('a coupon is neither applied to nor listed for a plan that it excludes', () => {
  const [id, other] = [aListing({}).plan.id, 'another'];
  assert.deepEqual(priceOf({ cents: 1_000 }, [{ excludedPlans: [id] }]).offers, []);
  assert.deepEqual(priceOf({ cents: 1_000 }, [{ excludedPlans: [other] }]).offers, ['c0 900 applied']);
});

test('the two drawbacks of an aging coupon are together at most its saving', () => {
  const of = (saved: number) =>
    priceOf({ cents: 10_000 }, [{ ...amount(saved), verifiedAt: NOW - 8 * DAY_MS }])
      .drawbacks.filter(({ code }) => code.startsWith('coupon'))
      .map(({ code, cents }) => `${code} ${cents}`);
  assert.deepEqual(of(5), ['coupon 5', 'coupon_aging 0']);
  // The saving is one cent less than both drawbacks, so the second one is limited.
  const percent = PERCENT.coupon + PERCENT.coupon_aging;
  const saved = Math.ceil((10_000 * percent) / (100 + percent)) - 1;
  const coupon = Math.round(((10_000 - saved) * PERCENT.coupon) / 100);
  assert.deepEqual(of(saved).sort(), [`coupon ${coupon}`, `coupon_aging ${saved - coupon}`]);
  assert.deepEqual(of(5_000).sort(), [
    `coupon ${(5_000 * PERCENT.coupon) / 100}`,
    `coupon_aging ${(5_000 * PERCENT.coupon_aging) / 100}`,
  ]);
});

test('only a coupon for everyone and every order sets the price; others are listed, the cheapest first', () => {
  const coupons: Partial<Coupon>[] = [
    {},
    { discount: { kind: 'percent', basisPoints: 2_000 }, audience: 'new_customers' },
    { discount: { kind: 'percent', basisPoints: 5_000 }, use: 'first_order' },
    { discount: { kind: 'percent', basisPoints: 500 }, audience: 'app_only' },
    { discount: { kind: 'percent', basisPoints: 3_000 }, audience: 'app_only' },
  ];
  const { cents, listCents, offers, drawbacks } = priceOf({ cents: 1_000 }, coupons);
  assert.deepEqual([cents, listCents], [900, 1_000]);
  // At most three are listed, so c1 and c3 are not.
  assert.deepEqual(offers, ['c0 900 applied', 'c2 500', 'c4 700']);
  assert.ok((drawbacks.find(({ code }) => code === 'coupon')?.cents ?? 0) > 0);
});

test('a promotional price without stated conditions is listed, for all copies', () => {
  const { cents, offers } = priceOf({ megabytes: 5_000, cents: 999, price: { promoUsdCents: 500 } }, []);
  assert.deepEqual([cents, offers], [1_998, ['promo 1000']]);
});

test('the drawback of a coupon is at most its saving', () => {
  const { drawbacks } = priceOf({ cents: 10_000 }, [amount(50)]);
  const coupon = drawbacks.find(({ code }) => code === 'coupon');
  assert.deepEqual(coupon, { code: 'coupon', percent: PERCENT.coupon, cents: 50 });
});

test('a plan that is sold per day is one order with the days of the trip', () => {
  const byTheDay = { cents: 200, days: 5, validity: { soldPerDay: true } };
  assert.equal(priceOf({ ...byTheDay, days: null }, []).cents, 1_400);
  assert.equal(priceOf(byTheDay, []).cents, 1_000, 'at most its stated days');
});

test('the next change of a coupon is found, so that a response can expire then', () => {
  const destination = destinationOf(
    [aListing()],
    [
      aCoupon({ id: 'a', validUntil: NOW + 5_000 }),
      aCoupon({ id: 'b', validFrom: NOW + 3_000 }),
      aCoupon({ id: 'c', validUntil: NOW }),
    ],
  );
  assert.equal(nextCouponChange(destination, NOW), NOW + 3_000);
  assert.equal(nextCouponChange(destination, NOW + 3_000), NOW + 5_000);
  assert.equal(nextCouponChange(destination, NOW + 5_000), NOW + 8 * DAY_MS);
  assert.equal(nextCouponChange(destination, NOW + 8 * DAY_MS), NOW + 31 * DAY_MS);
  assert.equal(nextCouponChange(destination, NOW + 31 * DAY_MS), NOW + 91 * DAY_MS);
  assert.equal(nextCouponChange(destination, NOW + 91 * DAY_MS), null);
});

test('with several stops, a coupon must be valid at each of them', () => {
  const listing = aListing({ megabytes: 20_000, coverage: { destinations: ['GR', COUNTRY] } });
  const trip = { country: COUNTRY, days: 7, need: 'normal', then: [{ country: 'GR', days: 3 }] } as const;
  const centsWith = (...countries: string[]) =>
    rank(destinationOf([listing], [aCoupon({ countries })]), trip, NOW).cheapest[0]?.price.cents;
  assert.deepEqual([centsWith(COUNTRY), centsWith('GR'), centsWith(COUNTRY, 'GR')], [1_000, 1_000, 900]);
});

test('a coupon that only some travellers can use is listed if it is cheaper than the price', () => {
  const forNew = (basisPoints: number) => ({
    discount: { kind: 'percent' as const, basisPoints },
    audience: 'new_customers' as const,
  });
  assert.deepEqual(priceOf({}, [{}, forNew(2_000)]).offers, ['c0 900 applied', 'c1 800']);
  assert.deepEqual(priceOf({}, [{}, forNew(1_000)]).offers, ['c0 900 applied']);
  assert.deepEqual(priceOf({}, [{}, forNew(500)]).offers, ['c0 900 applied']);
});
