/**
 * The folder: an edition of the catalogue from a checked market to the columns that requests read (encode, publish, load,
 * swap). It imports `domain/` and `store/` (its port). A loaded `Catalogue` never changes, so it may be read at any time, from
 * any request; only `library.ts` swaps one for the next, and only `publish.ts` writes to the store.
 */

import type { DestinationView } from '../domain/columns.ts';
import type { Coupon } from '../domain/coupon.ts';
import { ageSecondsOf, type Freshness, freshnessOf } from '../domain/freshness.ts';
import type { CountryCode, Instant, Observation, Plan, Provider } from '../domain/plan.ts';

// What an ingest run hands to publication: plain objects, checked, in no particular order; and the ways to refuse.

/** How a source stood when the edition was made. Part of the observations, not of the content. */
export interface SourceState {
  readonly id: string;
  /**
   * `ok`: this run's rows; `kept`: its last good rows, because this run failed or looked wrong; `paused`: the operator
   * has it left alone; `never_read`: it never was good.
   */
  readonly status: 'ok' | 'kept' | 'paused' | 'never_read';
  /** null: never. */
  readonly lastSuccess: number | null;
  readonly plans: number;
}

export interface ObservedPlans {
  readonly plans: readonly Plan[];
  /** Parallel to `plans`. */
  readonly observations: readonly Observation[];
}

export interface Market extends ObservedPlans {
  readonly coupons: readonly Coupon[];
  readonly providers: readonly Provider[];
  readonly sources: readonly SourceState[];
  /** True where every plan is invented: the bundled sample market. */
  readonly sample: boolean;
}

/** A snapshot that must not be served. `message` is one line for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Written by an earlier or later program: nothing is damaged, and the next ingest writes the catalogue anew. */
export class OtherFormatError extends SnapshotError {}

/** A market that must not be published: a mistake in the code before this step, never a mistake in a feed. */
export class MarketError extends Error {
  override readonly name = 'MarketError';
}

// What requests read.

export interface DestinationCount {
  readonly code: CountryCode;
  readonly plans: number;
}

/** One edition, loaded: immutable, shared by every request that began while it was current. */
export interface Catalogue {
  /** Hash of the content, hex. The same plans seen again keep it. */
  readonly version: string;
  readonly serial: number;
  readonly sample: boolean;
  readonly planCount: number;
  /** Sorted by id; `PlanColumns.provider` indexes it. */
  readonly providers: readonly Provider[];
  readonly sources: readonly SourceState[];
  /** Sorted by code; only destinations that have plans. */
  readonly destinations: readonly DestinationCount[];
  /** Newest and oldest observation, milliseconds; null in an empty catalogue. */
  readonly newest: number | null;
  readonly oldest: number | null;
  /** null where there is no plan for it. */
  view(country: CountryCode): DestinationView | null;
  plan(row: number): Plan;
  observation(row: number): Observation;
  /** Row of a plan, or null. */
  find(provider: string, plan: string): number | null;
}

// How the catalogue stands, as health says it. Pure: the clock is passed in.

/** `kept`: its last good rows, still fresh. Older ones are named by their age, kept or not. */
export type SourceWord = Freshness | 'kept' | 'paused' | 'never_read';

export interface SourceHealth {
  readonly id: string;
  readonly status: SourceWord;
  readonly lastSuccess: Instant | null;
  readonly plans: number;
}

export interface CatalogueStatus {
  /** `failing`: no catalogue, or no plan younger than 7 days. `degraded`: some source aging, kept, paused or never read. */
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly sources: readonly SourceHealth[];
}

const freshnessAt = (at: Instant, now: Instant) => freshnessOf(ageSecondsOf(Math.floor(at / 1_000), now));

function sourceWord(source: SourceState, now: Instant): SourceWord {
  if (source.status === 'paused' || source.lastSuccess === null)
    return source.status === 'paused' ? 'paused' : 'never_read';
  const freshness = freshnessAt(source.lastSuccess, now);
  return freshness === 'fresh' && source.status === 'kept' ? 'kept' : freshness;
}

export function catalogueStatus(catalogue: Catalogue | null, now: Instant): CatalogueStatus {
  const sources = (catalogue?.sources ?? []).map((source) => ({
    id: source.id,
    status: sourceWord(source, now),
    lastSuccess: source.lastSuccess,
    plans: source.plans,
  }));
  const newest = catalogue?.newest ?? null;
  if (newest === null || freshnessAt(newest, now) === 'expired') return { status: 'failing', sources };
  return { status: sources.every(({ status }) => status === 'fresh') ? 'ok' : 'degraded', sources };
}
