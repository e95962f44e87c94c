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
