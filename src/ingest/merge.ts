/** The market that is published: this run's plans, and for every other source the plans it has now. */
import type { Market, ObservedPlans, SourceState } from '../catalogue/market.ts';
import type { Coupon } from '../domain/coupon.ts';
import type { Observation, Plan } from '../domain/plan.ts';
import type { IngestConfig, SourceConfig } from './config/load.ts';
import type { CurrentMarket } from './current.ts';
import { rangeOf, type SourceHistory } from './history.ts';

const NO_CHANGES = { days: [] } as const;

/** What a run made of one source. `left`: it was not asked this time. */
export type SourceResult =
  | ({ readonly kind: 'fresh' } & ObservedPlans)
  /** The same plans, seen once more; what their prices were is reckoned anew. */
  | { readonly kind: 'unchanged'; readonly history: SourceHistory }
  | { readonly kind: 'failed' }
  | { readonly kind: 'left' };

export interface Merged {
  readonly market: Market;
  readonly plansBySource: ReadonlyMap<string, number>;
  /** Plans that two feeds of one provider list: the source that stands first in the file has them. */
  readonly shared: number;
}

export function mergeSources(
  config: Pick<IngestConfig, 'sources' | 'providers' | 'sample'>,
  results: ReadonlyMap<string, SourceResult>,
  current: CurrentMarket,
  coupons: readonly Coupon[],
  now: number,
): Merged {
  const plans: Plan[] = [];
  const observations: Observation[] = [];
  const sources: SourceState[] = [];
  const plansBySource = new Map<string, number>();
  const used = new Set<string>();
  const takenOf = idsTakenOf(config.sources);
  let shared = 0;
  for (const source of config.sources) {
    const result = results.get(source.id) ?? { kind: 'left' };
    const rows = rowsFor(source, result, current, now);
    const taken = takenOf(source.provider);
    const before = plans.length;
    for (const [index, plan] of rows.plans.entries()) {
      if (taken?.has(plan.id)) continue;
      taken?.add(plan.id);
      plans.push(plan);
      observations.push(rows.observations[index]!);
    }
    const kept = plans.length - before;
    shared += rows.plans.length - kept;
    if (kept > 0) used.add(source.provider);
    plansBySource.set(source.id, kept);
    const state = stateFor(source.id, result, current, kept, now);
    if (state !== null) sources.push(state);
  }
  const providers = config.providers
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
  return { market, plansBySource, shared };
}

/** Ids that earlier sources of the same provider have; null where it has one source, and nothing can be taken. */
function idsTakenOf(sources: readonly SourceConfig[]): (provider: string) => Set<string> | null {
  const taken = new Map<string, Set<string>>();
  const counts = Map.groupBy(sources, ({ provider }) => provider);
  for (const [provider, { length }] of counts) if (length > 1) taken.set(provider, new Set());
  return (provider) => taken.get(provider) ?? null;
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
  id: string,
  result: SourceResult,
  current: CurrentMarket,
  plans: number,
  now: number,
): SourceState | null {
  if (result.kind === 'fresh' || result.kind === 'unchanged')
    return { id, status: 'ok', lastSuccess: now, plans };
  const before = current.stateOf(id);
  // Never good: it has no plans, and nothing is said of it.
  if (before === null) return null;
  return {
    id,
    status: result.kind === 'failed' ? 'kept' : before.status,
    lastSuccess: before.lastSuccess,
    plans,
  };
}
