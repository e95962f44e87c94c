/** Section 4 of docs/ranking.md: the trip price of a plan, and the prices with other coupons. */
import {
  type Coupon,
  couponChanges,
  isForPlan,
  needsConfirmation,
  orderCents,
  type ValidCoupon,
  verificationAt,
} from '../coupon.ts';
import type { Destination } from '../destination.ts';
import type { CountryCode, Instant, Plan } from '../plan.ts';

export interface CouponOffer {
  /** null: a promotional price that the feed states without its conditions. */
  readonly coupon: ValidCoupon | null;
  /** The price of the whole trip with this coupon, for the same copies. */
  readonly cents: number;
  readonly applied: boolean;
}

/** More codes would hide which one to enter. */
export const COUPONS_MAX = 3;

/** `validFrom` is inclusive, `validUntil` is exclusive. A coupon must be valid at every stop. */
function isValid(
  { validFrom, validUntil, countries }: Coupon,
  stops: readonly CountryCode[],
  now: Instant,
): boolean {
  return (
    (validFrom === null || validFrom <= now) &&
    (validUntil === null || now < validUntil) &&
    (countries === null || stops.every((country) => countries.includes(country)))
  );
}

/** A coupon sets the price if everyone can use it for every order and its confirmation has not lapsed. */
const setsPrice = ({ audience, use, verification }: ValidCoupon): boolean =>
  audience === 'everyone' && use === 'every_order' && verification !== 'lapsed';

/** Valid coupons by provider id, each list in the order of coupon ids. */
export type ValidCoupons = ReadonlyMap<string, readonly ValidCoupon[]>;

/** `stops`: the countries of the trip. */
export function validCoupons(
  coupons: Destination['coupons'],
  stops: readonly CountryCode[],
  now: Instant,
): ValidCoupons {
  const valid = new Map<string, readonly ValidCoupon[]>();
  for (const [provider, all] of coupons) {
    const list = all.flatMap((coupon): ValidCoupon[] => {
      const verification = verificationAt(coupon, now);
      return verification !== 'expired' && isValid(coupon, stops, now) ? [{ ...coupon, verification }] : [];
    });
    if (list.length > 0) valid.set(provider, list);
  }
  return valid;
}

/** The next time at which a coupon of any provider starts, ends or ages; null if there is none. */
export function nextCouponChange({ coupons }: Destination, now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const list of coupons.values()) {
    for (const at of list.flatMap(couponChanges)) if (at > now && (next === null || at < next)) next = at;
  }
  return next;
}

/** A coupon, and the price of the order with it. */
type Discounted = readonly [ValidCoupon, cents: number];

/** The coupons of a plan that make the order cheaper and whose discount is plausible or confirmed. */
function discountsOn(
  listCents: number,
  { provider, id }: Plan,
  coupons: ValidCoupons,
): readonly Discounted[] {
  const ofProvider = coupons.get(provider);
  if (ofProvider === undefined) return [];
  return ofProvider.flatMap((coupon): Discounted[] => {
    if (!isForPlan(coupon, id)) return [];
    const cents = orderCents(coupon, listCents);
    const isUsed = cents < listCents && (coupon.confirmed === true || !needsConfirmation(listCents, cents));
    return isUsed ? [[coupon, cents]] : [];
  });
}

/** The price of the whole trip, which is one order, for any traveller. */
export interface TripPrice {
  readonly listCents: number;
  readonly cents: number;
  /** The coupon that sets the price; null: the list price. */
  readonly coupon: ValidCoupon | null;
}

/** `quantity`: the copies, or the days of a plan that is sold per day. */
export function tripPriceOf(plan: Plan, quantity: number, coupons: ValidCoupons): TripPrice {
  const listCents = quantity * plan.price.usdCents;
  let best: TripPrice = { listCents, cents: listCents, coupon: null };
  for (const [coupon, cents] of discountsOn(listCents, plan, coupons))
    if (setsPrice(coupon) && cents < best.cents) best = { listCents, cents, coupon };
  return best;
}

/**
 * The applied coupon, then the offers that cannot set the price: those for some travellers only, coupons that nobody
 * confirmed recently, and the promotional price.
 */
export function couponOffersOf(
  plan: Plan,
  quantity: number,
  { listCents, cents, coupon: applied }: TripPrice,
  coupons: ValidCoupons,
): CouponOffer[] {
  const others: CouponOffer[] = [];
  for (const [coupon, withCoupon] of discountsOn(listCents, plan, coupons))
    if (!setsPrice(coupon) && withCoupon < cents) others.push({ coupon, cents: withCoupon, applied: false });
  const { promoUsdCents } = plan.price;
  const promoCents = promoUsdCents === null ? listCents : promoUsdCents * quantity;
  // The promotional price of a feed cannot be confirmed.
  if (promoCents < cents && !needsConfirmation(listCents, promoCents))
    others.push({ coupon: null, cents: promoCents, applied: false });
  // The sort is stable, so equal prices stay in the order of ids.
  others.sort((a, b) => a.cents - b.cents);
  const first = applied === null ? [] : [{ coupon: applied, cents, applied: true }];
  return [...first, ...others].slice(0, COUPONS_MAX);
}
