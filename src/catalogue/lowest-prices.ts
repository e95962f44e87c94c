/**
 * The lowest trip price of each destination for each need, for the pages of destinations and regions. The prices are
 * computed in the background after each snapshot. The loop runs over plans and not over destinations, because the trip
 * price of a plan is the same at nearly all of its destinations. It creates no lists of offers.
 */
import type { Destination } from '../domain/destination.ts';
import { freshnessAt } from '../domain/freshness.ts';
import type { CountryCode, Instant, Plan } from '../domain/plan.ts';
import { fitOf } from '../domain/ranking/fit.ts';
import { type Demand, demandOf } from '../domain/ranking/need.ts';
import { tripPriceOf, type ValidCoupons, validCoupons } from '../domain/ranking/trip-price.ts';
import { NEEDS, type Need } from '../domain/trip.ts';
import type { Catalogue } from './catalogue.ts';
import { Slices } from './slices.ts';

/** The length of the trip that the prices are for. */
export const LOWEST_PRICE_DAYS = 7;

/** In US cents; null: no plan that any traveller can buy meets the need. */
type PriceByNeed = Readonly<Record<Need, number | null>>;

export interface LowestPrices {
  readonly computedAt: Instant;
  /** Every destination with plans has an entry. */
  readonly byCountry: ReadonlyMap<CountryCode, PriceByNeed>;
}

const DEMANDS: readonly Demand[] = NEEDS.map((need) =>
  demandOf({ country: '', days: LOWEST_PRICE_DAYS, need }),
);

/**
 * Each price is that of the first offer of Cheapest at `now`, if it meets the need and any traveller can buy it. Returns
 * null if the result became obsolete during the computation.
 */
export async function computeLowestPrices(
  catalogue: Catalogue,
  now: Instant,
  isObsolete: () => boolean = () => false,
): Promise<LowestPrices | null> {
  const byCountry = new Map<CountryCode, Record<Need, number | null>>(
    catalogue.destinations.map(({ code }) => [
      code,
      { light: null, normal: null, heavy: null, unlimited: null },
    ]),
  );
  const couponsIn = couponsByCountry(catalogue.coupons, now);
  const slices = new Slices();
  for (const { plan, observation } of catalogue.plans()) {
    if (slices.isOver) {
      await slices.pause();
      if (isObsolete()) return null;
    }
    const { inStock, newCustomersOnly } = plan.facts;
    if (inStock === false || newCustomersOnly === true) continue;
    if (freshnessAt(observation.observedAt, now) === 'expired') continue;
    const hasCoupons = catalogue.coupons.has(plan.provider);
    for (const { need, quantity } of ordersOf(plan)) {
      const listCents = quantity * plan.price.usdCents;
      for (const country of plan.coverage.destinations) {
        const lowest = byCountry.get(country)!;
        const cents = hasCoupons ? tripPriceOf(plan, quantity, couponsIn(country)).cents : listCents;
        if (lowest[need] === null || cents < lowest[need]) lowest[need] = cents;
      }
    }
  }
  return { computedAt: now, byCountry };
}

/** The needs that a plan meets, each with the number that its price is multiplied by. */
function ordersOf(plan: Plan): { readonly need: Need; readonly quantity: number }[] {
  return DEMANDS.flatMap((demand) => {
    if (demand.need === 'unlimited' && plan.allowance.model !== 'unlimited') return [];
    const { meetsNeed, quantity } = fitOf(plan, demand);
    return meetsNeed ? [{ need: demand.need, quantity }] : [];
  });
}

/** Returns a function that computes the valid coupons of a country once. */
function couponsByCountry(
  coupons: Destination['coupons'],
  now: Instant,
): (country: CountryCode) => ValidCoupons {
  const computed = new Map<CountryCode, ValidCoupons>();
  return (country) => {
    const valid = computed.get(country) ?? validCoupons(coupons, [country], now);
    computed.set(country, valid);
    return valid;
  };
}
