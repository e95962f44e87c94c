/** Fit and price of one plan, into a slot of the working memory. */
import type { Coupon } from '../coupon.ts';
import { SERVICE, serve } from '../fit.ts';
import { TERM } from '../terms.ts';
import { choosePrice, newPriceChoice } from '../tripPrice.ts';
import type { Candidates } from './candidates.ts';
import { termsAt } from './kinds.ts';
import { RECORDS } from './records.ts';

const { PLAN, FIT, SLOT, FLAG } = RECORDS;

const choice = newPriceChoice();

/** Without coupons: all but the price and its age is that of the plan's kind. */
export function takeSlot(candidates: Candidates, posting: number, freshness: number): number {
  const { profile, scratch, fits } = candidates;
  const { plans } = profile;
  const { slots } = scratch;
  const { records } = fits;
  const plan = posting * PLAN.size;
  const kind = plans[plan + PLAN.kind]!;
  const fit = kind * FIT.size;
  const slot = scratch.next;
  const oneCopy = plans[plan + PLAN.usdCents]! * records[fit + FIT.daysPriced]!;
  const least = records[fit + FIT.least]!;
  scratch.next += SLOT.size;
  scratch.slotOf[posting] = slot;
  for (let field = 0; field < SERVICE.size; field++) slots[slot + field] = records[fit + field]!;
  slots[slot + SLOT.posting] = posting;
  slots[slot + SLOT.kind] = kind;
  slots[slot + SLOT.trait] = plans[plan + PLAN.trait]!;
  slots[slot + SLOT.copies] = least;
  slots[slot + SLOT.copyCents] = oneCopy;
  slots[slot + SLOT.cents] = least * oneCopy;
  slots[slot + SLOT.mbForSameCents] = mbForSameCents(candidates, kind, oneCopy);
  slots[slot + SLOT.freshness] = freshness;
  slots[slot + SLOT.flags] = records[fit + FIT.flags]!;
  slots[slot + SLOT.verdict] = 0;
  slots[slot + SLOT.spelled] = 0;
  return slot;
}

/** The most full-speed data that the list price buys: a plan that costs nothing may be taken as often as is allowed. */
export function mbForSameCents({ profile, fits }: Candidates, kind: number, oneCopy: number): number {
  const fit = kind * FIT.size;
  if (oneCopy === 0) {
    const { flags, amountMb } = termsAt(profile.terms, kind);
    if ((flags & TERM.wholeAmount) !== 0) return fits.records[fit + FIT.most]! * amountMb;
  }
  return fits.records[fit + FIT.fullSpeedMb]!;
}

/** What coupons make of a slot that is already worked out without them. */
export function reckonWithCoupons(candidates: Candidates, slot: number, valid: readonly Coupon[]): void {
  const { profile, scratch, fits, demand } = candidates;
  const { slots } = scratch;
  const kind = slots[slot + SLOT.kind]!;
  const fit = kind * FIT.size;
  const least = fits.records[fit + FIT.least]!;
  choosePrice(slots[slot + SLOT.copyCents]!, least, fits.records[fit + FIT.most]!, valid, choice);
  const terms = termsAt(profile.terms, kind);
  const isWhole = (terms.flags & TERM.wholeAmount) !== 0;
  slots[slot + SLOT.cents] = choice.cents;
  if (choice.coupon !== null) slots[slot + SLOT.flags]! |= FLAG.coupon;
  if (isWhole) slots[slot + SLOT.mbForSameCents] = choice.copiesForSameCents * terms.amountMb;
  // A coupon with a minimum spend may make more copies the cheaper choice.
  if (choice.copies === least) return;
  serve(terms, demand, choice.copies, slots, slot);
  slots[slot + SLOT.copies] = choice.copies;
  if (!isWhole) slots[slot + SLOT.mbForSameCents] = slots[slot + SLOT.fullSpeedMb]!;
  const others = slots[slot + SLOT.flags]! & ~FLAG.fullSpeed;
  slots[slot + SLOT.flags] = others | (slots[slot + SLOT.fullSpeed] === 1 ? FLAG.fullSpeed : 0);
}
