/** The other trip lengths that are compared, because one day more can be cheaper. */
import { DAYS_MAX, DAYS_MIN } from '../trip.ts';

/** Each length is ranked like a trip of its own, so their number bounds the time of a response. */
export const VARIANTS_MAX = 7;
/** The validities that most plans are sold with. */
const USUAL_PLAN_DAYS: readonly number[] = [1, 3, 5, 7, 10, 14, 15, 20, 21, 30, 45, 60, 90];

/**
 * The length of the trip, one day less, one day more, and the usual lengths from half to twice the length. Of these, the
 * `VARIANTS_MAX` nearest.
 */
export function variantDays(days: number): number[] {
  const usual = USUAL_PLAN_DAYS.filter((length) => 2 * length >= days && length <= 2 * days);
  const all = new Set([days - 1, days, days + 1, ...usual]);
  return [...all]
    .filter((length) => length >= DAYS_MIN && length <= DAYS_MAX)
    .sort((a, b) => Math.abs(a - days) - Math.abs(b - days) || a - b)
    .slice(0, VARIANTS_MAX)
    .sort((a, b) => a - b);
}
