/** A listed candidate as the rest of the service knows it. Built only for what is listed. */
import { choosePrice, newPriceChoice, tripPrice } from '../tripPrice.ts';
import { type Candidates, reckon } from './candidates.ts';
import { couponsForPlan, couponsForTrip, openToAll } from './couponDesk.ts';
import type { CouponOffer, Fit, Ranked, TripPrice } from './ranked.ts';
import { reasonsFor } from './reasons.ts';
import { RECORDS } from './records.ts';
import { weigh } from './score.ts';
import { partsOf } from './scoring.ts';

const { TRAIT, MARK, FIT, SLOT } = RECORDS;

const choice = newPriceChoice();
const NO_OFFERS: readonly CouponOffer[] = [];

export function assemble(candidates: Candidates, posting: number): Ranked {
  const slot = reckon(candidates, posting);
  const fit = fitOf(candidates, slot);
  const parts = partsOf(candidates, slot);
  return {
    row: candidates.view.postings.rows[posting]!,
    posting,
    fit,
    price: priceOf(candidates, slot),
    score: weigh(parts),
    parts,
    reasons: reasonsFor(candidates, slot, fit),
  };
}

/** Plans of one kind share it, but for the rare one that a coupon makes worth buying more often. */
function fitOf({ scratch, fits }: Candidates, slot: number): Fit {
  const { slots } = scratch;
  const kind = slots[slot + SLOT.kind]!;
  const copies = slots[slot + SLOT.copies]!;
  const isUsual = copies === fits.records[kind * FIT.size + FIT.least];
  const known = isUsual ? fits.spelled[kind]! : null;
  if (known !== null) return known;
  const fullSpeedMb = slots[slot + SLOT.fullSpeedMb]!;
  const fit: Fit = {
    copies,
    meetsNeed: slots[slot + SLOT.shortfall] === 0,
    shortByMb: slots[slot + SLOT.shortMb]!,
    shortByDays: slots[slot + SLOT.shortDays]!,
    mbForTrip: Number.isFinite(fullSpeedMb) ? fullSpeedMb : null,
    fullSpeed: slots[slot + SLOT.fullSpeed] === 1,
  };
  if (isUsual) fits.spelled[kind] = fit;
  return fit;
}

/** The choice is made again rather than kept for all: a few dozen rows against thousands. */
function priceOf({ view, profile, trip, now, scratch, fits }: Candidates, slot: number): TripPrice {
  const { slots } = scratch;
  const cents = slots[slot + SLOT.cents]!;
  const marks = profile.traits[slots[slot + SLOT.trait]! + TRAIT.marks]!;
  if ((marks & MARK.hasCoupons) === 0) return { listCents: cents, cents, offers: NO_OFFERS };
  const row = view.postings.rows[slots[slot + SLOT.posting]!]!;
  const fit = slots[slot + SLOT.kind]! * FIT.size;
  const oneCopy = slots[slot + SLOT.copyCents]!;
  const valid = couponsForPlan(couponsForTrip(view, view.columns.provider[row]!, trip, now), view, row);
  choosePrice(
    oneCopy,
    fits.records[fit + FIT.least]!,
    fits.records[fit + FIT.most]!,
    openToAll(valid),
    choice,
  );
  return tripPrice(oneCopy, choice, valid);
}
