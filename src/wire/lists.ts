/** The responses about the catalogue as a whole: the countries that have plans, and the health of the service. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type ConfiguredSource,
  catalogueStatus,
  isDegraded,
  type SourceHealth,
} from '../catalogue/status.ts';
import { countryOf } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import type { PlaceMatch } from '../domain/places/meaning.ts';
import { compareByName, type PlaceKind, placeName } from '../domain/places/names.ts';
import { searchPlaces, similarPlaces } from '../domain/places/search.ts';
import type { Instant } from '../domain/plan.ts';
import type { StoreStatus } from '../store/port.ts';
import { attributionOf } from './attribution.ts';
import type { Identity } from './comparison.ts';
import { iso } from './result.ts';
import type { Countries, Health } from './schemas/lists.ts';
import { HEALTH_REASONS } from './sentences/health.ts';
import { placeLabel } from './sentences/places.ts';

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

/** The destinations that a query finds, or suggestions if it finds none. The place search of all interfaces. */
export function searchCountries(list: Countries, query: string): Countries {
  const byCode = new Map(list.countries.map((country) => [country.code, country]));
  const planCounts = new Map(list.countries.map(({ code, plans }) => [code, plans]));
  const countries = searchPlaces(query, planCounts).flatMap((match) => {
    const country = byCode.get(match.country.code);
    return country === undefined ? [] : [{ ...country, match: whyMatched(match, query) }];
  });
  const { attribution, fresh_until } = list;
  const found = { attribution, count: countries.length, countries, fresh_until };
  if (countries.length > 0) return found;
  const suggestions = similarPlaces(query, planCounts).map((match) => ({
    code: match.country.code,
    // "Bali: Indonesia" becomes "Bali, Indonesia", which a second search finds.
    name: placeLabel(match).replace(': ', ', '),
  }));
  return { ...found, suggestions };
}

const KINDS: Readonly<Record<Exclude<PlaceKind, 'country'>, (country: string) => string>> = {
  city: (country) => `city in ${country}`,
  island: (country) => `island in ${country}`,
  part: (country) => `place in ${country}`,
  group: (country) => `includes ${country}`,
  shared: (country) => `${country} or another country`,
};

function whyMatched({ country: { code, iso3, name }, place }: PlaceMatch, query: string): string | null {
  if (place !== null && place.kind !== 'country')
    return `${placeName(place, 'en')}: ${KINDS[place.kind](name)}`;
  const isCode = [code, iso3].includes(query.toUpperCase());
  return isCode || fold(name).includes(fold(query)) ? null : `another name of ${name}`;
}

interface HealthContext {
  readonly serviceName: string;
  readonly version: string;
  readonly now: Instant;
  /** Configured sources are listed although the catalogue does not have them. */
  readonly configured?: readonly ConfiguredSource[];
  /** True while the operator's files have an error and the stored catalogue is served. */
  readonly areFilesBroken?: boolean;
  /** The newest snapshot is damaged. */
  readonly isSnapshotDamaged?: boolean;
  /** True while a reference file has an error, so that its table is switched off. */
  readonly isReferenceBroken?: boolean;
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
    isSnapshotDamaged = false,
    isReferenceBroken = false,
  }: HealthContext,
): Health {
  const { status, sources } = catalogueStatus(catalogue, now, configured);
  const protection = protectionOf(store);
  const isoOrNull = (at: number | null) => (at === null ? null : iso(at));
  const reasons = sourceReasons(sources);
  if (status === 'failing')
    reasons.unshift(reason(catalogue === null ? 'no_catalogue' : 'all_prices_expired'));
  if (areFilesBroken) reasons.push(reason('files_broken'));
  if (isSnapshotDamaged) reasons.push(reason('snapshot_damaged'));
  if (isReferenceBroken) reasons.push(reason('reference_broken'));
  if (protection !== 'ok')
    reasons.push(reason(protection === 'degraded' ? 'counts_lost' : 'counting_failed'));
  return {
    status: status === 'ok' && reasons.length > 0 ? 'degraded' : status,
    reasons,
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

type HealthReason = Health['reasons'][number];

const reason = (code: HealthReason['code']): HealthReason => ({ code, text: HEALTH_REASONS[code] });

/** In the order in which they are reported. */
const REPORTED = ['aging', 'stale', 'expired', 'kept', 'paused', 'never_read'] as const;
/** The complete list is in `catalogue.sources`. */
const NAMED_MAX = 5;

/** "2 of 19 sources keep the plans of their last good read: anka, simurg". */
function sourceReasons(sources: readonly SourceHealth[]): HealthReason[] {
  return REPORTED.flatMap((status) => {
    const ids = sources
      .filter((source) => source.status === status && isDegraded(source))
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : '';
    const named = `${ids.slice(0, NAMED_MAX).join(', ')}${more}`;
    const { code, text } = reason(`source_${status}`);
    return [{ code, text: `${ids.length} of ${sources.length} sources ${text}: ${named}` }];
  });
}

/** A store that works but lost counts today is `degraded`. */
function protectionOf({ working, state }: StoreStatus): Health['protection']['status'] {
  if (!working) return 'failing';
  return state === 'ok' ? 'ok' : 'degraded';
}
