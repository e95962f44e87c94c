/** What an ingest run hands to publication: plain objects, checked, in no particular order. */
import type { Coupon } from '../domain/coupon.ts';
import type { Observation, Plan, Provider } from '../domain/plan.ts';

/** How a source stood when the edition was made. Part of the observations, not of the content. */
export interface SourceState {
  readonly id: string;
  /** `ok`: this run's rows; `kept`: its last good rows, because this run failed or looked wrong. */
  readonly status: 'ok' | 'kept';
  readonly lastSuccess: number;
  readonly plans: number;
}

export interface Market {
  readonly plans: readonly Plan[];
  /** Parallel to `plans`. */
  readonly observations: readonly Observation[];
  readonly coupons: readonly Coupon[];
  readonly providers: readonly Provider[];
  readonly sources: readonly SourceState[];
  /** True where every plan is invented: the bundled sample market. */
  readonly sample: boolean;
}

/**
 * An array, or something that puts each of its elements together when it is asked for, the same every time: a million
 * plans need no memory then.
 */
export interface Rows<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** A market whose plans may lie somewhere else. Every `Market` is one. */
export interface MarketRows extends Omit<Market, 'plans' | 'observations'> {
  readonly plans: Rows<Plan>;
  readonly observations: Rows<Observation>;
}
