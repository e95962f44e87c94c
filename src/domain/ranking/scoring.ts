/** Scores: of one candidate as one number, and the parts of those that are listed. */
import type { Candidates } from './candidates.ts';
import type { ScoreParts } from './ranked.ts';
import { RECORDS } from './records.ts';
import { headroomShare, passingCertaintyShare, priceShare, validityShare } from './score.ts';
import { FRESHNESS_SHARES, WEIGHTS } from './weights.ts';

const { TRAIT, SLOT, FLAG } = RECORDS;

/** By freshness, worked out once and not per plan. */
const PASSING_SHARES = FRESHNESS_SHARES.map((_, freshness) => passingCertaintyShare(freshness, false));
const PASSING_SHARES_WITH_COUPON = FRESHNESS_SHARES.map((_, freshness) =>
  passingCertaintyShare(freshness, true),
);
/** The same weighed, for plans without a coupon. */
export const PASSING: readonly number[] = PASSING_SHARES.map((share) => WEIGHTS.certainty * share);

/**
 * Ease comes first, because on the wire it comes last: V8 keeps one description for all objects with the same names in
 * the same order. There the parts are fractions, and with them each object here would be made the slow way, a quarter
 * of a ranking.
 */
export function partsOf({ profile, scratch, demand, benchmarkCents }: Candidates, slot: number): ScoreParts {
  const { traits } = profile;
  const { slots } = scratch;
  const trait = slots[slot + SLOT.trait]!;
  const passing =
    (slots[slot + SLOT.flags]! & FLAG.coupon) === 0 ? PASSING_SHARES : PASSING_SHARES_WITH_COUPON;
  return {
    ease: traits[trait + TRAIT.ease]!,
    price: priceShare(benchmarkCents, slots[slot + SLOT.cents]!),
    headroom: headroomShare(slots[slot + SLOT.usableMb]!, demand.neededMb),
    speed: traits[trait + TRAIT.speed]!,
    validity: validityShare(slots[slot + SLOT.coveredDays]!, demand.days, traits[trait + TRAIT.clock]!),
    certainty: traits[trait + TRAIT.certainty]! + passing[slots[slot + SLOT.freshness]!]!,
  };
}
