/** What an ingest run hands to publication: plain objects, checked, in no particular order; and the two ways to refuse. */
import type { Coupon } from '../domain/coupon.ts';
import type { Observation, Plan, Provider } from '../domain/plan.ts';

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
