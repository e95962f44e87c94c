/**
 * The folder: snapshots of the catalogue, from a checked market to the plans that requests read (write, publish, load,
 * swap). It imports `domain/` and `store/` (its port). A loaded `Catalogue` never changes, so it may be read at any time,
 * from any request; only `holder.ts` replaces one by the next, and only `publish.ts` writes to the store.
 */
import Type, { type Static } from 'typebox';
import type { Coupon } from '../domain/coupon.ts';
import {
  comparePlans,
  compareStrings,
  type Destination,
  type DestinationEntry,
  namingOf,
  placeFactsOf,
} from '../domain/destination.ts';
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

// What an ingest run gives to publication: checked plans in no particular order, and how each source fared.

export const SourceStateSchema = Type.Object({
  id: Type.String(),
  /**
   * `ok`: this run's rows; `kept`: its last good rows, because this run failed or looked wrong; `paused`: the operator
   * paused it; `never_read`: it was never read successfully.
   */
  status: Type.Enum(['ok', 'kept', 'paused', 'never_read']),
  /** null: never. */
  lastSuccess: nullable(instant),
  plans: Type.Integer({ minimum: 0 }),
});
/** The state of a source when the snapshot was made. It belongs to the observations, not to the content. */
export type SourceState = Immutable<Static<typeof SourceStateSchema>>;

export interface ObservedPlans {
  readonly plans: readonly Plan[];
  /** Parallel to `plans`. */
  readonly observations: readonly Observation[];
}

export interface Market extends ObservedPlans {
  readonly coupons: readonly Coupon[];
  readonly providers: readonly Provider[];
  readonly sources: readonly SourceState[];
  /** True where every plan is invented: the bundled sample market. */
  readonly sample: boolean;
}

/** A market that must not be published: a mistake in the code before this step, never a mistake in a feed. */
export class MarketError extends Error {
  override readonly name = 'MarketError';
}

// What requests read.

export interface DestinationCount {
  readonly code: CountryCode;
  readonly plans: number;
}

export interface ObservedPlan {
  readonly plan: Plan;
  readonly observation: Observation;
}

/** One snapshot, loaded: immutable, shared by every request that began while it was current. */
export interface Catalogue {
  /** Hash of the content, hex. The same plans seen again keep it. */
  readonly version: string;
  readonly serial: number;
  readonly sample: boolean;
  readonly planCount: number;
  /** Sorted by id. */
  readonly providers: readonly Provider[];
  /** The provider's own id where it has no name. */
  providerName(provider: string): string;
  readonly sources: readonly SourceState[];
  /** Sorted by code; only destinations that have plans. */
  readonly destinations: readonly DestinationCount[];
  /** Newest and oldest observation, milliseconds; null in an empty catalogue. */
  readonly newest: number | null;
  readonly oldest: number | null;
  /** null where there is no plan for it. */
  destination(country: CountryCode): Destination | null;
  find(provider: string, plan: string): ObservedPlan | null;
}

/** What a catalogue knows beside its plans. */
export interface CatalogueFacts {
  readonly version: string;
  readonly serial: number;
  readonly sample: boolean;
  readonly providers: readonly Provider[];
  readonly coupons: readonly Coupon[];
  readonly sources: readonly SourceState[];
}

/** Takes the plans one by one, so that a large catalogue can be built in slices. */
export class CatalogueBuilder {
  readonly #plans: Plan[] = [];
  readonly #observations: Observation[] = [];
  /** Positions of the plans that have a coverage. */
  readonly #positions = new Map<Coverage, number[]>();
  readonly #coverages = new Map<CountryCode, Coverage[]>();
  #newest = Number.NEGATIVE_INFINITY;
  #oldest = Number.POSITIVE_INFINITY;

  /** In the order of `comparePlans`. */
  add(plan: Plan, observation: Observation): void {
    const { coverage } = plan;
    const position = this.#plans.push(plan) - 1;
    this.#observations.push(observation);
    this.#newest = Math.max(this.#newest, observation.observedAt);
    this.#oldest = Math.min(this.#oldest, observation.observedAt);
    const positions = this.#positions.get(coverage);
    if (positions !== undefined) {
      positions.push(position);
      return;
    }
    this.#positions.set(coverage, [position]);
    for (const country of coverage.destinations) {
      const coverages = this.#coverages.get(country);
      if (coverages === undefined) this.#coverages.set(country, [coverage]);
      else coverages.push(coverage);
    }
  }

  finish({ version, serial, sample, providers, coupons, sources }: CatalogueFacts): Catalogue {
    const plans = this.#plans;
    const observations = this.#observations;
    const positionsOf = (coverage: Coverage) => this.#positions.get(coverage) ?? [];
    const destinations = Array.from(this.#coverages, ([code, coverages]) => ({
      code,
      plans: coverages.reduce((sum, coverage) => sum + positionsOf(coverage).length, 0),
    })).sort((a, b) => compareStrings(a.code, b.code));
    const couponsByProvider = Map.groupBy(coupons, ({ provider }) => provider);
    const names = new Map(providers.map(({ id, name }) => [id, name]));
    const brands = new Map(providers.map(({ id, brand }) => [id, brand]));
    const known = new Map<CountryCode, Destination>();

    const entriesOf = (country: CountryCode, coverages: readonly Coverage[]): DestinationEntry[] => {
      const found = coverages.flatMap((coverage) => {
        const facts = placeFactsOf(coverage, country);
        return positionsOf(coverage).map((position) => ({ position, facts }));
      });
      return found
        .sort((a, b) => a.position - b.position)
        .flatMap(({ position, facts: { generation, networks, breakout } }) => {
          const plan = plans[position];
          const observation = observations[position];
          if (plan === undefined || observation === undefined) return [];
          const naming = namingOf(plan.named, country);
          return [{ plan, observation, generation, networks, breakout, naming }];
        });
    };

    return Object.freeze({
      version,
      serial,
      sample,
      planCount: plans.length,
      providers,
      providerName: (provider: string) => names.get(provider) ?? provider,
      sources,
      destinations,
      newest: plans.length === 0 ? null : this.#newest,
      oldest: plans.length === 0 ? null : this.#oldest,
      destination: (country: CountryCode) => {
        const coverages = this.#coverages.get(country);
        if (coverages === undefined) return null;
        const destination = known.get(country) ?? {
          entries: entriesOf(country, coverages),
          coupons: couponsByProvider,
          brands,
        };
        known.set(country, destination);
        return destination;
      },
      find: (provider: string, id: string) => {
        const position = positionOf(plans, { provider, id });
        const plan = plans[position];
        const observation = observations[position];
        if (plan === undefined || observation === undefined) return null;
        return plan.provider === provider && plan.id === id ? { plan, observation } : null;
      },
    });
  }
}

/** The position of the first plan that is not before this one. */
function positionOf(plans: readonly Plan[], wanted: Pick<Plan, 'provider' | 'id'>): number {
  let low = 0;
  let high = plans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const plan = plans[middle];
    if (plan !== undefined && comparePlans(plan, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A catalogue straight from a market, at once: for a few plans, and for tests. */
export function createCatalogue(market: Market, serial = 1): Catalogue {
  const builder = new CatalogueBuilder();
  const observed = market.plans.map((plan, index) => ({ plan, observation: market.observations[index] }));
  for (const { plan, observation } of observed.sort((a, b) => comparePlans(a.plan, b.plan))) {
    if (observation === undefined) throw new RangeError('every plan needs an observation');
    builder.add(plan, observation);
  }
  const { sample, providers, coupons, sources } = market;
  return builder.finish({
    version: 'unpublished',
    serial,
    sample,
    providers: providers.toSorted((a, b) => compareStrings(a.id, b.id)),
    coupons: coupons.toSorted((a, b) => compareStrings(a.id, b.id)),
    sources,
  });
}
