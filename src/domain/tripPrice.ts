/** What a trip costs with one plan: how many copies, which coupon, and what other coupons would make of it. */
import type { Coupon } from './coupon.ts';
import { couponCents, isPublic, maySplit, neverRewardsMore, nextSplitCents } from './couponRules.ts';
import type { CouponOffer, TripPrice } from './ranking/ranked.ts';
import { OFFERS_MAX } from './ranking/weights.ts';

/** The best that any traveller can get. */
export interface PriceChoice {
  copies: number;
  cents: number;
  /** The applied coupon; null: the list price. */
  coupon: Coupon | null;
  /** The most copies that the same money buys; only ties in Cheapest look at it. */
  copiesForSameCents: number;
}

export const newPriceChoice = (): PriceChoice => ({
  copies: 1,
  cents: 0,
  coupon: null,
  copiesForSameCents: 1,
});

/** Without coupons more copies never cost less, so the least number is the choice. */
export function chooseListPrice(oneCopy: number, least: number, most: number, out: PriceChoice): void {
  out.copies = least;
  out.cents = least * oneCopy;
  out.coupon = null;
  out.copiesForSameCents = oneCopy === 0 ? most : least;
}

/**
 * The cheapest over `least` to `most` copies and over no coupon and each of `open` (all public, sorted by id).
 * Ties: fewer copies, then no coupon, then the lower coupon id.
 */
export function choosePrice(
  oneCopy: number,
  least: number,
  most: number,
  open: readonly Coupon[],
  out: PriceChoice,
): void {
  chooseListPrice(oneCopy, least, most, out);
  for (const coupon of open) {
    const mayStop = neverRewardsMore(coupon, oneCopy);
    // Fewer copies matter only as parts of a split.
    for (let copies = maySplit(coupon) ? 1 : least; copies <= most; copies++) {
      const price = nextSplitCents(coupon, oneCopy, copies);
      if (copies < least) continue;
      if (price < out.cents) {
        out.cents = price;
        out.copies = copies;
        out.coupon = coupon;
        out.copiesForSameCents = copies;
      } else if (price === out.cents) {
        if (copies > out.copiesForSameCents) out.copiesForSameCents = copies;
        if (copies < out.copies) {
          out.copies = copies;
          out.coupon = coupon;
        }
      } else if (mayStop) break;
    }
  }
}

/** The choice spelled out, with what conditional coupons would make of the same copies. */
export function tripPrice(oneCopy: number, choice: PriceChoice, valid: readonly Coupon[]): TripPrice {
  const { copies, cents, coupon: applied } = choice;
  const beside: CouponOffer[] = [];
  for (const coupon of valid) {
    if (isPublic(coupon)) continue;
    const price = couponCents(coupon, oneCopy, copies);
    if (price < cents) beside.push({ coupon, cents: price, applied: false });
  }
  // The sort is stable and `valid` is sorted by id, so equal prices stay in the order of ids.
  beside.sort((a, b) => a.cents - b.cents);
  const offers = applied === null ? beside : [{ coupon: applied, cents, applied: true }, ...beside];
  return { listCents: copies * oneCopy, cents, offers: offers.slice(0, OFFERS_MAX) };
}
