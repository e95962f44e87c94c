/**
 * The queries that REST, MCP and the pages share: comparisons, lists, phones and health. Each returns a cached response
 * that is charged to the caller. A comparison is the response for one trip.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isoTime } from '../domain/calendar.ts';
import { EXPIRED_AFTER_SECONDS } from '../domain/freshness.ts';
import { destinationOfStops } from '../domain/itinerary/stops.ts';
import { countriesOf } from '../domain/places/region-destinations.ts';
import type { Instant } from '../domain/plan.ts';
import { type Matches, matchesOf } from '../domain/ranking/matches.ts';
import {
  type Filters,
  hasFilters,
  LIST_MAX,
  NO_FILTERS,
  REQUIREMENTS,
  stopsOf,
  type Trip,
} from '../domain/trip.ts';
import type { Caller } from '../limits/port.ts';
import type { Reference } from '../reference/load.ts';
import type { PhoneSearch } from '../reference/phone-search.ts';
import type { NotesFile } from '../reference/schema.ts';
import type { StoreStatus } from '../store/port.ts';
import { attributionOf } from '../wire/attribution.ts';
import { type Identity, serialiseComparison, shortened, withoutVariants } from '../wire/comparison.ts';
import { searchCountries, serialiseCountries } from '../wire/countries.ts';
import { csvOf } from '../wire/csv.ts';
import { phoneOnWire, withPhone } from '../wire/facts.ts';
import { type HealthFacts, serialiseHealth } from '../wire/health.ts';
import type { Comparison } from '../wire/schemas/comparison.ts';
import type { Countries, Health, Phones } from '../wire/schemas/lists.ts';
import { ignoredNotice } from '../wire/sentences/notices.ts';
import { lettersOf } from '../wire/similar-provider.ts';
import { type AnswerRequest, type Answers, type Form, NO_DATA, type Outcome } from './answers.ts';
import type { Entry } from './cache.ts';

/** How long a response may be reused. */
export const TTL_MS = {
  comparison: 15 * 60_000,
  countries: 60 * 60_000,
  phones: 60 * 60_000,
  health: 5 * 60_000,
} as const;

interface QueriesOptions {
  readonly catalogue: () => Catalogue | null;
  readonly answers: Answers;
  readonly storeStatus: () => StoreStatus;
  readonly healthFacts: () => HealthFacts;
  /** The facts for travellers. */
  readonly reference: () => Reference;
  readonly identity: Identity;
  readonly version: string;
  readonly clock: () => number;
}

export class Queries {
  readonly #options: QueriesOptions;

  constructor(options: QueriesOptions) {
    this.#options = options;
  }

  /** `forms`: what the caller gets, each made from the one before it. */
  comparison(trip: Trip, caller: Caller, filters: Filters = NO_FILTERS, ...forms: Form[]): Promise<Outcome> {
    const catalogue = this.#usableCatalogue();
    if (catalogue === null) return Promise.resolve(NO_DATA);
    const { answers, identity, reference } = this.#options;
    const { notes, guide } = reference();
    const context = { identity, notes, hasGuide: guide !== null };
    const filtered = filteredForm(trip, filters, catalogue, context);
    if (filtered !== null) forms.unshift(filtered);
    return answers.get(comparisonRequest(trip, forms, catalogue, context), caller);
  }

  /**
   * How many plans each set of filters would leave for a trip. `now` is the time of the response that shows the numbers,
   * so that they equal those of the filtered response. It takes no quota: only a counted page uses it.
   */
  matches(trip: Trip, now: Instant, choices: readonly Filters[]): Matches[] {
    const catalogue = this.#options.catalogue();
    const destination = catalogue && destinationOfStops((code) => catalogue.destination(code), stopsOf(trip));
    if (destination === null) return choices.map(() => ({ count: 0, lowestCents: null }));
    return matchesOf(destination, trip, now, choices);
  }

  /** `query`: a text of the place search; null: all destinations. */
  async countries(caller: Caller, query: string | null = null, ...forms: Form[]): Promise<Outcome> {
    const { answers, identity } = this.#options;
    const catalogue = this.#usableCatalogue();
    if (catalogue === null) return NO_DATA;
    return await answers.get(
      {
        key: 'countries',
        ttlMs: TTL_MS.countries,
        serial: catalogue.serial,
        destinations: 'all',
        kindIfCached: 'list',
        kindIfComputed: () => 'list',
        shared: false,
        compute: (_, freshUntil) => ({
          json: JSON.stringify(serialiseCountries(catalogue, identity, freshUntil)),
          expiresAt: freshUntil,
        }),
        forms: query === null ? forms : [searchedForm(query), ...forms],
      },
      caller,
    );
  }

  reference(): Reference {
    return this.#options.reference();
  }

  /** The id of the provider that has this name or id, in any spelling; null: there is none. */
  providerNamed(text: string): string | null {
    const catalogue = this.#options.catalogue();
    return catalogue === null ? null : (providerIdsOf(catalogue).get(lettersOf(text)) ?? null);
  }

  /**
   * The check of one phone. Only what all responses have in common is cached, so that the request is charged like every
   * other one. The phone is part of no cache key and of no cached response.
   */
  phones(
    caller: Caller,
    search: PhoneSearch,
    phone: string,
    ignored: readonly string[] = [],
  ): Promise<Outcome> {
    const { answers, identity } = this.#options;
    const attribution = attributionOf(identity.serviceName, identity.baseUrl);
    return answers.get(
      {
        key: 'phones',
        ttlMs: TTL_MS.phones,
        serial: 0,
        destinations: [],
        kindIfCached: 'list',
        kindIfComputed: () => 'list',
        shared: false,
        compute: (_, freshUntil) => ({
          json: JSON.stringify({ attribution, notices: [], fresh_until: isoTime(freshUntil) }),
          expiresAt: freshUntil,
        }),
        forms: [checkedPhoneForm(search, phone), ...ignoredForms(ignored)],
      },
      caller,
    );
  }

  async health(caller: Caller): Promise<Outcome> {
    const { answers, catalogue, storeStatus, healthFacts } = this.#options;
    const { working, state } = storeStatus();
    const { areFilesBroken, isSnapshotDamaged, isReferenceBroken, slowSources } = healthFacts();
    return await answers.get(
      {
        // A change of the snapshot or of the store's state must be visible at once, not after five minutes.
        key: `health:${catalogue()?.serial ?? 'none'}:${working}:${state}:${areFilesBroken}:${isSnapshotDamaged}:${isReferenceBroken}:${slowSources.join()}`,
        ttlMs: TTL_MS.health,
        serial: 0,
        destinations: [],
        kindIfCached: 'list',
        kindIfComputed: () => 'health_uncached',
        shared: true,
        compute: (now, latestExpiry) => ({
          json: JSON.stringify(this.#healthAt(now)),
          expiresAt: latestExpiry,
        }),
      },
      caller,
    );
  }

  /** The current health document for the operator, uncounted and uncached. */
  healthNow(): Health {
    return this.#healthAt(this.#options.clock());
  }

  #healthAt(now: number): Health {
    const { catalogue, healthFacts, storeStatus, identity, version } = this.#options;
    const { serviceName } = identity;
    return serialiseHealth(catalogue(), storeStatus(), { serviceName, version, now, ...healthFacts() });
  }

  /** null also if every price has expired, because empty lists would look as if no plan existed. */
  #usableCatalogue(): Catalogue | null {
    const catalogue = this.#options.catalogue();
    const newest = catalogue?.newest ?? null;
    if (newest === null) return null;
    return this.#options.clock() - newest > EXPIRED_AFTER_SECONDS * 1000 ? null : catalogue;
  }
}

/** The ids of the providers of a catalogue, by their names and by themselves. */
const providerIds = new WeakMap<Catalogue, ReadonlyMap<string, string>>();

function providerIdsOf(catalogue: Catalogue): ReadonlyMap<string, string> {
  const known = providerIds.get(catalogue);
  if (known !== undefined) return known;
  const { providers } = catalogue;
  // An id wins over a name.
  const ids = new Map([
    ...providers.map(({ id, name }) => [lettersOf(name), id] as const),
    ...providers.map(({ id }) => [lettersOf(id), id] as const),
  ]);
  providerIds.set(catalogue, ids);
  return ids;
}

interface ResponseContext {
  readonly identity: Identity;
  readonly notes: NotesFile | null;
  readonly hasGuide: boolean;
}

/** The cache request of one trip. */
function comparisonRequest(
  trip: Trip,
  forms: readonly Form[],
  catalogue: Catalogue,
  context: ResponseContext,
): AnswerRequest {
  const stops = stopsOf(trip);
  const countries = stops.flatMap(({ country }) => countriesOf(country));
  const hasPlans = () => countries.some((country) => catalogue.planCounts.has(country));
  const data = trip.data === undefined ? '' : `:${trip.data.mb}MB`;
  const group = trip.travellers === undefined ? '' : `:${trip.travellers}x`;
  return {
    key: `plans:${trip.need}${data}${group}:${stops.map(({ country, days }) => `${country}${days}`).join(':')}`,
    ttlMs: TTL_MS.comparison,
    serial: catalogue.serial,
    // A plan of a region is corrected in its countries.
    destinations: countries,
    kindIfCached: 'comparison',
    // A trip without plans needs no computation, so it takes no unit of the uncached budget.
    kindIfComputed: () => (hasPlans() ? 'comparison_uncached' : 'comparison'),
    shared: true,
    compute: (now, freshUntil) => {
      const body = serialiseComparison(catalogue, trip, { ...context, now, freshUntil });
      return { json: JSON.stringify(body), expiresAt: Date.parse(body.query.fresh_until) };
    },
    forms,
  };
}

/** The same trip with filters; null without filters. */
function filteredForm(
  trip: Trip,
  asked: Filters,
  catalogue: Catalogue,
  context: ResponseContext,
): Form | null {
  if (!hasFilters(asked)) return null;
  // Filters are sorted, so that each set of filters has one form.
  const filters: Filters = {
    require: REQUIREMENTS.filter((word) => asked.require.includes(word)),
    maxUsdCents: asked.maxUsdCents,
    avoidExits: asked.avoidExits.toSorted(),
    providers: asked.providers.toSorted(),
    avoidProviders: asked.avoidProviders.toSorted(),
  };
  return {
    name: `filtered ${JSON.stringify(filters)}`,
    make: (base) => {
      // The time of the full response, so that both have the same prices and ages.
      const { computed_at, fresh_until } = comparisonOf(base).query;
      const [now, freshUntil] = [Date.parse(computed_at), Date.parse(fresh_until)];
      return JSON.stringify(serialiseComparison(catalogue, trip, { ...context, now, freshUntil, filters }));
    },
  };
}

/** The parameters of a request besides its trip and its filters. */
interface Presentation {
  readonly include: 'variants' | null;
  readonly limit: number;
  /** Unknown parameters, which a notice names. */
  readonly ignored: readonly string[];
}

/** The comparison as a REST request wants it; null for the whole comparison. */
export function comparisonForm({ include, limit, ignored }: Presentation): Form | null {
  const isWhole = include === 'variants' && limit === LIST_MAX && ignored.length === 0;
  if (isWhole) return null;
  const [notice] = ignoredNotice(ignored);
  const names = notice === undefined ? '' : JSON.stringify(notice.value);
  return {
    name: `rest ${include ?? ''} ${limit} ${names}`,
    make: (base) => {
      const comparison = shortened(comparisonOf(base), limit);
      const shown = include === 'variants' ? comparison : withoutVariants(comparison);
      return JSON.stringify(notice === undefined ? shown : { ...shown, notices: [notice, ...shown.notices] });
    },
  };
}

/** The destinations that a query of the place search finds. */
const searchedForm = (query: string): Form => ({
  name: `query ${query}`,
  make: (entry) => JSON.stringify(searchCountries(entry.json<Countries>(), query)),
});

/** A list with the notice about unknown parameters, if there are any. */
export const ignoredForms = (ignored: readonly string[]): Form[] =>
  ignoredNotice(ignored).map((notice) => ({
    name: null,
    make: (base) => {
      const { notices, ...list } = base.json<Countries | Phones>();
      return JSON.stringify({ ...list, notices: [notice, ...notices] });
    },
  }));

/** The comparison with the check of a phone. */
export const withPhoneForm = ({ phones }: Reference, phone: string): Form => ({
  name: null,
  make: (base) => JSON.stringify(withPhone(comparisonOf(base), phones, phone)),
});

const checkedPhoneForm = (search: PhoneSearch, phone: string): Form => ({
  name: null,
  make: (base) => {
    const { attribution, ...rest } = base.json<Omit<Phones, 'phone'>>();
    const body: Phones = { attribution, phone: phoneOnWire(search, phone), ...rest };
    return JSON.stringify(body);
  },
});

/** The three lists as CSV. `forSpreadsheet`: with a byte order mark. */
export const csvForm = (limit: number, options: { readonly forSpreadsheet: boolean }): Form => ({
  name: `csv ${limit} ${options.forSpreadsheet}`,
  make: (base) => csvOf(shortened(comparisonOf(base), limit), options),
});

export const comparisonOf = (entry: Entry): Comparison => entry.json<Comparison>();
