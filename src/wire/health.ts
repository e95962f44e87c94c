import { type Catalogue, catalogueStatus } from '../catalogue/catalogue.ts';
import type { Instant } from '../domain/plan.ts';
import type { StoreStatus } from '../store/port.ts';
import { iso } from './result.ts';
import type { Health } from './schemas/lists.ts';

export interface HealthContext {
  readonly serviceName: string;
  readonly version: string;
  readonly now: Instant;
}

/** A word for every part, and nothing that would help an attacker: no address, path, credential or host name. */
export function serialiseHealth(
  catalogue: Catalogue | null,
  store: StoreStatus,
  { serviceName, version, now }: HealthContext,
): Health {
  const { status, sources } = catalogueStatus(catalogue, now);
  const protection = protectionOf(store);
  const isoOrNull = (at: number | null) => (at === null ? null : iso(at));
  return {
    status: status === 'ok' && protection !== 'ok' ? 'degraded' : status,
    checked_at: iso(now),
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

/** A store that works but has something to say (counts lost and brought back) is no failure, and no `ok` either. */
function protectionOf({ working, state }: StoreStatus): Health['protection']['status'] {
  if (!working) return 'failing';
  return state === 'ok' ? 'ok' : 'degraded';
}
