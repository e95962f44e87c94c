/** Which coupons count: sorted out once for a provider, then for each of its plans. */
import type { DestinationView } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import { coversPlan, isPublic, isValidFor } from '../couponRules.ts';
import type { Instant } from '../plan.ts';
import type { Trip } from '../trip.ts';

const NO_COUPONS: readonly Coupon[] = [];

/** A provider's coupons that are valid at this time for this destination, in the order of their ids. */
export function couponsForTrip(
  view: DestinationView,
  provider: number,
  trip: Trip,
  now: Instant,
): readonly Coupon[] {
  const all = view.coupons.get(provider);
  if (all === undefined) return NO_COUPONS;
  return all.filter((coupon) => isValidFor(coupon, trip.country, now));
}

export function openToAll(coupons: readonly Coupon[]): readonly Coupon[] {
  return coupons.length === 0 ? coupons : coupons.filter(isPublic);
}

/** Where none does, `couponsForPlan` need not be asked for each plan. */
export function someNamePlans(coupons: readonly Coupon[]): boolean {
  return coupons.some((coupon) => coupon.plans !== null);
}

/** Those that the plan may be bought with. */
export function couponsForPlan(
  coupons: readonly Coupon[],
  view: DestinationView,
  row: number,
): readonly Coupon[] {
  if (!someNamePlans(coupons)) return coupons;
  const planId = view.planId(row);
  return coupons.filter((coupon) => coversPlan(coupon, planId));
}
