import type { DestinationView } from '../domain/columns.ts';
import type { CountryCode, Observation, Plan, Provider } from '../domain/plan.ts';
import type { SourceState } from './market.ts';

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
