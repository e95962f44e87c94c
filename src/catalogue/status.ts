/** The status of the catalogue and its sources, for health. */
import { type Freshness, freshnessAt } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import type { Catalogue, SourceState } from './catalogue.ts';

/** `kept`: the last run failed, and the last good plans are still fresh. When they are older, the status is their age. */
type SourceStatus = Freshness | 'kept' | 'paused' | 'never_read';

/** A source of the operator's configuration. It may be missing in the catalogue. */
export interface ConfiguredSource {
  readonly id: string;
  readonly paused: boolean;
}

export interface CatalogueStatus {
  /** `failing`: no catalogue, or no plan younger than 7 days. `degraded`: a source is not fresh. */
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly sources: readonly (Omit<SourceState, 'status'> & { readonly status: SourceStatus })[];
}

function statusOf({ status, lastSuccess }: SourceState, now: Instant): SourceStatus {
  if (status === 'paused') return 'paused';
  if (lastSuccess === null) return 'never_read';
  const freshness = freshnessAt(lastSuccess, now);
  return freshness === 'fresh' && status === 'kept' ? 'kept' : freshness;
}

/**
 * The plans of a paused source become old, because nothing reads them again. A source that was paused before it was ever
 * read has none.
 */
export const isDegraded = ({ status, lastSuccess }: CatalogueStatus['sources'][number]): boolean =>
  status === 'paused' ? lastSuccess !== null : status !== 'fresh';

/** Lists the sources of the catalogue, and the configured sources that it does not have. */
export function catalogueStatus(
  catalogue: Catalogue | null,
  now: Instant,
  configured: readonly ConfiguredSource[] = [],
): CatalogueStatus {
  const known = catalogue?.sources ?? [];
  const ids = new Set(known.map(({ id }) => id));
  const missing = configured
    .filter(({ id }) => !ids.has(id))
    .map(({ id, paused }) => ({
      id,
      status: paused ? ('paused' as const) : ('never_read' as const),
      lastSuccess: null,
      plans: 0,
    }));
  const sources = [...known, ...missing].map((source) => ({ ...source, status: statusOf(source, now) }));
  const newest = catalogue?.newest ?? null;
  if (newest === null || freshnessAt(newest, now) === 'expired') return { status: 'failing', sources };
  return { status: sources.some(isDegraded) ? 'degraded' : 'ok', sources };
}
