/** How old a price is, and whether it may still be shown. */
import type { Instant } from './plan.ts';

/** Best first. An `expired` price is in no list. */
const FRESHNESS = ['fresh', 'aging', 'stale', 'expired'] as const;
export type Freshness = (typeof FRESHNESS)[number];

export const DAY_MS = 86_400_000;
const HOUR_SECONDS = 3_600;
/** Feeds are read at least daily, so a price of the last day is current. */
const FRESH_SECONDS = 24 * HOUR_SECONDS;
/** One daily reading was missed. */
const AGING_SECONDS = 48 * HOUR_SECONDS;
/** After a week without a reading, the price is no longer worth showing. */
export const EXPIRED_AFTER_DAYS = 7;
export const EXPIRED_AFTER_SECONDS = EXPIRED_AFTER_DAYS * 24 * HOUR_SECONDS;

/** Both times are rounded down to seconds. A price "from the future", from another clock, has the age 0. */
export function ageSecondsOf(observedAt: Instant, now: Instant): number {
  return Math.max(0, Math.floor(now / 1_000) - Math.floor(observedAt / 1_000));
}

/** Each limit is inclusive. */
export function freshnessOf(ageSeconds: number): Freshness {
  if (ageSeconds <= FRESH_SECONDS) return 'fresh';
  if (ageSeconds <= AGING_SECONDS) return 'aging';
  return ageSeconds <= EXPIRED_AFTER_SECONDS ? 'stale' : 'expired';
}

export const freshnessAt = (observedAt: Instant, now: Instant): Freshness =>
  freshnessOf(ageSecondsOf(observedAt, now));
