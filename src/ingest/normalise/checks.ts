/** The checks of single rows. Each describes what it found for the operator. docs/feeds.md lists them. */
import { dollarsOfCents } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import type { Draft, RejectReason } from '../draft.ts';
import { reject } from '../parse/value.ts';
import { isBelowWholesale } from './price.ts';

interface Check<T> {
  readonly reason: RejectReason;
  /** What is wrong with the row, or null. */
  readonly finds: (row: T, now: number) => string | null;
}

/** Ten terabytes: more than any plan has. A larger number is a mistake in the unit. */
export const BYTES_MAX = 10_000_000_000_000;
/** The catalogue counts whole megabytes. */
export const BYTES_MIN = 1_000_000;
/** Ten years, three times the longest plan on sale. A larger number is a placeholder. */
export const DAYS_MAX = 3650;
/** $2,000 is one and a half times the price of the most expensive real plan, a global one with 50 GB. */
export const USD_CENTS_MAX = 200_000;
const CENTS_PER_DOLLAR = 100;

/** A detail shows the end of an offer to the second: "2026-11-18T12:00:00+00:00". The rest of a longer text is cut off. */
const TIME_CHARACTERS = 25;

/** Checks of a row before anything is converted. */
export const DRAFT_CHECKS: readonly Check<Draft>[] = [
  {
    reason: 'wholesale_only',
    finds: ({ basis }) => (basis === 'wholesale' ? 'the row has no retail price' : null),
  },
  { reason: 'out_of_stock', finds: ({ inStock }) => (inStock === false ? 'not for sale now' : null) },
  {
    reason: 'subscription',
    finds: ({ subscription }) =>
      subscription === true ? 'renews automatically, so it is not a plan for one trip' : null,
  },
  {
    reason: 'expired_offer',
    finds: ({ expiresAt }, now) =>
      typeof expiresAt === 'string' && Date.parse(expiresAt) <= now
        ? `ended ${expiresAt.slice(0, TIME_CHARACTERS)}`
        : null,
  },
  { reason: 'impossible_days', finds: endlessRenewal },
  {
    reason: 'retail_below_wholesale',
    finds: (draft) => (isBelowWholesale(draft) ? 'sold for less than its wholesale price' : null),
  },
];

/** Data that renews without an end at a fixed price is the result of an empty column. */
function endlessRenewal({ model, days, periodDays, soldPerDay }: Draft): string | null {
  if (days !== null || soldPerDay === true) return null;
  if (model === 'per_day') return 'a daily allowance without an end, at a fixed price';
  if (model === 'unlimited') return 'unlimited data without an end, at a fixed price';
  // A single amount without an end is a plan that never expires.
  const isRenewing = periodDays !== undefined && periodDays !== null;
  return isRenewing ? 'an allowance that renews without an end, at a fixed price' : null;
}

/** Checks for values that no plan can have. */
export const PLAN_CHECKS: readonly Check<Plan>[] = [
  { reason: 'impossible_data', finds: ({ allowance }) => oddAllowance(allowance) },
  {
    reason: 'impossible_days',
    finds: ({ validity: { days } }) =>
      days === null || (Number.isInteger(days) && days >= 1 && days <= DAYS_MAX) ? null : `${days} days`,
  },
];

/**
 * Describes a price that no plan can have, with advice. null if the price is possible. It is not one of `PLAN_CHECKS`,
 * because such a price may be quarantined instead of rejected (`accept/check-rows.ts`).
 */
export function impossiblePriceOf({ price: { usdCents }, facts }: Plan): string | null {
  if (!Number.isSafeInteger(usdCents) || usdCents < 0) return 'not an amount of money';
  if (usdCents > USD_CENTS_MAX) {
    const isPossibleInCents = usdCents / CENTS_PER_DOLLAR <= USD_CENTS_MAX;
    const advice = isPossibleInCents ? '; does the feed count in cents (priceScale)?' : '';
    return `${dollarsOfCents(usdCents)}, more than any plan costs${advice}`;
  }
  // A free welcome plan is a real offer. A free plan for everybody is a fault.
  return usdCents === 0 && facts.newCustomersOnly !== true
    ? 'a price of zero for all customers; is it a trial for new customers?'
    : null;
}

function oddAllowance({ model, bytes, fullSpeedBytesPerDay }: Plan['allowance']): string | null {
  if (model !== 'unlimited' && !isSize(bytes)) return bytes === null ? 'no amount of data' : `${bytes} bytes`;
  if (fullSpeedBytesPerDay !== null && !isSize(fullSpeedBytesPerDay))
    return `${fullSpeedBytesPerDay} full-speed bytes a day`;
  return null;
}

function isSize(bytes: number | null): boolean {
  return bytes !== null && Number.isSafeInteger(bytes) && bytes >= BYTES_MIN && bytes <= BYTES_MAX;
}

/** Throws `RowRejected` for the first check that finds something. */
export function checkRow<T>(checks: readonly Check<T>[], row: T, now: number): void {
  for (const { reason, finds } of checks) {
    const detail = finds(row, now);
    if (detail !== null) reject(reason, detail);
  }
}
