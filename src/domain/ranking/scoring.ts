/** Scores of the candidates: all of them as one number each, and the parts of those that are listed. */
import type { Candidates } from './candidates.ts';
import type { ScoreParts } from './ranked.ts';
import {
  easeShare,
  fixedCertaintyShare,
  headroomShare,
  passingCertaintyShare,
  priceShare,
  speedShare,
  validityShare,
  WEIGHED_PER_POINT,
} from './score.ts';
import { FLAG } from './scratch.ts';
import { FRESHNESS_SHARES, WEIGHTS } from './weights.ts';

/** Passing certainty by freshness, without and with a coupon: worked out once, not per plan. */
const PASSING = FRESHNESS_SHARES.flatMap((_, freshness) => [
  WEIGHTS.certainty * passingCertaintyShare(freshness, false),
  WEIGHTS.certainty * passingCertaintyShare(freshness, true),
]);

/** The same sum as `weigh(partsOf(…))`, with what no trip changes taken from the profile. */
export function scoreAll({ profile, scratch, demand, count, benchmarkCents }: Candidates): void {
  const { days, neededMb } = demand;
  const { clockShare, fixedScore } = profile;
  // Held in locals: the loop then reads arrays, not the object that holds them.
  const { posting: postings, flags, cents, usableMb, coveredDays, freshness, score } = scratch;
  for (let slot = 0; slot < count; slot++) {
    const posting = postings[slot]!;
    const usesCoupon = (flags[slot]! & FLAG.coupon) === 0 ? 0 : 1;
    const sum =
      WEIGHTS.price * priceShare(benchmarkCents, cents[slot]!) +
      WEIGHTS.headroom * headroomShare(usableMb[slot]!, neededMb) +
      WEIGHTS.validity * validityShare(coveredDays[slot]!, days, clockShare[posting]!) +
      PASSING[freshness[slot]! * 2 + usesCoupon]! +
      fixedScore[posting]!;
    score[slot] = sum / WEIGHED_PER_POINT; // Stored as an integer, hence rounded down.
  }
}

export function partsOf(candidates: Candidates, slot: number): ScoreParts {
  const { view, profile, scratch, demand, benchmarkCents } = candidates;
  const { columns, postings } = view;
  const row = scratch.row[slot]!;
  const posting = scratch.posting[slot]!;
  const usesCoupon = (scratch.flags[slot]! & FLAG.coupon) !== 0;
  return {
    price: priceShare(benchmarkCents, scratch.cents[slot]!),
    headroom: headroomShare(scratch.usableMb[slot]!, demand.neededMb),
    speed: speedShare(columns, row, postings.generation[posting]!, postings.networks[posting]!),
    validity: validityShare(scratch.coveredDays[slot]!, demand.days, profile.clockShare[posting]!),
    certainty:
      fixedCertaintyShare(columns, row) + passingCertaintyShare(scratch.freshness[slot]!, usesCoupon),
    ease: easeShare(columns, row),
  };
}
