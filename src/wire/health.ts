/** The health of the service. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type CatalogueStatus,
  type ConfiguredSource,
  catalogueStatus,
  isDegraded,
} from '../catalogue/status.ts';
import { isoTime } from '../domain/calendar.ts';
import type { Instant } from '../domain/plan.ts';
import type { StoreStatus } from '../store/port.ts';
import type { Health } from './schemas/lists.ts';
import { HEALTH_REASONS } from './sentences/health.ts';

/** The facts of the health that neither the catalogue nor the store has. */
export interface HealthFacts {
  /** Sources that are listed even if the catalogue does not have them. */
  readonly configured: readonly ConfiguredSource[];
  /** True while the operator's files have an error and the stored catalogue is served. */
  readonly areFilesBroken: boolean;
  /** The sources that an ingest is at while it takes longer than usual. */
  readonly slowSources: readonly string[];
  /** The newest snapshot is damaged. */
  readonly isSnapshotDamaged: boolean;
  /** True while a reference file has an error, so that its table is switched off. */
  readonly isReferenceBroken: boolean;
}

interface HealthContext extends Partial<HealthFacts> {
  readonly serviceName: string;
  readonly version: string;
  readonly now: Instant;
}

/** The status of every part of the service. It contains no address, path, credential or host name. */
export function serialiseHealth(
  catalogue: Catalogue | null,
  store: StoreStatus,
  {
    serviceName,
    version,
    now,
    configured = [],
    areFilesBroken = false,
    slowSources = [],
    isSnapshotDamaged = false,
    isReferenceBroken = false,
  }: HealthContext,
): Health {
  const { status, sources } = catalogueStatus(catalogue, now, configured);
  const protection = protectionOf(store);
  const isoOrNull = (at: number | null) => (at === null ? null : isoTime(at));
  const reasons = sourceReasons(sources);
  if (status === 'failing')
    reasons.unshift(reason(catalogue === null ? 'no_catalogue' : 'all_prices_expired'));
  if (slowSources.length > 0) reasons.push(sourceReason('source_slow', slowSources, sources.length));
  if (areFilesBroken) reasons.push(reason('files_broken'));
  if (isSnapshotDamaged) reasons.push(reason('snapshot_damaged'));
  if (isReferenceBroken) reasons.push(reason('reference_broken'));
  if (protection !== 'ok')
    reasons.push(reason(protection === 'degraded' ? 'counts_lost' : 'counting_failed'));
  return {
    // Only missing or expired prices make the service `failing`. After other problems its responses are still correct.
    status: status === 'ok' && reasons.length > 0 ? 'degraded' : status,
    reasons,
    checked_at: isoTime(now),
    service: { name: serviceName, version },
    sample: catalogue?.sample ?? false,
    catalogue: {
      version: catalogue?.version ?? null,
      plans: catalogue?.planCount ?? 0,
      providers: catalogue?.providers.length ?? 0,
      destinations: catalogue?.destinations.length ?? 0,
      newest: isoOrNull(catalogue?.newest ?? null),
      oldest: isoOrNull(catalogue?.oldest ?? null),
      sources: sources.map(({ id, status, lastSuccess, plans }) => ({
        id,
        status,
        last_success: isoOrNull(lastSuccess),
        plans,
      })),
    },
    protection: { status: protection, store: store.kind },
  };
}

type HealthReason = Health['reasons'][number];

const reason = (code: HealthReason['code']): HealthReason => ({ code, text: HEALTH_REASONS[code] });

/** In the order in which they are reported. */
const REPORTED = ['aging', 'stale', 'expired', 'kept', 'paused', 'never_read'] as const;
/** The complete list is in `catalogue.sources`. */
const NAMED_MAX = 5;

/** "2 of 19 sources kept the plans of the last good read: anka, simurg". */
function sourceReasons(sources: CatalogueStatus['sources']): HealthReason[] {
  return REPORTED.flatMap((status) => {
    // `isDegraded` leaves out a source that was paused before its first read.
    const ids = sources
      .filter((source) => source.status === status && isDegraded(source))
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    return [sourceReason(`source_${status}`, ids, sources.length)];
  });
}

function sourceReason(code: HealthReason['code'], ids: readonly string[], total: number): HealthReason {
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : '';
  const named = `${ids.slice(0, NAMED_MAX).join(', ')}${more}`;
  return {
    code,
    text: `${ids.length} of ${total} ${total === 1 ? 'source' : 'sources'} ${reason(code).text}: ${named}`,
  };
}

/** A store that works but lost counts today is `degraded`. */
function protectionOf({ working, state }: StoreStatus): Health['protection']['status'] {
  if (!working) return 'failing';
  return state === 'ok' ? 'ok' : 'degraded';
}
