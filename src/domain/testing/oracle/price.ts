/** The trip price of the reference implementation (rule 4): one order with at most one coupon for everyone. */
import type { Coupon } from '../../coupon.ts';
import type { Plan } from '../../plan.ts';
import { type Asked, daysOf, type Gets, type Market } from './trip.ts';

export interface Paid {
  readonly listCents: number;
  readonly cents: number;
  readonly coupon: Coupon | null;
}

function afterCoupon({ discount, ...coupon }: Coupon, orderCents: number): number {
  if (coupon.minimumSpendUsdCents !== null && orderCents < coupon.minimumSpendUsdCents) return orderCents;
  let off =
    discount.kind === 'amount' ? discount.usdCents : Math.floor((orderCents * discount.basisPoints) / 10_000);
  if (coupon.maximumDiscountUsdCents !== null) off = Math.min(off, coupon.maximumDiscountUsdCents);
  return Math.max(0, orderCents - off);
}

/** Whole days, rounded down. */
export const daysSince = (then: number, now: number): number => Math.floor((now - then) / (24 * 3_600_000));

function holds(coupon: Coupon, plan: Plan, { stops, region }: Asked, now: number): boolean {
  const places = region?.core ?? stops.map(({ country }) => country);
  return (
    coupon.provider === plan.provider &&
    coupon.audience === 'everyone' &&
    coupon.use === 'every_order' &&
    daysSince(coupon.verifiedAt, now) <= 30 &&
    (coupon.plans === null || coupon.plans.includes(plan.id)) &&
    !(coupon.excludedPlans ?? []).includes(plan.id) &&
    places.every((country) => coupon.countries === null || coupon.countries.includes(country)) &&
    (coupon.validFrom === null || coupon.validFrom <= now) &&
    (coupon.validUntil === null || now < coupon.validUntil)
  );
}

export function paidFor(plan: Plan, asked: Asked, gets: Gets, { coupons, now }: Market): Paid {
  const units = plan.validity.soldPerDay
    ? Math.min(daysOf(asked), plan.validity.days ?? daysOf(asked))
    : gets.copies;
  const listCents = units * plan.price.usdCents;
  let best: Paid = { listCents, cents: listCents, coupon: null };
  for (const coupon of coupons.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (!holds(coupon, plan, asked, now)) continue;
    const cents = afterCoupon(coupon, listCents);
    const isLarge = cents <= 0 || (listCents - cents) / listCents > 0.6;
    if (isLarge && !coupon.confirmed) continue;
    if (cents < best.cents) best = { listCents, cents, coupon };
  }
  return best;
}
