/** The two lists on the wire: countries that have plans, and the service's health. */
import { type Catalogue, catalogueStatus } from '../catalogue/catalogue.ts';
import { countryOf } from '../domain/countries.ts';
import { compareByName } from '../domain/places/names.ts';
import type { Instant } from '../domain/plan.ts';
import type { StoreStatus } from '../store/port.ts';
import { attributionOf } from './attribution.ts';
import type { Identity } from './comparison.ts';
import { iso } from './result.ts';
import type { Countries, Health } from './schemas/lists.ts';

export function serialiseCountries(catalogue: Catalogue, identity: Identity, freshUntil: Instant): Countries {
  const countries = catalogue.destinations
    .flatMap(({ code, plans }) => {
      const country = countryOf(code);
      return country === null ? [] : [{ country, plans }];
    })
    .sort((a, b) => compareByName(a.country, b.country))
    .map(({ country: { code, name, region }, plans }) => ({ code, name, region, plans }));
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    count: countries.length,
    countries,
    fresh_until: iso(freshUntil),
  };
}

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
