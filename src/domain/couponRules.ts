/** Whether a coupon may be used, and what it makes of a price. */
import type { Coupon } from './coupon.ts';
import { percentOff } from './money.ts';
import type { CountryCode, Instant } from './plan.ts';
import { COPIES_MAX } from './ranking/weights.ts';

/** The first instant counts, the last does not. */
export function isValidFor(coupon: Coupon, country: CountryCode, now: Instant): boolean {
  return (
    (coupon.validFrom === null || coupon.validFrom <= now) &&
    (coupon.validUntil === null || now < coupon.validUntil) &&
    (coupon.countries === null || coupon.countries.includes(country))
  );
}

/** Plan lists can be long and are asked for each plan of a country, so each is turned into a set once. */
const planSets = new WeakMap<readonly string[], ReadonlySet<string>>();

export function coversPlan(coupon: Coupon, planId: string): boolean {
  if (coupon.plans === null) return true;
  let plans = planSets.get(coupon.plans);
  if (plans === undefined) {
    plans = new Set(coupon.plans);
    planSets.set(coupon.plans, plans);
  }
  return plans.has(planId);
}

/** Only a coupon that any traveller can use on any order may set a price. An old customer has no first order. */
export function isPublic(coupon: Coupon): boolean {
  return coupon.audience === 'everyone' && coupon.use === 'every_order';
}

/** One order of `cents` after the coupon: never below zero, the order's own price below the minimum spend. */
export function orderCents(coupon: Coupon, cents: number): number {
  const minimum = coupon.minimumSpendUsdCents;
  if (minimum !== null && cents < minimum) return cents;
  const { discount, maximumDiscountUsdCents: most } = coupon;
  const off = discount.kind === 'percent' ? percentOff(cents, discount.basisPoints) : discount.usdCents;
  return cents - Math.min(cents, most === null ? off : Math.min(off, most));
}

/** Prices of 1, 2 … copies so far; reused by every call, because ranking asks once per plan and coupon. */
const cheapest = new Float64Array(COPIES_MAX + 1);

/** A percentage without an upper bound never gains by splitting: rounding down favours one large order. */
export function maySplit({ discount, maximumDiscountUsdCents }: Coupon): boolean {
  return discount.kind !== 'percent' || maximumDiscountUsdCents !== null;
}

/**
 * The price of `copies`, split into orders in the cheapest way. Where a split may pay, it must be asked for 1, then 2,
 * and so on: each answer builds on those before it.
 */
export function nextSplitCents(coupon: Coupon, copyCents: number, copies: number): number {
  let best = orderCents(coupon, copies * copyCents);
  if (maySplit(coupon)) {
    // Both parts are already split in their own cheapest way, so trying each pair once is enough.
    for (let part = copies >> 1; part > 0; part--) {
      const cents = cheapest[part]! + cheapest[copies - part]!;
      if (cents < best) best = cents;
    }
  }
  cheapest[copies] = best;
  return best;
}

/** From here on, a further copy never makes the whole cheaper: only a minimum spend can reward buying more. */
export function neverRewardsMore(coupon: Coupon, copyCents: number): boolean {
  return coupon.minimumSpendUsdCents === null || copyCents >= coupon.minimumSpendUsdCents;
}

/** The price of `copies` with this coupon: a first-order coupon takes them all in that one order. */
export function couponCents(coupon: Coupon, copyCents: number, copies: number): number {
  if (coupon.use === 'first_order') return orderCents(coupon, copies * copyCents);
  let cents = 0;
  for (let count = 1; count <= copies; count++) cents = nextSplitCents(coupon, copyCents, count);
  return cents;
}
