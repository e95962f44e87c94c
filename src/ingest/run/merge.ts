/** The market that is published: this run's plans, and for every other source the plans it has now. */
import { isDeepStrictEqual } from 'node:util';
import type { Market, ObservedPlans, SourceState } from '../../catalogue/catalogue.ts';
import type { Coupon } from '../../domain/coupon.ts';
import { STALE_SECONDS } from '../../domain/freshness.ts';
import type { CountryCode, Coverage, Network, Observation, Plan, Provider } from '../../domain/plan.ts';
import { rangeOf, type SourceHistory } from '../accept/history.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import type { RejectedRow } from '../documents.ts';
import { dollars } from '../normalise/price.ts';
import type { CurrentMarket } from './published.ts';

const NO_CHANGES = { days: [] } as const;

/** What a run made of one source. `left`: it was not asked this time. */
export type SourceResult =
  | ({
      readonly kind: 'fresh';
      readonly providers?: readonly Provider[];
      /** Some of its providers keep their last good plans. */
      readonly isPartlyKept?: boolean;
    } & ObservedPlans)
  /** The same plans, seen once more; what their prices were is reckoned anew. */
  | { readonly kind: 'unchanged'; readonly history: SourceHistory }
  | { readonly kind: 'failed' }
  | { readonly kind: 'left' };

export interface Merged {
  readonly market: Market;
  readonly plansBySource: ReadonlyMap<string, number>;
  /** Rows of sources whose plan another source of the same provider has on other terms, by source. */
  readonly lost: ReadonlyMap<string, readonly RejectedRow[]>;
}

export function mergeSources(
  config: Pick<IngestConfig, 'sources' | 'providers' | 'sample'>,
  results: ReadonlyMap<string, SourceResult>,
  current: CurrentMarket,
  coupons: readonly Coupon[],
  now: number,
  hides: (provider: string, plan: string) => boolean = () => false,
): Merged {
  const plans: Plan[] = [];
  const observations: Observation[] = [];
  const sources: SourceState[] = [];
  const plansBySource = new Map<string, number>();
  const lost = new Map<string, RejectedRow[]>();
  const used = new Set<string>();
  const takenOf = plansTakenOf(config.sources);
  for (const source of config.sources) {
    const result = results.get(source.id) ?? { kind: 'left' };
    const rows = rowsFor(source, result, current, now);
    const widen =
      takenOf(source.provider) === null ? null : widerCoverage(source, config.sources, results, current, now);
    const before = plans.length;
    for (const [index, row] of rows.plans.entries()) {
      // Of plans that were read, hidden ones were refused; kept ones may have been hidden since.
      if (hides(row.provider, row.id)) continue;
      const plan = widen === null || result.kind !== 'fresh' ? row : widen(row);
      const taken = takenOf(plan.provider);
      const at = taken?.get(plan.id);
      const first = at === undefined ? undefined : plans[at];
      if (at === undefined || first === undefined) {
        taken?.set(plan.id, plans.length);
        plans.push(plan);
        used.add(plan.provider);
        observations.push(rows.observations[index]!);
      } else if (hasSameTerms(first, plan))
        plans[at] = { ...first, coverage: union(first.coverage, plan.coverage) };
      else lost.set(source.id, [...(lost.get(source.id) ?? []), rejectedFor(plan, first)]);
    }
    const kept = plans.length - before;
    plansBySource.set(source.id, kept);
    sources.push(stateFor(source, result, current, kept, now));
  }
  const providers = providersKnown(config.providers, results, current)
    .filter(({ id }) => used.has(id))
    .map(({ id, name, homepage, brand }) => ({ id, name, homepage, brand }));
  const market: Market = {
    plans,
    observations,
    coupons: coupons.filter(({ provider }) => used.has(provider)),
    providers,
    sources,
    sample: config.sample,
  };
  return { market, plansBySource, lost };
}

/** By id: what a file says comes before what rows said, and that before what the catalogue remembers. */
function providersKnown(
  files: readonly Provider[],
  results: ReadonlyMap<string, SourceResult>,
  current: CurrentMarket,
): readonly Provider[] {
  const created = [...results.values()].flatMap((result) =>
    result.kind === 'fresh' ? (result.providers ?? []) : [],
  );
  return [...new Map([...current.providers, ...created, ...files].map((one) => [one.id, one])).values()];
}

/**
 * Where plans of earlier sources of the same provider stand; null where it has one source, and nothing can be taken.
 * A source of many providers may list a plan of any.
 */
function plansTakenOf(
  sources: readonly SourceConfig[],
): (provider: string | null) => Map<string, number> | null {
  const taken = new Map<string | null, Map<string, number>>();
  const counts = Map.groupBy(sources, ({ provider }) => provider);
  const isOpen = counts.has(null) && sources.length > 1;
  for (const [provider, { length }] of counts) if (length > 1) taken.set(provider, new Map());
  return (provider) => {
    if (isOpen && !taken.has(provider)) taken.set(provider, new Map());
    return taken.get(provider) ?? null;
  };
}

/** A source of the same provider that was not read now keeps what it gave to a plan that both list. */
function widerCoverage(
  source: SourceConfig,
  sources: readonly SourceConfig[],
  results: ReadonlyMap<string, SourceResult>,
  current: CurrentMarket,
  now: number,
): ((plan: Plan) => Plan) | null {
  const keeps = sources.some(
    ({ id, provider }) =>
      (provider === source.provider || provider === null || source.provider === null) &&
      id !== source.id &&
      results.get(id)?.kind !== 'fresh' &&
      now - (current.stateOf(id)?.lastSuccess ?? 0) <= STALE_SECONDS * 1000,
  );
  if (!keeps) return null;
  const held = new Map(current.plansOf(source.id, source.provider, now).plans.map((plan) => [plan.id, plan]));
  return (plan) => {
    const before = held.get(plan.id);
    return before !== undefined && hasSameTerms(before, plan)
      ? { ...plan, coverage: union(plan.coverage, before.coverage) }
      : plan;
  };
}

/** Price and all that is bought for it; the coverage is what may differ. */
export function hasSameTerms(one: Plan, other: Plan): boolean {
  return (
    one.price.minor === other.price.minor &&
    one.price.currency === other.price.currency &&
    one.price.tax === other.price.tax &&
    isDeepStrictEqual(one.allowance, other.allowance) &&
    isDeepStrictEqual(one.validity, other.validity) &&
    isDeepStrictEqual(one.facts, other.facts)
  );
}

export function union(one: Coverage, other: Coverage): Coverage {
  if (isDeepStrictEqual(one, other)) return one;
  const destinations = [...new Set([...one.destinations, ...other.destinations])].sort();
  const networks: Record<CountryCode, readonly Network[]> = { ...other.networks, ...one.networks };
  const exits = [...new Set([...(one.exits ?? []), ...(other.exits ?? [])])].sort();
  return {
    ...one,
    scope: destinations.length === 1 ? 'country' : one.destinations.length === 1 ? 'region' : one.scope,
    destinations,
    exclusions: one.exclusions.filter((code) => !destinations.includes(code)),
    networks,
    generation: one.generation ?? other.generation,
    exits: exits.length === 0 ? null : exits,
  };
}

function rejectedFor(plan: Plan, first: Plan): RejectedRow {
  const terms = ({ price, validity }: Plan) =>
    `${dollars(price.usdCents)} for ${validity.days === null ? 'no end' : `${validity.days} days`}`;
  return {
    page: 0,
    row: 0,
    externalId: plan.externalId,
    reason: 'duplicate',
    detail: `source "${first.source}" has this plan on other terms: ${terms(first)} there, ${terms(plan)} here`,
  };
}

function rowsFor(
  source: SourceConfig,
  result: SourceResult,
  current: CurrentMarket,
  now: number,
): ObservedPlans {
  if (result.kind === 'fresh') return result;
  // The operator may have given the feed to another provider since: those plans are not his.
  const kept = current.plansOf(source.id, source.provider, now);
  if (result.kind !== 'unchanged') return kept;
  const observations = kept.observations.map((seen, index) => {
    const { id, price } = kept.plans[index]!;
    return { ...seen, observedAt: now, ...rangeOf(result.history.get(id) ?? NO_CHANGES, price, now) };
  });
  return { plans: kept.plans, observations };
}

function stateFor(
  { id, paused }: SourceConfig,
  result: SourceResult,
  current: CurrentMarket,
  plans: number,
  now: number,
): SourceState {
  if (result.kind === 'fresh' || result.kind === 'unchanged')
    return {
      id,
      status: result.kind === 'fresh' && result.isPartlyKept === true ? 'kept' : 'ok',
      lastSuccess: now,
      plans,
    };
  const before = current.stateOf(id);
  const lastSuccess = before?.lastSuccess ?? null;
  if (paused) return { id, status: 'paused', lastSuccess, plans };
  if (lastSuccess === null) return { id, status: 'never_read', lastSuccess, plans };
  // A pause that has ended leaves plans that this run did not confirm.
  const isSound = result.kind !== 'failed' && before?.status === 'ok';
  return { id, status: isSound ? 'ok' : 'kept', lastSuccess, plans };
}
