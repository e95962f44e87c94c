/**
 * The three orders as sort keys: lower is better, compared as key1, key2, key3, then the row.
 * Each is read lane by lane (`reading.ts`): along a lane the first two keys never fall, in Recommended their bound.
 */
import { EXPIRED_CODE } from '../freshness.ts';
import { TERM } from '../terms.ts';
import { type Candidates, freshnessAt } from './candidates.ts';
import { termsAt } from './kinds.ts';
import type { Order } from './reading.ts';
import { mbForSameCents } from './reckon.ts';
import { RECORDS } from './records.ts';
import { leastWeight, priceShare, validityShare, weigh, weighedScore } from './score.ts';
import { PASSING, partsOf } from './scoring.ts';
import { WEIGHTS } from './weights.ts';

const { PLAN, TRAIT, PRICED, SPEEDY, FIT, SLOT, FLAG } = RECORDS;

/** Room for a trip price within a packed key; 2^38 cents is 2.7 billion dollars. */
const CENTS_ROOM = 2 ** 38;
const SCORE_MAX = 1_000_000;
const PRICE_WEIGHT = WEIGHTS.price;

function cheapestKey(shortfall: number, flags: number, cents: number): number {
  const group = shortfall * 2 + ((flags & FLAG.newCustomersOnly) === 0 ? 0 : 1);
  return group * CENTS_ROOM + Math.min(cents, CENTS_ROOM - 1);
}

/** Sold by the day, one buys exactly the days of the trip; NONE is above any other number of days. */
function lastingDays({ profile, demand }: Candidates, kind: number): number {
  const { flags, validityDays } = termsAt(profile.terms, kind);
  return (flags & TERM.soldPerDay) === 0 ? validityDays : Math.min(demand.days, validityDays);
}

/** Closeness, newcomers' plans last, price, more data, longer validity. */
export const CHEAPEST: Order = {
  offerSlot(candidates, best, slot) {
    const { slots } = candidates.scratch;
    const key1 = cheapestKey(
      slots[slot + SLOT.shortfall]!,
      slots[slot + SLOT.flags]!,
      slots[slot + SLOT.cents]!,
    );
    if (key1 > best.worst1) return;
    const lasting = lastingDays(candidates, slots[slot + SLOT.kind]!);
    best.offer(slots[slot + SLOT.posting]!, key1, -slots[slot + SLOT.mbForSameCents]!, -lasting);
  },
  readLanes(candidates, best, { first, last, isHeads }) {
    const { profile, fits, freshnessOfAll } = candidates;
    const { start, byPrice } = profile.lanes;
    const { order, records } = fits;
    for (let index = first; index < last; index++) {
      const kind = order[index]!;
      const fit = kind * FIT.size;
      if (!isHeads && records[fit + FIT.laneBound]! > best.worst1) continue;
      const from = isHeads ? start[kind]! : start[kind]! + 1;
      const end = (isHeads ? from + 1 : start[kind + 1]!) * PRICED.size;
      const times = records[fit + FIT.times]!;
      const shortfall = records[fit + FIT.shortfall]!;
      const flags = records[fit + FIT.flags]!;
      for (let at = from * PRICED.size; at < end; at += PRICED.size) {
        const posting = byPrice[at + PRICED.posting]!;
        const cents = byPrice[at + PRICED.usdCents]!;
        const key1 = cheapestKey(shortfall, flags, times * cents);
        if (isHeads) records[fit + FIT.laneBound] = key1;
        else if (key1 > best.worst1) break;
        if (freshnessOfAll === null && freshnessAt(candidates, posting) === EXPIRED_CODE) continue;
        const key2 = -mbForSameCents(candidates, kind, cents);
        const key3 = -lastingDays(candidates, kind);
        if (isHeads) best.add(posting, key1, key2, key3);
        else best.offer(posting, key1, key2, key3);
      }
    }
  },
};

function fastestGroup(shortfall: number, flags: number): number {
  return shortfall * 2 + ((flags & FLAG.fullSpeed) === 0 ? 1 : 0);
}

/** Closeness, full speed, generation, cap, local breakout, networks, price. */
export const FASTEST: Order = {
  offerSlot({ profile, scratch }, best, slot) {
    const { slots } = scratch;
    const group = fastestGroup(slots[slot + SLOT.shortfall]!, slots[slot + SLOT.flags]!);
    const speedRank = profile.traits[slots[slot + SLOT.trait]! + TRAIT.speedRank]!;
    const key1 = group * profile.lanes.speedRanks + speedRank;
    if (key1 <= best.worst1) best.offer(slots[slot + SLOT.posting]!, key1, slots[slot + SLOT.cents]!, 0);
  },
  readLanes(candidates, best, { first, last, isHeads }) {
    const { profile, fits, freshnessOfAll } = candidates;
    const { start, bySpeed, speedRanks } = profile.lanes;
    const { order, records } = fits;
    for (let index = first; index < last; index++) {
      const kind = order[index]!;
      const fit = kind * FIT.size;
      if (!isHeads && records[fit + FIT.laneBound]! > best.worst1) continue;
      const from = isHeads ? start[kind]! : start[kind]! + 1;
      const end = (isHeads ? from + 1 : start[kind + 1]!) * SPEEDY.size;
      const times = records[fit + FIT.times]!;
      const group = fastestGroup(records[fit + FIT.shortfall]!, records[fit + FIT.flags]!) * speedRanks;
      for (let at = from * SPEEDY.size; at < end; at += SPEEDY.size) {
        const posting = bySpeed[at + SPEEDY.posting]!;
        const key1 = group + bySpeed[at + SPEEDY.speedRank]!;
        const cents = times * bySpeed[at + SPEEDY.usdCents]!;
        if (isHeads) records[fit + FIT.laneBound] = key1;
        else if (key1 > best.worst1 || (key1 === best.worst1 && cents > best.worst2)) break;
        if (freshnessOfAll === null && freshnessAt(candidates, posting) === EXPIRED_CODE) continue;
        if (isHeads) best.add(posting, key1, cents, 0);
        else best.offer(posting, key1, cents, 0);
      }
    }
  },
};

function recommendedKey(shortfall: number, score: number): number {
  return shortfall * (SCORE_MAX + 1) + SCORE_MAX - score;
}

/** Closeness, score, price. Variety is a matter of picking, not of order. */
export const RECOMMENDED: Order = {
  offerSlot(candidates, best, slot) {
    const { slots } = candidates.scratch;
    const key1 = recommendedKey(slots[slot + SLOT.shortfall]!, weigh(partsOf(candidates, slot)));
    if (key1 <= best.worst1) best.offer(slots[slot + SLOT.posting]!, key1, slots[slot + SLOT.cents]!, 0);
  },
  readLanes(candidates, best, { first, last, isHeads }) {
    const { profile, fits, demand, benchmarkCents, freshest, freshnessOfAll } = candidates;
    const { start, byPrice } = profile.lanes;
    const { order, records } = fits;
    const forFreshest = PASSING[freshest]!;
    for (let index = first; index < last; index++) {
      const kind = order[index]!;
      const fit = kind * FIT.size;
      const shortfall = records[fit + FIT.shortfall]!;
      // Whoever weighs less has a first key above the worst that is shortlisted.
      let least = isHeads ? 0 : leastWeight(recommendedKey(shortfall, 0) - best.worst1);
      if (!isHeads && records[fit + FIT.laneBound]! < least) continue;
      const from = isHeads ? start[kind]! : start[kind]! + 1;
      const end = (isHeads ? from + 1 : start[kind + 1]!) * PRICED.size;
      const times = records[fit + FIT.times]!;
      const headroom = records[fit + FIT.headroom]!;
      const isCovered = records[fit + FIT.coveredDays] === demand.days;
      for (let at = from * PRICED.size; at < end; at += PRICED.size) {
        const cents = times * byPrice[at + PRICED.usdCents]!;
        const forPrice = PRICE_WEIGHT * priceShare(benchmarkCents, cents) + headroom;
        // Nobody from here on is cheaper, nor better than the best ahead.
        const most = forPrice + byPrice[at + PRICED.qualityAhead]! + forFreshest;
        if (isHeads) records[fit + FIT.laneBound] = most;
        else if (most < least) break;
        const posting = byPrice[at + PRICED.posting]!;
        const freshness = freshnessOfAll ?? freshnessAt(candidates, posting);
        if (freshness === EXPIRED_CODE) continue;
        const lost = isCovered ? 0 : lostValidity(candidates, kind, posting);
        const weight = forPrice + byPrice[at + PRICED.quality]! + PASSING[freshness]! - lost;
        if (weight < least) continue;
        const key1 = recommendedKey(shortfall, weighedScore(weight));
        if (isHeads) {
          best.add(posting, key1, cents, 0);
        } else {
          best.offer(posting, key1, cents, 0);
          least = leastWeight(recommendedKey(shortfall, 0) - best.worst1);
        }
      }
    }
  },
};

/** What a plan that does not cover all days loses of its quality. */
function lostValidity({ profile, fits, demand }: Candidates, kind: number, posting: number): number {
  const trait = profile.plans[posting * PLAN.size + PLAN.trait]!;
  const clock = profile.traits[trait + TRAIT.clock]!;
  const covered = fits.records[kind * FIT.size + FIT.coveredDays]!;
  return WEIGHTS.validity * (validityShare(1, 1, clock) - validityShare(covered, demand.days, clock));
}
