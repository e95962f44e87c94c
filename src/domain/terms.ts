/**
 * A destination's plans as fitting and pricing read them: assumptions for what is not stated already made,
 * side by side in memory. Depends on the catalogue alone, never on the trip.
 */
import { type DestinationView, FACT, NONE, type PlanColumns } from './columns.ts';
import { UNSTATED_FAIR_USE_MB_PER_DAY, USABLE_KBPS } from './ranking/weights.ts';

/** Positions in ALLOWANCE_MODELS and AFTER_CAP. */
export const TOTAL = 0;
export const UNLIMITED = 2;
export const THROTTLE = 1;
const STATED_TRUE = 1;

/** Bits of `flags`. */
export const TERM = {
  /** The amount is for the whole validity, not for each day. */
  wholeAmount: 1,
  /** Stated to have no cap at all. */
  noLimit: 2,
  /** The remainder after the cap is fast enough to count as usable. */
  usableRemainder: 4,
  /** Its own top speed is too low for anything to count as usable. */
  tooSlow: 8,
  newCustomersOnly: 16,
  soldPerDay: 32,
  /** Sold as unlimited, and neither a cap nor its absence is stated. */
  fairUseUnstated: 64,
  soldAsUnlimited: 128,
  soldOut: 256,
} as const;

/** Parallel to the destination's postings. */
export interface Terms {
  readonly flags: Uint16Array;
  /** Full-speed megabytes: the whole, or a day's. */
  readonly amountMb: Uint32Array;
  /** NONE: no expiry (or, sold by the day, no upper bound). */
  readonly validityDays: Uint32Array;
  readonly usdCents: Uint32Array;
  readonly observedAtSeconds: Uint32Array;
}

/** All of one plan's terms that fitting reads. */
export type FitTerms = { readonly [Field in 'flags' | 'amountMb' | 'validityDays']: number };

export function hasNoLimit(columns: PlanColumns, row: number): boolean {
  return columns.model[row] === UNLIMITED && columns.uncapped[row] === STATED_TRUE;
}

export function fairUseIsUnstated(columns: PlanColumns, row: number): boolean {
  return (
    columns.model[row] === UNLIMITED &&
    columns.uncapped[row] !== STATED_TRUE &&
    columns.fullSpeedMbPerDay[row] === NONE
  );
}

function isUsable(kbps: number): boolean {
  return kbps !== NONE && kbps >= USABLE_KBPS;
}

function flagsOf(columns: PlanColumns, row: number): number {
  const known = columns.factsKnown[row]!;
  const stated = columns.factsTrue[row]!;
  const maxKbps = columns.maxKbps[row]!;
  const usableRemainder = columns.afterCap[row] === THROTTLE && isUsable(columns.throttleKbps[row]!);
  return (
    (columns.model[row] === TOTAL ? TERM.wholeAmount : 0) |
    (hasNoLimit(columns, row) ? TERM.noLimit : 0) |
    (usableRemainder ? TERM.usableRemainder : 0) |
    (maxKbps < USABLE_KBPS ? TERM.tooSlow : 0) |
    ((stated & FACT.newCustomersOnly) !== 0 ? TERM.newCustomersOnly : 0) |
    (columns.soldPerDay[row] === 1 ? TERM.soldPerDay : 0) |
    (fairUseIsUnstated(columns, row) ? TERM.fairUseUnstated : 0) |
    (columns.model[row] === UNLIMITED ? TERM.soldAsUnlimited : 0) |
    ((known & ~stated & FACT.inStock) !== 0 ? TERM.soldOut : 0)
  );
}

function amountOf(columns: PlanColumns, row: number): number {
  if (columns.model[row] !== UNLIMITED) return columns.megabytes[row]!;
  const cap = columns.fullSpeedMbPerDay[row]!;
  return cap === NONE ? UNSTATED_FAIR_USE_MB_PER_DAY : cap;
}

export function termsOf({ columns, postings: { rows } }: DestinationView): Terms {
  const terms: Terms = {
    flags: new Uint16Array(rows.length),
    amountMb: new Uint32Array(rows.length),
    validityDays: new Uint32Array(rows.length),
    usdCents: new Uint32Array(rows.length),
    observedAtSeconds: new Uint32Array(rows.length),
  };
  for (let posting = 0; posting < rows.length; posting++) {
    const row = rows[posting]!;
    terms.flags[posting] = flagsOf(columns, row);
    terms.amountMb[posting] = amountOf(columns, row);
    terms.validityDays[posting] = columns.validityDays[row]!;
    terms.usdCents[posting] = columns.usdCents[row]!;
    terms.observedAtSeconds[posting] = columns.observedAtSeconds[row]!;
  }
  return terms;
}
