/** The market that is published: this run's plans, and for every other source the plans it has now. */
import type { Market, SourceState } from '../catalogue/market.ts';
import type { Coupon } from '../domain/coupon.ts';
import type { Observation, Plan } from '../domain/plan.ts';
import type { IngestConfig, SourceConfig } from './config/load.ts';
import type { CurrentMarket, PlansOfSource } from './current.ts';

/** What a run made of one source. `left`: it was not asked this time. */
export type SourceResult =
  | ({ readonly kind: 'fresh' } & PlansOfSource)
  | { readonly kind: 'unchanged' }
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
  const taken = new Set<string>();
  let shared = 0;
  for (const source of config.sources) {
    const result = results.get(source.id) ?? { kind: 'left' };
    const rows = rowsFor(source, result, current, now);
    let count = 0;
    rows.plans.forEach((plan, index) => {
      const observation = rows.observations[index];
      const key = `${plan.provider}/${plan.id}`;
      if (observation === undefined || taken.has(key)) shared++;
      else {
        taken.add(key);
        plans.push(plan);
        observations.push(observation);
        count++;
      }
    });
    plansBySource.set(source.id, count);
    const state = stateFor(source.id, result, current, count, now);
    if (state !== null) sources.push(state);
  }
  const used = new Set(plans.map(({ provider }) => provider));
  const providers = config.providers
    .filter(({ id }) => used.has(id))
    .map(({ id, name, homepage }) => ({ id, name, homepage }));
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

function rowsFor(
  source: SourceConfig,
  result: SourceResult,
  current: CurrentMarket,
  now: number,
): PlansOfSource {
  if (result.kind === 'fresh') return result;
  const { plans, observations } = current.plansOf(source.id, now);
  // The operator may have given the feed to another provider since: those plans are not his.
  const isOwn = (_: unknown, index: number) => plans[index]?.provider === source.provider;
  const seen =
    result.kind === 'unchanged' ? observations.map((one) => ({ ...one, observedAt: now })) : observations;
  return { plans: plans.filter(isOwn), observations: seen.filter(isOwn) };
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
