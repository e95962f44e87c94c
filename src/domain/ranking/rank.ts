/** The three ranked lists of one destination. Pure: same view, trip and time, same answer. */
import type { DestinationView } from '../columns.ts';
import type { Instant } from '../plan.ts';
import { LIST_MAX, type Trip } from '../trip.ts';
import { assemble } from './assemble.ts';
import { BestFirst } from './bestFirst.ts';
import { type Candidates, reckon } from './candidates.ts';
import { isLeftOut } from './dominance.ts';
import { gatherCandidates } from './gather.ts';
import { CHEAPEST, FASTEST, RECOMMENDED } from './orders.ts';
import type { Ranked, Ranking } from './ranked.ts';
import type { Order } from './reading.ts';
import { RECORDS } from './records.ts';
import { PROVIDER_PLACES_MAX } from './weights.ts';

const { PLAN, SLOT } = RECORDS;

export function rank(view: DestinationView, trip: Trip, now: Instant): Ranking {
  const candidates = gatherCandidates(view, trip, now);
  const { slots } = candidates.scratch;
  const spelled: Ranked[] = [];
  const spellOut = (postings: readonly number[]): readonly Ranked[] =>
    postings.map((posting) => {
      // A plan that stands in several lists is spelled out once.
      const slot = reckon(candidates, posting);
      if (slots[slot + SLOT.spelled] === 0) {
        spelled.push(assemble(candidates, posting));
        slots[slot + SLOT.spelled] = spelled.length;
      }
      return spelled[slots[slot + SLOT.spelled]! - 1]!;
    });
  return {
    recommended: spellOut(pickWithVariety(candidates)),
    cheapest: spellOut(pick(candidates, CHEAPEST)),
    fastest: spellOut(pick(candidates, FASTEST)),
  };
}

function pick(candidates: Candidates, order: Order): readonly number[] {
  const best = new BestFirst(candidates, order);
  const picked: number[] = [];
  while (picked.length < LIST_MAX) {
    const posting = best.next();
    if (posting === null) break;
    if (!isLeftOut(candidates, posting)) picked.push(posting);
  }
  return picked;
}

/**
 * Recommended: a provider that has its places waits until no other plan that meets the need is left;
 * then those that waited follow in order, then the misses.
 */
function pickWithVariety(candidates: Candidates): readonly number[] {
  const { scratch, profile } = candidates;
  const best = new BestFirst(candidates, RECOMMENDED);
  const picked: number[] = [];
  const waiting: number[] = [];
  /** Whose plans are picked or wait. */
  const providers: number[] = [];
  const seat = (posting: number) => {
    if (picked.length < LIST_MAX) picked.push(posting);
  };
  while (picked.length < LIST_MAX) {
    const posting = best.next();
    if (posting === null) break;
    const misses = scratch.slots[reckon(candidates, posting) + SLOT.shortfall] !== 0;
    // Plans that meet the need come first, so the first miss ends the waiting.
    if (misses && waiting.length > 0) for (const waited of waiting.splice(0)) seat(waited);
    const provider = profile.plans[posting * PLAN.size + PLAN.provider]!;
    const waits = !misses && countOf(providers, provider) >= PROVIDER_PLACES_MAX;
    // Whoever could not be seated any more need not be examined either.
    if ((waits && waiting.length >= LIST_MAX) || isLeftOut(candidates, posting)) continue;
    providers.push(provider);
    if (waits) waiting.push(posting);
    else seat(posting);
  }
  for (const waited of waiting) seat(waited);
  return picked;
}

function countOf(values: readonly number[], value: number): number {
  let count = 0;
  for (let index = 0; index < values.length; index++) if (values[index] === value) count++;
  return count;
}
