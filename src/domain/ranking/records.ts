/**
 * What ranking reads together stands side by side in one array of numbers, as records of a fixed size: here is where
 * each value stands in them.
 *
 * A module takes the records that it needs out of RECORDS at its top. Then they are constants of its own, which the
 * compiler knows; an imported one would be looked up anew each time, a tenth of a ranking.
 */
import { SERVICE } from '../fit.ts';

/** A plan of the destination, by posting. */
const PLAN = {
  kind: 0,
  /** Where the record of its traits begins. */
  trait: 1,
  usdCents: 2,
  provider: 3,
  size: 4,
} as const;

/** All that no trip changes and that thousands of plans share; see `traits.ts`. */
const TRAIT = {
  /** Shares of the score, in ten-thousandths. */
  speed: 0,
  certainty: 1,
  ease: 2,
  clock: 3,
  /** Weighed sum of speed, certainty, ease, and the validity of a plan that covers all days. */
  quality: 4,
  /** Generation, advertised cap, local breakout, networks: lower is faster. */
  speedRank: 5,
  /** Bits of MARK, and from MARKS_ROOM on the number of networks. */
  marks: 6,
  /** An unlimited plan is throttled to this after its cap; NONE where that is not stated or not slow. */
  slowAfterCapKbps: 7,
  size: 8,
} as const;

const MARK = {
  is5g: 1,
  isLocal: 2,
  hotspot: 4,
  noIdentityCheck: 8,
  topUp: 16,
  fairUseUnstated: 32,
  /** Its provider has coupons, for whomever and whatever. */
  hasCoupons: 64,
} as const;
const MARKS_ROOM = 128;

/** A plan in a lane by price. */
const PRICED = {
  posting: 0,
  usdCents: 1,
  quality: 2,
  /** The best quality from here to the end of the lane. */
  qualityAhead: 3,
  size: 4,
} as const;

/** A plan in a lane by speed. */
const SPEEDY = { posting: 0, usdCents: 1, speedRank: 2, size: 3 } as const;

/** How a kind of terms fits the trip: first what the least number of copies gives. */
const FIT = {
  ...SERVICE,
  /** 1 where plans of this kind may be listed at all; all else is set only then. */
  isOpen: 7,
  /** The least number of copies that covers the trip, or as many as may be bought. */
  least: 8,
  most: 9,
  /** What a plan's price is taken times for one copy: the days bought, or 1. */
  daysPriced: 10,
  /** The same for the whole trip. */
  times: 11,
  /** Bits of FLAG, without a coupon's. */
  flags: 12,
  /** The weighed headroom of the score. */
  headroom: 13,
  /** For `orders.ts`, which leaves here what the rest of a lane can reach at best. */
  laneBound: 14,
  size: 15,
} as const;

/** A candidate that was looked at closely: first what the trip gets from the copies that are bought. */
const SLOT = {
  ...SERVICE,
  posting: 7,
  kind: 8,
  /** Where the record of its traits begins. */
  trait: 9,
  copies: 10,
  copyCents: 11,
  /** The trip price. */
  cents: 12,
  /** The most full-speed data that the same money buys. */
  mbForSameCents: 13,
  freshness: 14,
  /** Bits of FLAG. */
  flags: 15,
  /** 0 not yet asked, 1 stays, 2 left out. */
  verdict: 16,
  /** 0 not yet; else its number among those that are spelled out. */
  spelled: 17,
  size: 18,
} as const;

const FLAG = { fullSpeed: 1, coupon: 2, newCustomersOnly: 4 } as const;

export const RECORDS = { PLAN, TRAIT, MARK, MARKS_ROOM, PRICED, SPEEDY, FIT, SLOT, FLAG } as const;
