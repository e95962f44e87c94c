/** The three orders as sort keys: lower is better, compared as key1, key2, key3, then the row. */
import type { Candidates } from './candidates.ts';
import { SPEED_KEY_ROOM } from './profile.ts';
import { FLAG } from './scratch.ts';

/** Room for a trip price within a packed key; 2^38 cents is 2.7 billion dollars. */
const CENTS_ROOM = 2 ** 38;
const SCORE_MAX = 1_000_000;

export type KeyWriter = (candidates: Candidates) => void;

/** Closeness, newcomers' plans last, price, more data, longer validity. */
export function writeCheapestKeys({ profile, scratch, count, demand }: Candidates): void {
  for (let slot = 0; slot < count; slot++) {
    const flags = scratch.flags[slot]!;
    const group = scratch.shortfall[slot]! * 2 + ((flags & FLAG.newCustomersOnly) === 0 ? 0 : 1);
    scratch.key1[slot] = group * CENTS_ROOM + Math.min(scratch.cents[slot]!, CENTS_ROOM - 1);
    scratch.key2[slot] = -scratch.mbForSameCents[slot]!;
    // Sold by the day, one buys exactly the days of the trip; NONE is above any other number of days.
    const validity = profile.validityDays[scratch.posting[slot]!]!;
    scratch.key3[slot] = -((flags & FLAG.soldPerDay) === 0 ? validity : Math.min(validity, demand.days));
  }
}

/** Closeness, full speed, generation, cap, local breakout, networks, price. */
export function writeFastestKeys({ view, profile, scratch, count }: Candidates): void {
  const { networks } = view.postings;
  for (let slot = 0; slot < count; slot++) {
    const posting = scratch.posting[slot]!;
    const group = scratch.shortfall[slot]! * 2 + ((scratch.flags[slot]! & FLAG.fullSpeed) === 0 ? 1 : 0);
    scratch.key1[slot] = group * SPEED_KEY_ROOM + profile.speedKey[posting]!;
    scratch.key2[slot] = -networks[posting]!;
    scratch.key3[slot] = scratch.cents[slot]!;
  }
}

/** Closeness, score, price. Variety is a matter of picking, not of order. */
export function writeRecommendedKeys({ scratch, count }: Candidates): void {
  for (let slot = 0; slot < count; slot++) {
    scratch.key1[slot] = scratch.shortfall[slot]! * (SCORE_MAX + 1) + (SCORE_MAX - scratch.score[slot]!);
    scratch.key2[slot] = scratch.cents[slot]!;
    scratch.key3[slot] = 0;
  }
}
