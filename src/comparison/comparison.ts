/**
 * The comparison that REST, MCP and the pages share. It takes a trip and returns a cached response that is charged to
 * the caller.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { STALE_SECONDS } from '../domain/freshness.ts';
import { type Filters, LIST_MAX, NO_FILTERS, REQUIREMENTS, stopsOf, type Trip } from '../domain/trip.ts';
import type { Caller } from '../limits/port.ts';
import type { StoreStatus } from '../store/port.ts';
import { type Identity, serialiseComparison, shortened, withoutVariants } from '../wire/comparison.ts';
import { csvOf } from '../wire/csv.ts';
import { serialiseCountries, serialiseHealth } from '../wire/lists.ts';
import type { Comparison as ComparisonBody } from '../wire/schemas/comparison.ts';
import { ignoredNotice } from '../wire/sentences/notices.ts';
import { type AnswerRequest, type Answers, type Form, NO_DATA, type Outcome } from './answers.ts';
import type { Entry } from './cache.ts';

/** How long a response may be reused. */
export const TTL_MS = { plans: 15 * 60_000, countries: 60 * 60_000, health: 5 * 60_000 } as const;

export interface ComparisonOptions {
  readonly catalogue: () => Catalogue | null;
  readonly answers: Answers;
  readonly storeStatus: () => StoreStatus;
  /** True while the operator's files have an error and the stored catalogue is served. */
  readonly isBroken?: () => boolean;
  readonly identity: Identity;
  readonly version: string;
  readonly clock: () => number;
}

export class Comparison {
  readonly #options: ComparisonOptions;

  constructor(options: ComparisonOptions) {
    this.#options = options;
  }

  /** `form`: the form in which the caller gets the comparison. */
  plans(
    trip: Trip,
    caller: Caller,
    filters: Filters = NO_FILTERS,
    form: Form | null = null,
  ): Promise<Outcome> {
    const catalogue = this.#usable();
    if (catalogue === null) return Promise.resolve(NO_DATA);
    const { answers, identity } = this.#options;
    const filtered = filteredForm(trip, filters, catalogue, identity);
    const forms = [filtered, form].filter((one) => one !== null);
    return answers.get(plansRequest(trip, forms, catalogue, identity), caller);
  }

  async countries(caller: Caller): Promise<Outcome> {
    const { answers, identity } = this.#options;
    const catalogue = this.#usable();
    if (catalogue === null) return NO_DATA;
    return await answers.get(
      {
        key: 'countries',
        ttlMs: TTL_MS.countries,
        hit: 'list',
        miss: () => 'list',
        shared: false,
        compute: (_, freshUntil) => JSON.stringify(serialiseCountries(catalogue, identity, freshUntil)),
      },
      caller,
    );
  }

  async health(caller: Caller): Promise<Outcome> {
    const { answers, catalogue, storeStatus, isBroken } = this.#options;
    const { working, state } = storeStatus();
    return await answers.get(
      {
        // A change of the snapshot or of the store's state must be visible at once, not after five minutes.
        key: `health:${catalogue()?.serial ?? 'none'}:${working}:${state}:${isBroken?.() ?? false}`,
        ttlMs: TTL_MS.health,
        hit: 'list',
        miss: () => 'health_uncached',
        shared: true,
        compute: (now) => JSON.stringify(this.#healthAt(now)),
      },
      caller,
    );
  }

  /** The current health document for the operator, uncounted and uncached. */
  healthNow(): { readonly status: number; readonly body: string } {
    const body = this.#healthAt(this.#options.clock());
    return { status: body.status === 'failing' ? 503 : 200, body: JSON.stringify(body) };
  }

  #healthAt(now: number) {
    const { catalogue, storeStatus, isBroken, identity, version } = this.#options;
    const { serviceName } = identity;
    const context = { serviceName, version, now, isBroken: isBroken?.() ?? false };
    return serialiseHealth(catalogue(), storeStatus(), context);
  }

  /** null also if every price has expired, because empty lists would look as if no plan existed. */
  #usable(): Catalogue | null {
    const catalogue = this.#options.catalogue();
    const newest = catalogue?.newest ?? null;
    if (newest === null) return null;
    return this.#options.clock() - newest > STALE_SECONDS * 1000 ? null : catalogue;
  }
}

/** The cache request of one trip. */
function plansRequest(
  trip: Trip,
  forms: readonly Form[],
  catalogue: Catalogue,
  identity: Identity,
): AnswerRequest {
  const stops = stopsOf(trip);
  const hasPlans = () => stops.some(({ country }) => catalogue.destination(country) !== null);
  const data = trip.data === undefined ? '' : `:${trip.data.mb}MB`;
  const group = trip.travellers === undefined ? '' : `:${trip.travellers}x`;
  return {
    key: `plans:${trip.need}${data}${group}:${stops.map(({ country, days }) => `${country}${days}`).join(':')}`,
    ttlMs: TTL_MS.plans,
    hit: 'comparison',
    // A trip without plans needs no computation, so it takes no unit of the uncached budget.
    miss: () => (hasPlans() ? 'comparison_uncached' : 'comparison'),
    shared: true,
    compute: (now, freshUntil) => {
      const body = serialiseComparison(catalogue, trip, { identity, now, freshUntil });
      return { json: JSON.stringify(body), expiresAt: Date.parse(body.query.fresh_until) };
    },
    forms,
  };
}

/** The same trip with filters; null without filters. */
function filteredForm(
  trip: Trip,
  { require, maxUsdCents, avoidExits }: Filters,
  catalogue: Catalogue,
  identity: Identity,
): Form | null {
  if (require.length + avoidExits.length === 0 && maxUsdCents === null) return null;
  // Filters are sorted, so that each set of filters has one form.
  const filters: Filters = {
    require: REQUIREMENTS.filter((word) => require.includes(word)),
    maxUsdCents,
    avoidExits: avoidExits.toSorted(),
  };
  return {
    name: `filtered ${[filters.require.join(), maxUsdCents ?? '', filters.avoidExits.join()].join(';')}`,
    make: (base) => {
      // The time of the full response, so that both have the same prices and ages.
      const { computed_at, fresh_until } = comparisonOf(base).query;
      const [now, freshUntil] = [Date.parse(computed_at), Date.parse(fresh_until)];
      return JSON.stringify(serialiseComparison(catalogue, trip, { identity, now, freshUntil, filters }));
    },
  };
}

/** The parameters of a request besides its trip and its filters. */
export interface Presentation {
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

/** The three lists as CSV. */
export const csvForm = (limit: number): Form => ({
  name: `csv ${limit}`,
  make: (base) => csvOf(shortened(comparisonOf(base), limit)),
});

export const comparisonOf = (entry: Entry): ComparisonBody => entry.json<ComparisonBody>();
