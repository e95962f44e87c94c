/** The status of the catalogue and its sources, for health. */
import { type Freshness, freshnessAt } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import type { Catalogue, SourceState } from './catalogue.ts';

/** `kept`: the last good plans, while they are fresh. Older plans have a status by age, kept or not. */
export type SourceStatus = Freshness | 'kept' | 'paused' | 'never_read';

export interface SourceHealth extends Omit<SourceState, 'status'> {
  readonly status: SourceStatus;
}

export interface CatalogueStatus {
  /** `failing`: no catalogue, or no plan younger than 7 days. `degraded`: a source is not fresh. */
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly sources: readonly SourceHealth[];
}

function statusOf({ status, lastSuccess }: SourceState, now: Instant): SourceStatus {
  if (status === 'paused') return 'paused';
  if (lastSuccess === null) return 'never_read';
  const freshness = freshnessAt(lastSuccess, now);
  return freshness === 'fresh' && status === 'kept' ? 'kept' : freshness;
}

export function catalogueStatus(catalogue: Catalogue | null, now: Instant): CatalogueStatus {
  const sources = (catalogue?.sources ?? []).map((source) => ({ ...source, status: statusOf(source, now) }));
  const newest = catalogue?.newest ?? null;
  if (newest === null || freshnessAt(newest, now) === 'expired') return { status: 'failing', sources };
  return { status: sources.every(({ status }) => status === 'fresh') ? 'ok' : 'degraded', sources };
}
