/** Puts a question: fits each kind of terms to the trip, prices what coupons may change, finds the prices to compare with. */
import type { DestinationView } from '../columns.ts';
import { demandOf } from '../fit.ts';
import { freshnessCode } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import type { Trip } from '../trip.ts';
import { benchmarksOf } from './benchmarks.ts';
import { type Candidates, freshnessAt, isCandidate } from './candidates.ts';
import { fitKinds } from './fits.ts';
import { profileOf } from './profile.ts';
import { reckonWithCoupons, takeSlot } from './reckon.ts';
import { scratchFor } from './scratch.ts';

type Unfinished = { -readonly [Field in keyof Candidates]: Candidates[Field] };

export function gatherCandidates(view: DestinationView, trip: Trip, now: Instant): Candidates {
  const profile = profileOf(view);
  const demand = demandOf(trip);
  const nowSeconds = Math.floor(now / 1_000);
  const freshest = freshnessCode(nowSeconds - profile.newestSeconds);
  const stalest = freshnessCode(nowSeconds - profile.oldestSeconds);
  const candidates: Unfinished = {
    view,
    profile,
    trip,
    now,
    nowSeconds,
    demand,
    scratch: scratchFor(view.postings.rows.length),
    fits: fitKinds(profile.terms, profile.lanes.start, demand),
    freshest,
    freshnessOfAll: freshest === stalest ? freshest : null,
    couponedEnd: 0,
    lowestCents: Number.POSITIVE_INFINITY,
    lowestCents5g: Number.POSITIVE_INFINITY,
    benchmarkCents: Number.POSITIVE_INFINITY,
  };
  candidates.couponedEnd = priceCouponed(candidates);
  const marks = benchmarksOf(candidates);
  candidates.lowestCents = marks.lowestCents;
  candidates.lowestCents5g = marks.lowestCents5g;
  candidates.benchmarkCents = marks.benchmarkCents;
  return candidates;
}

/** Plans whose provider has public coupons are priced one by one. Where their slots end. */
function priceCouponed(candidates: Candidates): number {
  const { profile, trip, now } = candidates;
  const { couponed } = profile.lanes;
  if (couponed.length === 0) return 0;
  const open = profile.couponDesk.open(trip, now);
  for (let index = 0; index < couponed.length; index++) {
    const posting = couponed[index]!;
    if (!isCandidate(candidates, posting)) continue;
    const slot = takeSlot(candidates, posting, freshnessAt(candidates, posting));
    if (open[index]!.length > 0) reckonWithCoupons(candidates, slot, open[index]!);
  }
  return candidates.scratch.next;
}
