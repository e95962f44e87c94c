/** Section 4 of docs/ranking.md: what the trip costs with one plan, and what other coupons would make of it. */
import type { Coupon } from '../coupon.ts';
import type { Destination } from '../destination.ts';
import { percentOff } from '../money.ts';
import type { Instant, Plan } from '../plan.ts';
import type { Demand } from './need.ts';
import type { CouponOffer } from './ranked.ts';

const OFFERS_MAX = 3;

/** The first instant counts, the last does not. At several stops it must be valid at all of them. */
function isValid({ validFrom, validUntil, countries }: Coupon, demand: Demand, now: Instant): boolean {
  return (
    (validFrom === null || validFrom <= now) &&
    (validUntil === null || now < validUntil) &&
    (countries === null || demand.countries.every((country) => countries.includes(country)))
  );
}

/** Only a coupon for everyone and for every order may set a price. */
const isPublic = ({ audience, use }: Coupon): boolean => audience === 'everyone' && use === 'every_order';

/** Valid coupons by provider id, each list in the order of coupon ids. */
export type ValidCoupons = ReadonlyMap<string, readonly Coupon[]>;

export function validCoupons({ coupons }: Destination, demand: Demand, now: Instant): ValidCoupons {
  const valid = new Map<string, readonly Coupon[]>();
  for (const [provider, all] of coupons) {
    const list = all.filter((coupon) => isValid(coupon, demand, now));
    if (list.length > 0) valid.set(provider, list);
  }
  return valid;
}

/** The next instant at which a coupon of this destination begins or ends; null where none does. */
export function nextCouponChange({ coupons }: Destination, now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const list of coupons.values()) {
    for (const { validFrom, validUntil } of list) {
      for (const at of [validFrom, validUntil]) {
        if (at !== null && at > now && (next === null || at < next)) next = at;
      }
    }
  }
  return next;
}

/** One order of `cents` after the coupon: never below zero, the order's own price below the minimum spend. */
export function orderCents(coupon: Coupon, cents: number): number {
  const { discount, minimumSpendUsdCents: least, maximumDiscountUsdCents: most } = coupon;
  if (least !== null && cents < least) return cents;
  const off = discount.kind === 'percent' ? percentOff(cents, discount.basisPoints) : discount.usdCents;
  return cents - Math.min(cents, off, most ?? off);
}

const NO_COUPONS: readonly Coupon[] = [];

function couponsOf(coupons: ValidCoupons, { provider, id }: Plan): readonly Coupon[] {
  const ofProvider = coupons.get(provider);
  if (ofProvider === undefined) return NO_COUPONS;
  return ofProvider.filter(({ plans }) => plans === null || plans.includes(id));
}

/** The price of the whole order that any traveller can get. */
export interface OrderPrice {
  readonly listCents: number;
  readonly cents: number;
  /** The coupon that sets the price; null: the list price. */
  readonly coupon: Coupon | null;
}

export function orderPriceOf(plan: Plan, units: number, coupons: ValidCoupons): OrderPrice {
  const listCents = units * plan.price.usdCents;
  let best: OrderPrice = { listCents, cents: listCents, coupon: null };
  for (const coupon of couponsOf(coupons, plan)) {
    if (!isPublic(coupon)) continue;
    const cents = orderCents(coupon, listCents);
    if (cents < best.cents) best = { listCents, cents, coupon };
  }
  return best;
}

/** The applied coupon and, beside it, what some travellers could get: conditional coupons and promotional prices. */
export function couponOffersOf(
  plan: Plan,
  units: number,
  { listCents, cents, coupon: applied }: OrderPrice,
  coupons: ValidCoupons,
): CouponOffer[] {
  const others: CouponOffer[] = [];
  for (const coupon of couponsOf(coupons, plan)) {
    if (isPublic(coupon)) continue;
    const withCoupon = orderCents(coupon, listCents);
    if (withCoupon < cents) others.push({ coupon, cents: withCoupon, applied: false });
  }
  const { promoUsdCents } = plan.price;
  if (promoUsdCents !== null && promoUsdCents * units < cents) {
    others.push({ coupon: null, cents: promoUsdCents * units, applied: false });
  }
  // The sort is stable, so equal prices stay in the order of ids.
  others.sort((a, b) => a.cents - b.cents);
  const first = applied === null ? [] : [{ coupon: applied, cents, applied: true }];
  return [...first, ...others].slice(0, OFFERS_MAX);
}
