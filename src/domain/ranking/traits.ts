/**
 * All that no trip changes and that score, Fastest and reasons read of a plan: speed, certainty, ease, clock.
 * Thousands of plans share some hundred sets of them, so each set is worked out and kept once, side by side in memory.
 */
import { type DestinationView, FACT, NONE } from '../columns.ts';
import { fairUseIsUnstated, THROTTLE, UNLIMITED } from '../terms.ts';
import { examplesOf, numbersOf, type Ranks, rankValues } from './ranks.ts';
import { RECORDS } from './records.ts';
import {
  capKbps,
  clockShare,
  easeShare,
  fixedCertaintyShare,
  isLocal,
  speedShare,
  validityShare,
} from './score.ts';
import { USABLE_KBPS, WEIGHTS } from './weights.ts';

const { TRAIT, MARK, MARKS_ROOM } = RECORDS;

export interface Traits {
  /** Parallel to the destination's postings. */
  readonly ofPosting: Ranks;
  /** Also parallel to the postings; see `TRAIT.speedRank`. */
  readonly speeds: Ranks;
  /** Records of TRAIT.size values, by trait. */
  readonly records: Uint32Array;
}

const GENERATION_5G = 5;
const NETWORKS_ROOM = 256;
const SHARE_ROOM = 2 ** 14;
/** 0: not slow; else the speed after the cap and one. */
const SLOW_ROOM = USABLE_KBPS + 1;

function marksOf({ columns, postings, coupons }: DestinationView, row: number, posting: number): number {
  const known = columns.factsKnown[row]!;
  const stated = columns.factsTrue[row]!;
  return (
    (postings.generation[posting] === GENERATION_5G ? MARK.is5g : 0) |
    (isLocal(columns, row) ? MARK.isLocal : 0) |
    ((stated & FACT.hotspot) !== 0 ? MARK.hotspot : 0) |
    ((known & ~stated & FACT.identityCheck) !== 0 ? MARK.noIdentityCheck : 0) |
    ((stated & FACT.topUp) !== 0 ? MARK.topUp : 0) |
    (fairUseIsUnstated(columns, row) ? MARK.fairUseUnstated : 0) |
    (coupons.has(columns.provider[row]!) ? MARK.hasCoupons : 0)
  );
}

function slowKbps({ columns }: DestinationView, row: number): number {
  const kbps = columns.throttleKbps[row]!;
  const isThrottled = columns.model[row] === UNLIMITED && columns.afterCap[row] === THROTTLE;
  return isThrottled && kbps < USABLE_KBPS ? kbps : NONE;
}

function speedsOf({ columns, postings }: DestinationView): Ranks {
  const { rows, generation, networks } = postings;
  const caps = rankValues(numbersOf(rows, (row) => -capKbps(columns, row)));
  return rankValues(
    numbersOf(rows, (row, posting) => {
      const slowness = (GENERATION_5G - generation[posting]!) * caps.count + caps.rankOf[posting]!;
      const reach = slowness * 2 + (isLocal(columns, row) ? 0 : 1);
      return reach * NETWORKS_ROOM + (NETWORKS_ROOM - 1 - networks[posting]!);
    }),
  );
}

export function traitsOf(view: DestinationView): Traits {
  const { columns, postings } = view;
  const speeds = speedsOf(view);
  // What speed leaves open, as one number; then both together.
  const others = rankValues(
    numbersOf(postings.rows, (row, posting) => {
      const slow = slowKbps(view, row);
      const shares = fixedCertaintyShare(columns, row) * SHARE_ROOM + clockShare(columns, row);
      return (shares * SLOW_ROOM + (slow === NONE ? 0 : slow + 1)) * MARKS_ROOM + marksOf(view, row, posting);
    }),
  );
  const ofPosting = rankValues(
    numbersOf(speeds.rankOf, (speed, posting) => speed * others.count + others.rankOf[posting]!),
  );
  const records = new Uint32Array(ofPosting.count * TRAIT.size);
  examplesOf(ofPosting).forEach((posting, trait) => {
    records.set(recordOf(view, posting, speeds.rankOf[posting]!), trait * TRAIT.size);
  });
  return { ofPosting, speeds, records };
}

/** In the order of TRAIT. */
function recordOf(view: DestinationView, posting: number, speedRank: number): number[] {
  const { columns, postings } = view;
  const row = postings.rows[posting]!;
  const networks = postings.networks[posting]!;
  const speed = speedShare(columns, row, postings.generation[posting]!, networks);
  const certainty = fixedCertaintyShare(columns, row);
  const ease = easeShare(columns, row);
  const clock = clockShare(columns, row);
  const quality =
    WEIGHTS.speed * speed +
    WEIGHTS.certainty * certainty +
    WEIGHTS.ease * ease +
    WEIGHTS.validity * validityShare(1, 1, clock);
  const marks = networks * MARKS_ROOM + marksOf(view, row, posting);
  return [speed, certainty, ease, clock, quality, speedRank, marks, slowKbps(view, row)];
}
