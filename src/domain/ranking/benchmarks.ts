/** The lowest prices that others are compared with: of the plans with coupons, and of the heads of the lanes. */
import { EXPIRED_CODE } from '../freshness.ts';
import { type Candidates, freshnessAt } from './candidates.ts';
import { RECORDS } from './records.ts';

const { PLAN, TRAIT, MARK, PRICED, FIT, SLOT, FLAG } = RECORDS;

class Lowest {
  /** Of all that meet the need. */
  cents = Number.POSITIVE_INFINITY;
  /** Of those among them that have 5G. */
  cents5g = Number.POSITIVE_INFINITY;
  /** Of those among them that are not for new customers only. */
  unrestricted = Number.POSITIVE_INFINITY;
  ofMisses = Number.POSITIVE_INFINITY;

  note(cents: number, meetsNeed: boolean, flags: number): void {
    if (!meetsNeed) {
      if (cents < this.ofMisses) this.ofMisses = cents;
      return;
    }
    if (cents < this.cents) this.cents = cents;
    if ((flags & FLAG.newCustomersOnly) === 0 && cents < this.unrestricted) this.unrestricted = cents;
  }

  /**
   * The mark of the score's price part. A bait price for newcomers would make all other prices look alike,
   * so it sets the mark only where nothing else meets the need; where nothing does, the misses set it.
   */
  get benchmark(): number {
    if (Number.isFinite(this.unrestricted)) return this.unrestricted;
    return Number.isFinite(this.cents) ? this.cents : this.ofMisses;
  }
}

export type Marks = Pick<Candidates, 'lowestCents' | 'lowestCents5g' | 'benchmarkCents'>;

export function benchmarksOf(candidates: Candidates): Marks {
  const { scratch, profile, couponedEnd, fits, freshest } = candidates;
  const { slots } = scratch;
  const lowest = new Lowest();
  for (let slot = 0; slot < couponedEnd; slot += SLOT.size) {
    const cents = slots[slot + SLOT.cents]!;
    const meetsNeed = slots[slot + SLOT.shortfall] === 0;
    lowest.note(cents, meetsNeed, slots[slot + SLOT.flags]!);
    const marks = profile.traits[slots[slot + SLOT.trait]! + TRAIT.marks]!;
    if (meetsNeed && (marks & MARK.is5g) !== 0) lowest.cents5g = Math.min(lowest.cents5g, cents);
  }
  if (freshest !== EXPIRED_CODE) {
    for (let index = 0; index < fits.meeting; index++) noteLane(candidates, lowest, fits.order[index]!);
    // Prices of misses count only where nothing meets the need.
    const first = Number.isFinite(lowest.cents) ? fits.open : fits.meeting;
    for (let index = first; index < fits.open; index++) noteLane(candidates, lowest, fits.order[index]!);
  }
  return { lowestCents: lowest.cents, lowestCents5g: lowest.cents5g, benchmarkCents: lowest.benchmark };
}

/** A lane's first plan that is not expired, and its first with 5G. */
function noteLane(candidates: Candidates, lowest: Lowest, kind: number): void {
  const { profile, fits, freshnessOfAll } = candidates;
  const { start, byPrice } = profile.lanes;
  const fit = kind * FIT.size;
  const times = fits.records[fit + FIT.times]!;
  const meetsNeed = fits.records[fit + FIT.shortfall] === 0;
  const end = start[kind + 1]! * PRICED.size;
  let isFirst = true;
  for (let at = start[kind]! * PRICED.size; at < end; at += PRICED.size) {
    const posting = byPrice[at + PRICED.posting]!;
    if (freshnessOfAll === null && freshnessAt(candidates, posting) === EXPIRED_CODE) continue;
    const cents = times * byPrice[at + PRICED.usdCents]!;
    if (isFirst) lowest.note(cents, meetsNeed, fits.records[fit + FIT.flags]!);
    isFirst = false;
    if (!meetsNeed || cents >= lowest.cents5g) return;
    const trait = profile.plans[posting * PLAN.size + PLAN.trait]!;
    if ((profile.traits[trait + TRAIT.marks]! & MARK.is5g) !== 0) {
      lowest.cents5g = cents;
      return;
    }
  }
}
