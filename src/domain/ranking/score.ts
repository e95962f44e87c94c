/** The Recommended score: six parts, each a share of one whole in ten-thousandths. All roundings are down. */
import type { PlanColumns } from '../columns.ts';
import { FACT, NONE } from '../columns.ts';
import { fairUseIsUnstated } from '../terms.ts';
import type { ScoreParts } from './ranked.ts';
import {
  CERTAINTY_SHARES,
  CLOCK_SHARES,
  EASE_SHARES,
  FRESHNESS_SHARES,
  FULL_CAP_KBPS,
  FULL_HEADROOM_TIMES,
  GENERATION_SHARES,
  NETWORK_SHARES,
  SPEED_SHARES,
  UNSTATED_MAX_KBPS,
  VALIDITY_SHARES,
  WEIGHTS,
  WHOLE,
} from './weights.ts';

/** Weights and shares give 1e8 at most; the score is 0 to 1,000,000. */
const WEIGHED_PER_POINT = 100;

/** The score of a weighed sum. */
export function weighedScore(sum: number): number {
  return Math.floor(sum / WEIGHED_PER_POINT);
}

/** The least weighed sum that has this score. */
export function leastWeight(score: number): number {
  return score * WEIGHED_PER_POINT;
}

export function weigh(parts: ScoreParts): number {
  return weighedScore(
    WEIGHTS.price * parts.price +
      WEIGHTS.headroom * parts.headroom +
      WEIGHTS.speed * parts.speed +
      WEIGHTS.validity * parts.validity +
      WEIGHTS.certainty * parts.certainty +
      WEIGHTS.ease * parts.ease,
  );
}

/** Benchmark ÷ price, at most one whole. A free plan counts as one cent. */
export function priceShare(benchmarkCents: number, cents: number): number {
  if (cents <= benchmarkCents) return WHOLE;
  return Math.floor((WHOLE * Math.max(1, benchmarkCents)) / cents);
}

/** 0 at the need, one whole at twice the need or without limit. */
export function headroomShare(usableMb: number, neededMb: number): number {
  if (usableMb <= neededMb) return 0;
  if (usableMb >= FULL_HEADROOM_TIMES * neededMb) return WHOLE;
  return Math.floor((WHOLE * (usableMb - neededMb)) / ((FULL_HEADROOM_TIMES - 1) * neededMb));
}

/** The advertised cap that ranking reckons with. */
export function capKbps(columns: PlanColumns, row: number): number {
  const stated = columns.maxKbps[row]!;
  return stated === NONE ? UNSTATED_MAX_KBPS : stated;
}

const BREAKOUT_LOCAL = 0;
/** An unknown breakout is read as roaming. */
export function isLocal(columns: PlanColumns, row: number): boolean {
  return columns.breakout[row] === BREAKOUT_LOCAL;
}

export function speedShare(columns: PlanColumns, row: number, generation: number, networks: number): number {
  const cap = Math.floor((WHOLE * Math.min(capKbps(columns, row), FULL_CAP_KBPS)) / FULL_CAP_KBPS);
  const sum =
    SPEED_SHARES.generation * GENERATION_SHARES[generation]! +
    SPEED_SHARES.cap * cap +
    SPEED_SHARES.breakout * (isLocal(columns, row) ? WHOLE : 0) +
    SPEED_SHARES.networks * NETWORK_SHARES[Math.min(networks, NETWORK_SHARES.length - 1)]!;
  return Math.floor(sum / WHOLE);
}

export function clockShare(columns: PlanColumns, row: number): number {
  // What never runs out has no clock to fear. Sold by the day, NONE means "no upper bound" and the clock runs.
  const endless = columns.validityDays[row] === NONE && columns.soldPerDay[row] === 0;
  return endless ? WHOLE : CLOCK_SHARES[columns.starts[row]!]!;
}

/** Days covered, times what the clock leaves of them. */
export function validityShare(coveredDays: number, days: number, clock: number): number {
  const value = VALIDITY_SHARES.coverage + Math.floor((VALIDITY_SHARES.clock * clock) / WHOLE);
  if (coveredDays === days) return value;
  return Math.floor((Math.floor((WHOLE * coveredDays) / days) * value) / WHOLE);
}

const BASIS_RETAIL = 0;
const TAX_INCLUDED = 0;

/** Of certainty, what neither the time nor a coupon changes. */
export function fixedCertaintyShare(columns: PlanColumns, row: number): number {
  return (
    (columns.converted[row] === 0 ? CERTAINTY_SHARES.notConverted : 0) +
    (columns.basis[row] === BASIS_RETAIL ? CERTAINTY_SHARES.retail : 0) +
    (columns.tax[row] === TAX_INCLUDED ? CERTAINTY_SHARES.taxIncluded : 0) +
    (fairUseIsUnstated(columns, row) ? 0 : CERTAINTY_SHARES.fairUseStated)
  );
}

/** Of certainty, the rest. */
export function passingCertaintyShare(freshness: number, usesCoupon: boolean): number {
  const fresh = Math.floor((CERTAINTY_SHARES.freshness * FRESHNESS_SHARES[freshness]!) / WHOLE);
  return fresh + (usesCoupon ? 0 : CERTAINTY_SHARES.noCoupon);
}

/** Only what is stated counts: unknown earns nothing. */
export function easeShare(columns: PlanColumns, row: number): number {
  const known = columns.factsKnown[row]!;
  const stated = columns.factsTrue[row]!;
  const noIdentityCheck = known & ~stated & FACT.identityCheck;
  return (
    ((stated & FACT.hotspot) !== 0 ? EASE_SHARES.hotspot : 0) +
    (noIdentityCheck !== 0 ? EASE_SHARES.noIdentityCheck : 0) +
    ((stated & FACT.topUp) !== 0 ? EASE_SHARES.topUp : 0)
  );
}
