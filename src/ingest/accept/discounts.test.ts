import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketOf } from '../../catalogue/testing/market.ts';
import { aCoupon } from '../../domain/testing/builders.ts';
import { plan } from '../testing/plans.ts';
import { withPlausibleDiscounts } from './discounts.ts';
import { marketPrices } from './market-prices.ts';

const planOf = (provider: string, usd: string, externalId = `${provider}-${usd}`) =>
  plan({ prices: { USD: usd }, externalId }, { provider });
/** The market price is $20. */
const OTHERS = [planOf('a', '20.00'), planOf('b', '20.00'), planOf('c', '20.00')];

function excluded(usd: string, changes: Parameters<typeof aCoupon>[0]): boolean {
  const own = planOf('me', usd);
  const plans = [own, ...OTHERS];
  const market = marketOf(plans, { coupons: [aCoupon({ provider: 'me', ...changes })] });
  const [checked] = withPlausibleDiscounts(market, marketPrices(plans)).coupons;
  return checked?.excludedPlans?.includes(own.id) ?? false;
}

const half = { discount: { kind: 'percent', basisPoints: 5_000 } } as const;

test('a coupon excludes a plan that it would make a tenth of the market price or cheaper', () => {
  assert.equal(excluded('4.00', half), true);
  assert.equal(excluded('4.02', half), false);
  assert.equal(excluded('20.00', half), false);
  assert.equal(excluded('4.00', { ...half, confirmed: true }), false);
  assert.equal(excluded('4.00', { ...half, plans: ['another'] }), false);
});

test('the price of one copy in the smallest order that gets the discount is compared', () => {
  const off = (usdCents: number, minimumSpendUsdCents: number | null) =>
    ({ discount: { kind: 'amount', usdCents }, minimumSpendUsdCents }) as const;
  // $3 off leaves $2.00, a tenth of the market price.
  assert.equal(excluded('5.00', off(300, null)), true);
  // An order of $10 has two copies, so that $3 off is $1.50 off each of them.
  assert.equal(excluded('5.00', off(300, 1_000)), false);
  // $6 off this order is $3 off each copy: $2.00, a tenth of the market price.
  assert.equal(excluded('5.00', off(600, 1_000)), true);
});

test('an implausible promotional price of a feed is removed, and a plausible one stays', () => {
  const promoted = (promoUsdCents: number) => {
    const own = planOf('me', '4.00');
    const plans = [{ ...own, price: { ...own.price, promoUsdCents } }, ...OTHERS];
    const { plans: checked } = withPlausibleDiscounts(marketOf(plans), marketPrices(plans));
    return checked[0]?.plan.price.promoUsdCents;
  };
  assert.equal(promoted(200), null);
  assert.equal(promoted(201), 201);
});

test('a coupon and a promotional price below the price floor are not used, in thin markets too', () => {
  const large = plan({ prices: { USD: '1.50' }, data: 50_000_000_000 }, { provider: 'me' });
  const usedDiscounts = ({ promoUsdCents, percentOff }: { promoUsdCents: number; percentOff: number }) => {
    const own = { ...large, price: { ...large.price, promoUsdCents } };
    const coupon = aCoupon({ provider: 'me', discount: { kind: 'percent', basisPoints: percentOff * 100 } });
    const market = marketOf([own], { coupons: [coupon] });
    const checked = withPlausibleDiscounts(market, marketPrices([own]));
    return {
      promoUsdCents: checked.plans[0]?.plan.price.promoUsdCents,
      isCouponUsed: checked.coupons[0]?.excludedPlans === undefined,
    };
  };
  // 50 GB cost at least $1.00.
  const below = usedDiscounts({ promoUsdCents: 99, percentOff: 34 });
  assert.deepEqual(below, { promoUsdCents: null, isCouponUsed: false });
  const above = usedDiscounts({ promoUsdCents: 100, percentOff: 33 });
  assert.deepEqual(above, { promoUsdCents: 100, isCouponUsed: true });
});
