/** The three ranked lists of one destination. Pure: same view, trip and time, same answer. */
import type { DestinationView } from '../columns.ts';
import type { Instant } from '../plan.ts';
import { LIST_MAX, type Trip } from '../trip.ts';
import { assemble } from './assemble.ts';
import { type Candidates, gatherCandidates } from './candidates.ts';
import { isLeftOut } from './dominance.ts';
import { BestFirst } from './heap.ts';
import { type KeyWriter, writeCheapestKeys, writeFastestKeys, writeRecommendedKeys } from './orders.ts';
import type { Ranked, Ranking } from './ranked.ts';
import { scoreAll } from './scoring.ts';
import { PROVIDER_PLACES_MAX } from './weights.ts';

export function rank(view: DestinationView, trip: Trip, now: Instant): Ranking {
  const candidates = gatherCandidates(view, trip, now);
  scoreAll(candidates);
  // A plan that stands in several lists is spelled out once.
  const made = new Map<number, Ranked>();
  const spellOut = (slots: readonly number[]): readonly Ranked[] =>
    slots.map((slot) => {
      const ranked = made.get(slot) ?? assemble(candidates, slot);
      made.set(slot, ranked);
      return ranked;
    });
  return {
    recommended: spellOut(pickWithVariety(candidates)),
    cheapest: spellOut(pick(candidates, writeCheapestKeys)),
    fastest: spellOut(pick(candidates, writeFastestKeys)),
  };
}

function pick(candidates: Candidates, writeKeys: KeyWriter): readonly number[] {
  const { scratch, count } = candidates;
  writeKeys(candidates);
  const best = new BestFirst(scratch, count);
  const picked: number[] = [];
  while (picked.length < LIST_MAX) {
    const slot = best.next();
    if (slot === null) break;
    if (!isLeftOut(candidates, slot)) picked.push(slot);
  }
  return picked;
}

/**
 * Recommended: a provider that has its places waits until no other plan that meets the need is left;
 * then those that waited follow in order, then the misses.
 */
function pickWithVariety(candidates: Candidates): readonly number[] {
  const { scratch, count, view } = candidates;
  writeRecommendedKeys(candidates);
  const best = new BestFirst(scratch, count);
  const picked: number[] = [];
  const waiting: number[] = [];
  const places = new Map<number, number>();
  const seat = (slot: number) => {
    if (picked.length < LIST_MAX) picked.push(slot);
  };
  while (picked.length < LIST_MAX) {
    const slot = best.next();
    if (slot === null) break;
    const misses = scratch.shortfall[slot] !== 0;
    // Plans that meet the need come first, so the first miss ends the waiting.
    if (misses && waiting.length > 0) for (const waited of waiting.splice(0)) seat(waited);
    const provider = view.columns.provider[scratch.row[slot]!]!;
    const taken = places.get(provider) ?? 0;
    const waits = !misses && taken >= PROVIDER_PLACES_MAX;
    // Whoever could not be seated any more need not be examined either.
    if ((waits && waiting.length >= LIST_MAX) || isLeftOut(candidates, slot)) continue;
    places.set(provider, taken + 1);
    if (waits) waiting.push(slot);
    else seat(slot);
  }
  for (const waited of waiting) seat(waited);
  return picked;
}
