import type { Instant } from './plan.ts';

/** Best first; the position is also the code that ranking compares. `expired` is in no list. */
export const FRESHNESS = ['fresh', 'aging', 'stale', 'expired'] as const;
export type Freshness = (typeof FRESHNESS)[number];

const HOUR_SECONDS = 3_600;
/** Prices are re-read daily, so a price seen within a day is the current one. */
export const FRESH_SECONDS = 24 * HOUR_SECONDS;
/** One missed reading. */
export const AGING_SECONDS = 48 * HOUR_SECONDS;
/** After a week without a reading, the price is no longer worth showing. */
export const STALE_SECONDS = 7 * 24 * HOUR_SECONDS;

export const EXPIRED_CODE = 3;

/** Whole seconds; a price observed "in the future" (two clocks that differ) has age 0. */
export function ageSecondsOf(observedAtSeconds: number, now: Instant): number {
  return Math.max(0, Math.floor(now / 1_000) - observedAtSeconds);
}

/** Position in FRESHNESS. Each bound still belongs to the better status; a negative age is fresh. */
export function freshnessCode(ageSeconds: number): number {
  if (ageSeconds <= FRESH_SECONDS) return 0;
  if (ageSeconds <= AGING_SECONDS) return 1;
  return ageSeconds <= STALE_SECONDS ? 2 : EXPIRED_CODE;
}

export function freshnessOf(ageSeconds: number): Freshness {
  return FRESHNESS[freshnessCode(ageSeconds)]!;
}
