/** One order read as far as it is needed: candidates are offered to a shortlist until no other can enter it. */
import { EXPIRED_CODE } from '../freshness.ts';
import type { Candidates } from './candidates.ts';
import { RECORDS } from './records.ts';
import type { Shortlist } from './shortlist.ts';

const { PLAN, FIT, SLOT } = RECORDS;

/** Some of the lanes, by their places in `fits.order`; of each its head alone, or all that follows the head. */
export interface Pass {
  readonly first: number;
  readonly last: number;
  readonly isHeads: boolean;
}

export interface Order {
  /** Offers a candidate that is already worked out. */
  readonly offerSlot: (candidates: Candidates, best: Shortlist, slot: number) => void;
  /**
   * Adds the heads of lanes, and leaves in `FIT.laneBound` a first key that no plan of the lane goes below.
   * Or offers what follows the heads, of each lane until no later plan can enter the shortlist.
   */
  readonly readLanes: (candidates: Candidates, best: Shortlist, pass: Pass) => void;
}

export function readInto(best: Shortlist, candidates: Candidates, order: Order): void {
  const { couponedEnd, fits, freshest } = candidates;
  const hasLanes = freshest !== EXPIRED_CODE;
  if (hasLanes) readBoth(best, candidates, order, 0, fits.meeting);
  for (let slot = 0; slot < couponedEnd; slot += SLOT.size) order.offerSlot(candidates, best, slot);
  // Misses stand behind all that meet the need, whatever the order.
  const needsMisses = hasLanes && !isFullOfMeeting(best, candidates);
  if (needsMisses) readBoth(best, candidates, order, fits.meeting, fits.open);
  best.finish();
}

/** The heads of all lanes come first: they make the shortlist a good one before any lane is read. */
function readBoth(best: Shortlist, candidates: Candidates, order: Order, first: number, last: number): void {
  order.readLanes(candidates, best, { first, last, isHeads: true });
  best.settle();
  order.readLanes(candidates, best, { first, last, isHeads: false });
}

function isFullOfMeeting(best: Shortlist, { profile, fits }: Candidates): boolean {
  if (!best.isFull) return false;
  const kind = profile.plans[best.at(best.size - 1) * PLAN.size + PLAN.kind]!;
  return fits.records[kind * FIT.size + FIT.shortfall] === 0;
}
