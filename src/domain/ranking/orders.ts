/** Section 6 of docs/ranking.md: the three orders. A comparator is negative where `a` stands before `b`. */
import TinyQueue from 'tinyqueue';
import { type DestinationView, NONE } from '../columns.ts';
import { BREAKOUTS } from '../plan.ts';
import type { Candidate } from './candidate.ts';
import type { Row } from './drawbacks.ts';

/** A candidate with its drawbacks. */
export interface Weighed {
  readonly plan: Candidate;
  readonly rows: readonly Row[];
  readonly comparableCents: number;
}

export type Compare<T> = (a: T, b: T) => number;

/** One by one, because only the first few of thousands are ever asked for: a heap leaves the rest unsorted. */
export function* inOrder<T>(pool: readonly T[], compare: Compare<T>): Generator<T> {
  const queue = new TinyQueue([...pool], compare);
  while (queue.length > 0) yield queue.pop()!;
}

/**
 * A plan that states no top speed counts as 20 Mbps. Nearly all feeds state none; read as 0 they would stand behind a
 * plan that admits 5 Mbps, read as endless before one that promises 100.
 */
export const UNSTATED_MAX_KBPS = 20_000;
const LOCAL = BREAKOUTS.indexOf('local');

/** Rows are sorted by provider id, then plan id. */
const byId = (a: Candidate, b: Candidate): number => a.row - b.row;

/** Higher first; two infinities are equal. */
const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

export const recommended: Compare<Weighed> = (a, b) =>
  Number(a.plan.newCustomersOnly) - Number(b.plan.newCustomersOnly) ||
  a.comparableCents - b.comparableCents ||
  a.plan.price.cents - b.plan.price.cents ||
  byId(a.plan, b.plan);

/** Needs no drawbacks, so that other lengths of a trip are priced without them. */
export const cheapest: Compare<Candidate> = (a, b) =>
  Number(a.newCustomersOnly) - Number(b.newCustomersOnly) ||
  a.price.cents - b.price.cents ||
  a.copies - b.copies ||
  descending(a.dataMb, b.dataMb) ||
  descending(a.validityDays, b.validityDays) ||
  byId(a, b);

export function topKbps({ columns }: DestinationView, row: number): number {
  const stated = columns.maxKbps[row]!;
  return stated === NONE ? UNSTATED_MAX_KBPS : stated;
}

export const fastest = (view: DestinationView): Compare<Weighed> => {
  const { generation, networks, breakout } = view.postings;
  const isLocal = (posting: number) => Number(breakout[posting] === LOCAL);
  return ({ plan: a, comparableCents }, { plan: b, comparableCents: otherCents }) =>
    Number(b.isFullSpeed) - Number(a.isFullSpeed) ||
    generation[b.posting]! - generation[a.posting]! ||
    topKbps(view, b.row) - topKbps(view, a.row) ||
    isLocal(b.posting) - isLocal(a.posting) ||
    a.copies - b.copies ||
    networks[b.posting]! - networks[a.posting]! ||
    comparableCents - otherCents ||
    byId(a, b);
};

/** Plans that miss the need, in every order: the closest first. */
export const closest: Compare<Weighed> = (a, b) =>
  a.plan.miss - b.plan.miss || a.comparableCents - b.comparableCents || byId(a.plan, b.plan);

/** Places of one brand in Recommended while others that meet the need remain. */
const BRAND_PLACES = 3;

/** The first `limit`; the further plans of a brand stand after all others that meet the need. */
export function withVariety(ordered: Iterable<Weighed>, limit: number): Weighed[] {
  const taken = new Map<number, number>();
  const first: Weighed[] = [];
  const further: Weighed[] = [];
  for (const weighed of ordered) {
    if (first.length === limit) break;
    const { brand } = weighed.plan;
    const places = taken.get(brand) ?? 0;
    taken.set(brand, places + 1);
    (places < BRAND_PLACES ? first : further).push(weighed);
  }
  return [...first, ...further].slice(0, limit);
}
