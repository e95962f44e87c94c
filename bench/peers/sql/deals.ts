/**
 * What public coupons make of a plan: the price of 1, 2 … copies in the cheapest split into orders, or, sold by the
 * day, of 1, 2 … days. The plan's terms stand in each row again, so that the least number of copies needs no join.
 */
import type { DestinationView } from '../../../src/domain/columns.ts';
import type { Coupon } from '../../../src/domain/coupon.ts';
import { coversPlan, isPublic, nextSplitCents, orderCents } from '../../../src/domain/couponRules.ts';
import { mostCopies } from '../../../src/domain/fit.ts';
import { type FitTerms, TERM, termsOf } from '../../../src/domain/terms.ts';
import { DAYS_MAX } from '../../../src/domain/trip.ts';
import { daysOf } from './offers.ts';
import type { Row } from './tables.ts';

export const DEAL_COLUMNS = [
  'country',
  'plan',
  /** Copies, or days where it is sold by the day. */
  'units',
  'begins',
  'ends',
  'cents',
  'most',
  'per_day',
  'validity',
  'amount',
  /** 1 where more data needs more copies. */
  'counted',
] as const;

const MS = 1_000;
/** Within a JavaScript number and a column of 64 bits. */
const NEVER_SECONDS = 2 ** 40;

function* pricesOf(coupon: Coupon, cents: number, isPerDay: boolean, most: number): Generator<number> {
  for (let units = 1; units <= most; units++) {
    yield isPerDay ? orderCents(coupon, units * cents) : nextSplitCents(coupon, cents, units);
  }
}

function couponsFor(view: DestinationView, country: string, row: number): readonly Coupon[] {
  const all = view.coupons.get(view.columns.provider[row]!) ?? [];
  const open = all.filter(
    (coupon) => isPublic(coupon) && (coupon.countries === null || coupon.countries.includes(country)),
  );
  return open.filter((coupon) => coupon.plans === null || coversPlan(coupon, view.planId(row)));
}

export function* dealsOf(country: string, view: DestinationView): Generator<Row> {
  const terms = termsOf(view);
  for (let posting = 0; posting < view.postings.rows.length; posting++) {
    const row = view.postings.rows[posting]!;
    const flags = terms.flags[posting]!;
    if ((flags & TERM.soldOut) !== 0) continue;
    const plan = {
      flags,
      amountMb: terms.amountMb[posting]!,
      validityDays: daysOf(terms.validityDays[posting]!),
    };
    const rows = couponsFor(view, country, row).flatMap((coupon) => [
      ...rowsOf(plan, coupon, terms.usdCents[posting]!),
    ]);
    for (const deal of cheapestOf(rows)) yield [country, row, ...deal];
  }
}

type Deal = [units: number, begins: number, ends: number, cents: number, ...terms: number[]];

function* rowsOf(
  { flags, amountMb, validityDays }: FitTerms,
  coupon: Coupon,
  cents: number,
): Generator<Deal> {
  const isPerDay = (flags & TERM.soldPerDay) !== 0;
  const most = isPerDay ? Math.min(validityDays, DAYS_MAX) : mostCopies(flags);
  const isCounted = (flags & (TERM.wholeAmount | TERM.usableRemainder)) === TERM.wholeAmount;
  let units = 0;
  for (const price of pricesOf(coupon, cents, isPerDay, most)) {
    units++;
    // The list price needs no row.
    if (price === units * cents) continue;
    yield [
      units,
      Math.ceil((coupon.validFrom ?? 0) / MS),
      coupon.validUntil === null ? NEVER_SECONDS : Math.ceil(coupon.validUntil / MS),
      price,
      mostCopies(flags),
      isPerDay ? 1 : 0,
      validityDays,
      amountMb,
      isCounted ? 1 : 0,
    ];
  }
}

/** Of several coupons for the same units and dates only the best matters. */
function cheapestOf(deals: readonly Deal[]): Deal[] {
  const best = new Map<string, Deal>();
  for (const deal of deals) {
    const key = deal.slice(0, 3).join();
    if (deal[3] < (best.get(key)?.[3] ?? Number.POSITIVE_INFINITY)) best.set(key, deal);
  }
  return [...best.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}
