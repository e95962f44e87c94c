/** Which coupons count: for a provider and a plan, and for all plans of a destination until one begins or ends. */
import type { DestinationView } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import { coversPlan, isPublic, isValidFor } from '../couponRules.ts';
import type { CountryCode, Instant } from '../plan.ts';
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

function someNamePlans(coupons: readonly Coupon[]): boolean {
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

/** The public coupons of some plans of a destination, kept as long as the same ones are valid. */
export class CouponDesk {
  readonly #view: DestinationView;
  readonly #postings: Uint32Array;
  #country: CountryCode | null = null;
  #from = 0;
  #until = 0;
  #open: readonly (readonly Coupon[])[] = [];

  constructor(view: DestinationView, postings: Uint32Array) {
    this.#view = view;
    this.#postings = postings;
  }

  /** Parallel to the postings. */
  open(trip: Trip, now: Instant): readonly (readonly Coupon[])[] {
    if (trip.country !== this.#country || now < this.#from || now >= this.#until) this.#sortOut(trip, now);
    return this.#open;
  }

  #sortOut(trip: Trip, now: Instant): void {
    const view = this.#view;
    const ofProvider = new Map<number, readonly Coupon[]>();
    this.#open = Array.from(this.#postings, (posting) => {
      const row = view.postings.rows[posting]!;
      const provider = view.columns.provider[row]!;
      const known = ofProvider.get(provider);
      const open = known ?? openToAll(couponsForTrip(view, provider, trip, now));
      if (known === undefined) ofProvider.set(provider, open);
      return couponsForPlan(open, view, row);
    });
    this.#country = trip.country;
    this.#from = Number.NEGATIVE_INFINITY;
    this.#until = Number.POSITIVE_INFINITY;
    for (const provider of ofProvider.keys()) {
      for (const { validFrom, validUntil } of view.coupons.get(provider) ?? NO_COUPONS) {
        for (const turn of [validFrom, validUntil]) {
          if (turn === null) continue;
          if (turn <= now) this.#from = Math.max(this.#from, turn);
          else this.#until = Math.min(this.#until, turn);
        }
      }
    }
  }
}
