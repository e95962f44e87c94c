/**
 * The catalogue of plans that requests read. A loaded `Catalogue` never changes, so requests can share it. `publish.ts`
 * writes a market to the store as a snapshot, and `holder.ts` loads each new snapshot and replaces the catalogue.
 */
import Type, { type Static } from 'typebox';
import type { Coupon } from '../domain/coupon.ts';
import {
  compareIds,
  compareStrings,
  type Destination,
  type DestinationEntry,
  namingOf,
  placeFactsOf,
} from '../domain/destination.ts';
import { addTo } from '../domain/lists.ts';
import { regionOf } from '../domain/places/region-destinations.ts';
import {
  type CountryCode,
  type Coverage,
  type Immutable,
  instant,
  nullable,
  type Observation,
  type Plan,
  type Provider,
} from '../domain/plan.ts';
import { regionEntries } from '../domain/region.ts';
import { CoverageCounts } from './coverage-counts.ts';
import { type SellerFacts, SellerFactsBuilder } from './seller-facts.ts';

// The result of an ingest: checked plans in any order, and the state of each source.

export const SourceStateSchema = Type.Object({
  id: Type.String(),
  /**
   * `ok`: the plans of this run. `kept`: the last good plans, because this run failed or was quarantined. `paused`: the
   * operator paused the source. `never_read`: the source was never read successfully.
   */
  status: Type.Enum(['ok', 'kept', 'paused', 'never_read']),
  /** null: never. */
  lastSuccess: nullable(instant),
  plans: Type.Integer({ minimum: 0 }),
});
/** The state of a source at publication. It is part of the observations, not of the content. */
export type SourceState = Immutable<Static<typeof SourceStateSchema>>;

export interface ObservedPlan {
  readonly plan: Plan;
  readonly observation: Observation;
}

export interface Market {
  readonly plans: readonly ObservedPlan[];
  readonly coupons: readonly Coupon[];
  readonly providers: readonly Provider[];
  readonly sources: readonly SourceState[];
  /** True for the bundled sample market, whose plans are invented. */
  readonly sample: boolean;
}

/** A market that must not be published. The cause is a bug in the ingest, never an error in a feed. */
export class MarketError extends Error {
  override readonly name = 'MarketError';
}

// The data that requests read.

/** A loaded snapshot. It is immutable. */
export interface Catalogue {
  /** The hash of the content, in hex. It stays the same while the plans stay the same. */
  readonly version: string;
  readonly serial: number;
  readonly sample: boolean;
  readonly planCount: number;
  /** Sorted by id. */
  readonly providers: readonly Provider[];
  provider(id: string): Provider | null;
  /** Returns the id if the provider has no name. */
  providerName(provider: string): string;
  readonly sources: readonly SourceState[];
  /** Destinations with plans, sorted by code. */
  readonly destinations: readonly { readonly code: CountryCode; readonly plans: number }[];
  /** The number of plans of each destination that has any. */
  readonly planCounts: ReadonlyMap<CountryCode, number>;
  /** For the pages of destinations and regions. */
  readonly coverageCounts: Pick<CoverageCounts, 'networksIn' | 'plansInRegion' | 'plansFor'>;
  /** For the pages of sellers, by provider id. Every provider with plans has an entry. */
  readonly sellerFacts: ReadonlyMap<string, SellerFacts>;
  /** The newest and the oldest observation, in Unix milliseconds; null in an empty catalogue. */
  readonly newest: number | null;
  readonly oldest: number | null;
  /** Coupons by provider id, each list sorted by coupon id. */
  readonly coupons: ReadonlyMap<string, readonly Coupon[]>;
  /** All plans, in the order of `compareIds`. */
  plans(): Iterable<ObservedPlan>;
  /** Of a country or of a region; null if no plan covers it. */
  destination(code: CountryCode): Destination | null;
  find(provider: string, plan: string): ObservedPlan | null;
}

/** The data of a catalogue besides its plans. */
type CatalogueFacts = Pick<Catalogue, 'version' | 'serial' | 'sample' | 'providers' | 'sources'> & {
  /** Sorted by id within each provider. */
  readonly coupons: readonly Coupon[];
};

/** Takes the plans one by one, so that a large catalogue can be built in slices. */
export class CatalogueBuilder {
  readonly #byFullId = new Map<string, ObservedPlan>();
  /** Plans with equal coverage share one object, so the facts of a place are computed once for all of them. */
  readonly #byCoverage = new Map<Coverage, ObservedPlan[]>();
  readonly #coverages = new Map<CountryCode, Coverage[]>();
  readonly #counts = new CoverageCounts();
  readonly #sellers = new SellerFactsBuilder();
  #newest: number | null = null;
  #oldest: number | null = null;

  /** Plans must be added in the order of `compareIds`. */
  add(observed: ObservedPlan): void {
    const { coverage } = observed.plan;
    const { observedAt } = observed.observation;
    this.#byFullId.set(fullId(observed.plan), observed);
    this.#sellers.add(observed.plan, observed.observation);
    this.#newest = Math.max(this.#newest ?? observedAt, observedAt);
    this.#oldest = Math.min(this.#oldest ?? observedAt, observedAt);
    if (!this.#byCoverage.has(coverage)) {
      for (const country of coverage.destinations) addTo(this.#coverages, country, coverage);
    }
    addTo(this.#byCoverage, coverage, observed);
  }

  /** Yields after each step. Called once, after all plans were added and before `finish`. */
  *countInSteps(): Iterable<void> {
    for (const [coverage, plans] of this.#byCoverage) {
      this.#counts.add(coverage, plans.length);
      yield;
    }
    yield* this.#sellers.countInSteps();
  }

  finish({ providers, coupons, ...facts }: CatalogueFacts): Catalogue {
    const plansWith = (coverage: Coverage) => this.#byCoverage.get(coverage) ?? [];
    const providersById = new Map(providers.map((provider) => [provider.id, provider]));
    const couponsByProvider = Map.groupBy(coupons, ({ provider }) => provider);
    const brandOf = ({ provider }: Plan) => providersById.get(provider)?.brand ?? provider;
    const built = new Map<CountryCode, Destination>();

    const entriesOf = (country: CountryCode, coverages: readonly Coverage[]): DestinationEntry[] =>
      coverages
        .flatMap((coverage) => {
          const { generation, networks, breakout } = placeFactsOf(coverage, country);
          return plansWith(coverage).map(({ plan, observation }) => {
            const naming = namingOf(plan.named, country);
            const brand = brandOf(plan);
            return { plan, observation, brand, generation, networks, breakout, naming, cover: null };
          });
        })
        .sort((a, b) => compareIds(a.plan, b.plan));

    const countPlans = (coverages: readonly Coverage[]) =>
      coverages.reduce((sum, coverage) => sum + plansWith(coverage).length, 0);
    const planCounts = new Map(
      Array.from(this.#coverages, ([code, coverages]) => [code, countPlans(coverages)]),
    );
    const build = (code: CountryCode): Destination | null => {
      const region = regionOf(code);
      const entries =
        region === null
          ? entriesOf(code, this.#coverages.get(code) ?? [])
          : regionEntries(region, this.#byCoverage, brandOf);
      return entries.length === 0 ? null : { entries, coupons: couponsByProvider };
    };
    const destination = (code: CountryCode): Destination | null => {
      // Codes without plans are not kept, because a request may state any code.
      const known = built.get(code);
      if (known !== undefined) return known;
      const created = build(code);
      if (created !== null) built.set(code, created);
      return created;
    };

    return Object.freeze({
      ...facts,
      planCount: this.#byFullId.size,
      providers,
      provider: (id: string) => providersById.get(id) ?? null,
      providerName: (id: string) => providersById.get(id)?.name ?? id,
      destinations: Array.from(planCounts, ([code, plans]) => ({ code, plans })).sort((a, b) =>
        compareStrings(a.code, b.code),
      ),
      planCounts,
      coverageCounts: this.#counts,
      sellerFacts: this.#sellers.finish(),
      newest: this.#newest,
      oldest: this.#oldest,
      coupons: couponsByProvider,
      plans: () => this.#byFullId.values(),
      destination,
      find: (provider: string, id: string) => this.#byFullId.get(fullId({ provider, id })) ?? null,
    });
  }
}

/** Identifies a plan or a coupon among all providers: `provider/id`. */
export const fullId = ({ provider, id }: Pick<Plan, 'provider' | 'id'>): string => `${provider}/${id}`;

/** Creates a catalogue directly from a market, for few plans and for tests. */
export function createCatalogue(market: Market): Catalogue {
  const builder = new CatalogueBuilder();
  for (const observed of market.plans.toSorted((a, b) => compareIds(a.plan, b.plan))) builder.add(observed);
  for (const _ of builder.countInSteps());
  return builder.finish({
    version: 'unpublished',
    serial: 1,
    sample: market.sample,
    providers: market.providers.toSorted((a, b) => compareStrings(a.id, b.id)),
    coupons: market.coupons.toSorted(compareIds),
    sources: market.sources,
  });
}
