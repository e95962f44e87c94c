/** One question and what is known of its candidates so far. */
import type { DestinationView } from '../columns.ts';
import type { Demand } from '../fit.ts';
import { EXPIRED_CODE, freshnessCode } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import type { Trip } from '../trip.ts';
import type { Fits } from './fits.ts';
import type { Profile } from './profile.ts';
import { takeSlot } from './reckon.ts';
import { RECORDS } from './records.ts';
import type { Scratch } from './scratch.ts';

const { PLAN, FIT, SLOT } = RECORDS;

export interface Candidates {
  readonly view: DestinationView;
  readonly profile: Profile;
  readonly trip: Trip;
  readonly now: Instant;
  readonly nowSeconds: number;
  readonly demand: Demand;
  readonly scratch: Scratch;
  readonly fits: Fits;
  /** Best freshness of any plan of the destination. */
  readonly freshest: number;
  /** The freshness that all its plans have; null where they differ. */
  readonly freshnessOfAll: number | null;
  /** Slots before this one are those of plans whose provider has public coupons. */
  readonly couponedEnd: number;
  /** Lowest trip price of all that meet the need; Infinity where none does. */
  readonly lowestCents: number;
  /** The same among those with 5G. */
  readonly lowestCents5g: number;
  /** What prices are compared with in the score. */
  readonly benchmarkCents: number;
}

export function freshnessAt({ view, nowSeconds, freshnessOfAll }: Candidates, posting: number): number {
  if (freshnessOfAll !== null) return freshnessOfAll;
  return freshnessCode(nowSeconds - view.columns.observedAtSeconds[view.postings.rows[posting]!]!);
}

/** Whether a plan may be listed at all. */
export function isCandidate(candidates: Candidates, posting: number): boolean {
  const { profile, fits } = candidates;
  const kind = profile.plans[posting * PLAN.size + PLAN.kind]!;
  return (
    fits.records[kind * FIT.size + FIT.isOpen] === 1 && freshnessAt(candidates, posting) !== EXPIRED_CODE
  );
}

/** The slot of a candidate: its fit and price, worked out when somebody first asks for them. */
export function reckon(candidates: Candidates, posting: number): number {
  const { scratch } = candidates;
  const slot = scratch.slotOf[posting]!;
  if (slot < scratch.next && scratch.slots[slot + SLOT.posting] === posting) return slot;
  return takeSlot(candidates, posting, freshnessAt(candidates, posting));
}
