/**
 * Removes discounts that lead to implausibly low prices, which the quarantine would hold back. Such a coupon does not
 * apply to the plan, unless the operator confirmed the coupon. Such a promotional price is removed.
 */
import type { Market } from '../../catalogue/catalogue.ts';
import { type Coupon, isForPlan, orderCents } from '../../domain/coupon.ts';
import type { Plan } from '../../domain/plan.ts';
import type { MarketPrices } from './market-prices.ts';
import { belowFloor } from './quarantine.ts';

export function withPlausibleDiscounts(market: Market, prices: MarketPrices): Market {
  const isTooLow = (plan: Plan, usdCents: number) =>
    belowFloor(plan, usdCents) !== null || prices.isImplausible(plan, usdCents);
  const byProvider = Map.groupBy(
    market.plans.map(({ plan }) => plan),
    ({ provider }) => provider,
  );
  // The coupons come from files and feeds, so none has excluded plans yet.
  const coupons = market.coupons.map((coupon) => {
    if (coupon.confirmed === true) return coupon;
    const excludedPlans = (byProvider.get(coupon.provider) ?? [])
      .filter((plan) => isForPlan(coupon, plan.id))
      .filter((plan) => isTooLow(plan, lowestCents(coupon, plan)))
      .map(({ id }) => id);
    return excludedPlans.length === 0 ? coupon : { ...coupon, excludedPlans };
  });
  const plans = market.plans.map((observed) => {
    const { plan, observation } = observed;
    const { promoUsdCents } = plan.price;
    if (promoUsdCents === null || !isTooLow(plan, promoUsdCents)) return observed;
    return { plan: { ...plan, price: { ...plan.price, promoUsdCents: null } }, observation };
  });
  return { ...market, plans, coupons };
}

/** The lowest price per copy. The smallest order that qualifies for the discount saves the largest share. */
function lowestCents(coupon: Coupon, { price: { usdCents } }: Plan): number {
  const copies = Math.max(1, Math.ceil((coupon.minimumSpendUsdCents ?? 0) / Math.max(1, usdCents)));
  return orderCents(coupon, copies * usdCents) / copies;
}
