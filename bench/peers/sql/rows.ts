/**
 * The market as one table for an SQL engine: a row for each plan in each destination, so that a comparison reads one
 * range and joins nothing. All that no trip changes is worked out beforehand (allowances with assumptions made, the
 * fixed part of the score, the speed key), exactly as the service does it for itself.
 *
 * Made easier for the engines, and never harder:
 * - A provider's public coupons become one column, its best plain percentage; minimum spend, maximum discount,
 *   amounts, named plans, countries, dates, and splitting a trip into several orders are left out.
 * - Plans that are sold out are not in the table.
 * - No plan is left out as dearer and no better, no provider is held to five places, no reasons are found, and
 *   conditional coupons are not looked at.
 */
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { type DestinationView, NONE } from '../../../src/domain/columns.ts';
import type { Coupon } from '../../../src/domain/coupon.ts';
import { isPublic } from '../../../src/domain/couponRules.ts';
import { RECORDS } from '../../../src/domain/ranking/records.ts';
import { traitsOf } from '../../../src/domain/ranking/traits.ts';
import { WEIGHTS } from '../../../src/domain/ranking/weights.ts';
import { TERM, termsOf } from '../../../src/domain/terms.ts';

const { TRAIT } = RECORDS;

export const COLUMNS = [
  'country',
  'plan',
  'provider',
  'cents',
  'percent_off',
  'validity',
  'amount',
  'whole',
  'remainder',
  'too_slow',
  'new_only',
  'per_day',
  'unlimited',
  'observed',
  'clock',
  'fixed',
  'speed',
  'networks',
] as const;

export type Row = readonly [country: string, ...numbers: number[]];

/** Stands for "no expiry" and "no limit": above every trip, and small enough that no product overflows. */
const ENDLESS_DAYS = 100_000;
const ENDLESS_MB = 1_000_000_000;

function percentOf(coupons: readonly Coupon[] | undefined): number {
  let best = 0;
  for (const coupon of coupons ?? []) {
    if (!isPublic(coupon) || coupon.discount.kind !== 'percent') continue;
    if (coupon.minimumSpendUsdCents === null && coupon.countries === null && coupon.plans === null) {
      best = Math.max(best, coupon.discount.basisPoints);
    }
  }
  return best;
}

function* rowsOfDestination(country: string, view: DestinationView): Generator<Row> {
  const terms = termsOf(view);
  const { ofPosting, speeds, records } = traitsOf(view);
  const { columns, postings, coupons } = view;
  const bit = (posting: number, term: number) => ((terms.flags[posting]! & term) === 0 ? 0 : 1);
  for (let posting = 0; posting < postings.rows.length; posting++) {
    if (bit(posting, TERM.soldOut) === 1) continue;
    const row = postings.rows[posting]!;
    const provider = columns.provider[row]!;
    const validity = terms.validityDays[posting]!;
    const trait = ofPosting.rankOf[posting]! * TRAIT.size;
    const fixed =
      WEIGHTS.speed * records[trait + TRAIT.speed]! +
      WEIGHTS.certainty * records[trait + TRAIT.certainty]! +
      WEIGHTS.ease * records[trait + TRAIT.ease]!;
    const endless = bit(posting, TERM.noLimit) === 1;
    yield [
      country,
      row,
      provider,
      terms.usdCents[posting]!,
      percentOf(coupons.get(provider)),
      validity === NONE ? ENDLESS_DAYS : validity,
      endless ? ENDLESS_MB : terms.amountMb[posting]!,
      bit(posting, TERM.wholeAmount),
      bit(posting, TERM.usableRemainder),
      bit(posting, TERM.tooSlow),
      bit(posting, TERM.newCustomersOnly),
      bit(posting, TERM.soldPerDay),
      bit(posting, TERM.soldAsUnlimited),
      terms.observedAtSeconds[posting]!,
      records[trait + TRAIT.clock]!,
      fixed,
      speeds.rankOf[posting]!,
      postings.networks[posting]!,
    ];
  }
}

export type ViewOf = (country: string) => DestinationView | null;

/** Sorted by country, then plan: the order in which a comparison reads them. */
export function* rowsOf(
  catalogue: Catalogue,
  viewOf: ViewOf = (code) => catalogue.view(code),
): Generator<Row> {
  for (const { code } of catalogue.destinations) {
    const view = viewOf(code);
    if (view !== null) yield* rowsOfDestination(code, view);
  }
}
