/** Section 4 of docs/ranking.md: what the trip costs with one plan, and what other coupons would make of it. */
import type { DestinationView } from '../columns.ts';
import { NONE } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import { percentOff } from '../money.ts';
import type { Instant } from '../plan.ts';
import type { Demand } from './need.ts';
import type { CouponOffer } from './ranked.ts';

const OFFERS_MAX = 3;

/** The first instant counts, the last does not. At several stops it must hold at all. */
function isValid({ validFrom, validUntil, countries }: Coupon, demand: Demand, now: Instant): boolean {
  return (
    (validFrom === null || validFrom <= now) &&
    (validUntil === null || now < validUntil) &&
    (countries === null || demand.countries.every((country) => countries.includes(country)))
  );
}

/** Only a coupon for everyone and for every order may set a price: an old customer has no first order. */
function isPublic({ audience, use }: Coupon): boolean {
  return audience === 'everyone' && use === 'every_order';
}

interface ValidCoupon {
  readonly coupon: Coupon;
  readonly isPublic: boolean;
  /** null: all of the provider's plans. */
  readonly plans: ReadonlySet<string> | null;
}

/** Valid coupons by provider index, each list in the order of ids. */
export type ValidCoupons = ReadonlyMap<number, readonly ValidCoupon[]>;

export function validCoupons(view: DestinationView, demand: Demand, now: Instant): ValidCoupons {
  const valid = new Map<number, ValidCoupon[]>();
  for (const [provider, coupons] of view.coupons) {
    const list = coupons
      .filter((coupon) => isValid(coupon, demand, now))
      .map((coupon) => ({
        coupon,
        isPublic: isPublic(coupon),
        plans: coupon.plans === null ? null : new Set(coupon.plans),
      }));
    if (list.length > 0) valid.set(provider, list);
  }
  return valid;
}

/** The next instant at which a coupon of this destination begins or ends; null where none does. */
export function nextCouponChange(view: DestinationView, now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const coupons of view.coupons.values()) {
    for (const { validFrom, validUntil } of coupons) {
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

const NO_COUPONS: readonly ValidCoupon[] = [];

function couponsOf(view: DestinationView, coupons: ValidCoupons, row: number): readonly ValidCoupon[] {
  const ofProvider = coupons.get(view.columns.provider[row]!);
  if (ofProvider === undefined) return NO_COUPONS;
  if (ofProvider.every(({ plans }) => plans === null)) return ofProvider;
  const id = view.planId(row);
  return ofProvider.filter(({ plans }) => plans === null || plans.has(id));
}

export interface PriceChoice {
  readonly cents: number;
  /** The applied coupon; null: the list price. */
  readonly coupon: Coupon | null;
}

/** The lowest price that any traveller can get for this one order. Ties: no coupon, then the lower coupon id. */
export function choosePrice(
  view: DestinationView,
  coupons: ValidCoupons,
  row: number,
  listCents: number,
): PriceChoice {
  let choice: PriceChoice = { cents: listCents, coupon: null };
  for (const { coupon, isPublic } of couponsOf(view, coupons, row)) {
    if (!isPublic) continue;
    const cents = orderCents(coupon, listCents);
    if (cents < choice.cents) choice = { cents, coupon };
  }
  return choice;
}

/** The applied coupon and, beside it, what some travellers could get: conditional coupons and promotional prices. */
export function offersOf(
  view: DestinationView,
  coupons: ValidCoupons,
  row: number,
  order: { readonly listCents: number; readonly units: number } & PriceChoice,
): CouponOffer[] {
  const beside: CouponOffer[] = [];
  for (const { coupon, isPublic } of couponsOf(view, coupons, row)) {
    if (isPublic) continue;
    const cents = orderCents(coupon, order.listCents);
    if (cents < order.cents) beside.push({ coupon, cents, applied: false });
  }
  const promo = view.columns.promoUsdCents[row]!;
  if (promo !== NONE && promo * order.units < order.cents) {
    beside.push({ coupon: null, cents: promo * order.units, applied: false });
  }
  // The sort is stable, so equal prices stay in the order of ids.
  beside.sort((a, b) => a.cents - b.cents);
  const applied = order.coupon && { coupon: order.coupon, cents: order.cents, applied: true };
  return (applied === null ? beside : [applied, ...beside]).slice(0, OFFERS_MAX);
}
