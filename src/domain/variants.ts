/** "One day longer is cheaper": the same trip at the usual plan lengths nearby. */
import type { DestinationView } from './columns.ts';
import type { Instant } from './plan.ts';
import { assemble } from './ranking/assemble.ts';
import { gatherCandidates } from './ranking/gather.ts';
import { CHEAPEST } from './ranking/orders.ts';
import type { Ranked } from './ranking/ranked.ts';
import { readInto } from './ranking/reading.ts';
import { Shortlist } from './ranking/shortlist.ts';
import type { Trip } from './trip.ts';

export const VARIANTS_MAX = 7;
/** The validities that most plans are sold with. */
export const USUAL_PLAN_DAYS: readonly number[] = [1, 3, 5, 7, 10, 14, 15, 20, 21, 30, 45, 60, 90];

/** The asked length and up to three usual ones on either side; where a side has fewer, the other gives more. */
export function variantDays(days: number): number[] {
  const shorter = USUAL_PLAN_DAYS.filter((usual) => usual < days).toReversed();
  const longer = USUAL_PLAN_DAYS.filter((usual) => usual > days);
  const others = VARIANTS_MAX - 1;
  const longerCount = Math.min(longer.length, Math.max(others / 2, others - shorter.length));
  const chosen = [...shorter.slice(0, others - longerCount), days, ...longer.slice(0, longerCount)];
  return chosen.toSorted((a, b) => a - b);
}

/**
 * Exactly the first of the Cheapest list, without making the list. It can't be a plan that is left out:
 * what would make it superfluous costs less and fits as well, and so stands before it.
 */
export function cheapestFor(view: DestinationView, trip: Trip, now: Instant): Ranked | null {
  const candidates = gatherCandidates(view, trip, now);
  const best = new Shortlist(1, view.postings.rows.length);
  readInto(best, candidates, CHEAPEST);
  return best.size === 0 ? null : assemble(candidates, best.at(0));
}
