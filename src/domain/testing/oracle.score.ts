/** The score from the published percentages, in exact integers. */
import type { ScoreParts } from '../ranking/ranked.ts';
import type { Entry } from './oracle.ts';

/** a × b ÷ c, rounded down. */
function share(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

function headroom(usableMb: number, needed: number): number {
  if (usableMb >= 2 * needed) return 10_000;
  return usableMb <= needed ? 0 : share(10_000, usableMb - needed, needed);
}

function speed({ plan, generation, networks }: Entry): number {
  const generationPoints = { 0: 0, 2: 500, 3: 2_000, 4: 7_000, 5: 10_000 }[generation]!;
  const cap = plan.allowance.maxKbps ?? 20_000;
  const capPoints = cap >= 50_000 ? 10_000 : share(10_000, cap, 50_000);
  const localPoints = plan.coverage.breakout === 'local' ? 10_000 : 0;
  const networkPoints = networks >= 3 ? 10_000 : networks === 2 ? 5_000 : 0;
  return Math.floor((5 * generationPoints + 2 * capPoints + 2 * localPoints + networkPoints) / 10);
}

function validity({ plan, outcome }: Entry, days: number): number {
  const covered = share(10_000, outcome.coveredDays, days);
  const endless = plan.validity.days === null && !plan.validity.soldPerDay;
  const atBest = endless || plan.validity.starts === 'first_use';
  return share(covered, atBest ? 10_000 : plan.validity.starts === 'install' ? 8_000 : 6_000, 10_000);
}

function certainty({ plan, price, ageSeconds }: Entry): number {
  const { allowance } = plan;
  const day = 24 * 3_600;
  const unstated =
    allowance.model === 'unlimited' && allowance.uncapped !== true && allowance.fullSpeedBytesPerDay === null;
  let points = ageSeconds <= day ? 4_000 : ageSeconds <= 2 * day ? 2_000 : 0;
  if (plan.price.rate === null) points += 1_000;
  if (plan.price.basis === 'retail') points += 1_500;
  if (plan.price.tax === 'included') points += 1_500;
  if (!price.usesCoupon) points += 1_000;
  if (!unstated) points += 1_000;
  return points;
}

function ease({ plan: { facts } }: Entry): number {
  return (
    (facts.hotspot === true ? 5_000 : 0) +
    (facts.identityCheck === false ? 3_000 : 0) +
    (facts.topUp === true ? 2_000 : 0)
  );
}

export function oracleParts(entry: Entry, mark: number, needed: number, days: number): ScoreParts {
  return {
    price: Math.min(10_000, share(10_000, Math.max(mark, 1), Math.max(entry.price.cents, 1))),
    headroom: headroom(entry.outcome.usableMb, needed),
    speed: speed(entry),
    validity: validity(entry, days),
    certainty: certainty(entry),
    ease: ease(entry),
  };
}

export function oracleScore(parts: ScoreParts): number {
  const percent =
    40 * parts.price +
    10 * parts.headroom +
    15 * parts.speed +
    10 * parts.validity +
    15 * parts.certainty +
    10 * parts.ease;
  return percent;
}
