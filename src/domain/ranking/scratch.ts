/**
 * Working memory of ranking: one slot per candidate, reused by every call.
 * Ranking is synchronous and never calls itself, so one set per process is enough.
 */

/** Bits of `flags`. */
export const FLAG = { fullSpeed: 1, coupon: 2, newCustomersOnly: 4, soldPerDay: 8 } as const;

export interface Scratch {
  readonly capacity: number;
  /** Position in the destination's postings; ascending, hence also by row. */
  readonly posting: Uint32Array;
  readonly row: Uint32Array;
  readonly copies: Uint8Array;
  readonly copyCents: Float64Array;
  readonly cents: Float64Array;
  readonly shortfall: Uint16Array;
  readonly coveredDays: Uint8Array;
  /** Infinity: no limit. */
  readonly usableMb: Float64Array;
  /** The most full-speed data that the same money buys. */
  readonly mbForSameCents: Float64Array;
  readonly freshness: Uint8Array;
  readonly flags: Uint8Array;
  readonly score: Uint32Array;
  /** 0 not yet asked, 1 stays, 2 left out. */
  readonly verdict: Uint8Array;
  /** Sort keys of the list being made: lower is better, compared in this order, then by slot. */
  readonly key1: Float64Array;
  readonly key2: Float64Array;
  readonly key3: Float64Array;
  readonly heap: Uint32Array;
}

function allocate(capacity: number): Scratch {
  return {
    capacity,
    posting: new Uint32Array(capacity),
    row: new Uint32Array(capacity),
    copies: new Uint8Array(capacity),
    copyCents: new Float64Array(capacity),
    cents: new Float64Array(capacity),
    shortfall: new Uint16Array(capacity),
    coveredDays: new Uint8Array(capacity),
    usableMb: new Float64Array(capacity),
    mbForSameCents: new Float64Array(capacity),
    freshness: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    score: new Uint32Array(capacity),
    verdict: new Uint8Array(capacity),
    key1: new Float64Array(capacity),
    key2: new Float64Array(capacity),
    key3: new Float64Array(capacity),
    heap: new Uint32Array(capacity),
  };
}

/** Most destinations have fewer plans than this, so growing is rare. */
const FIRST_CAPACITY = 4_096;
let shared = allocate(FIRST_CAPACITY);

export function scratchFor(count: number): Scratch {
  if (count > shared.capacity) shared = allocate(2 ** Math.ceil(Math.log2(count)));
  return shared;
}
