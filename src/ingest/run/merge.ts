/** Merges the plans of this run with the published plans of all other sources. */
import { fullId, type Market, type ObservedPlan, type SourceState } from '../../catalogue/catalogue.ts';
import type { Coupon } from '../../domain/coupon.ts';
import { EXPIRED_AFTER_SECONDS } from '../../domain/freshness.ts';
import { dollarsOfCents } from '../../domain/money.ts';
import type { Plan, Provider } from '../../domain/plan.ts';
import { hasSameTerms, union } from '../accept/duplicates.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import type { RejectedRow, RowRef } from '../draft.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';
import type { ReadyRun, RunPlan } from './source-run.ts';

export interface Merged {
  readonly market: Market;
  readonly plansBySource: ReadonlyMap<string, number>;
  /** Rejected rows by source: another source of the provider lists their plan on other terms. */
  readonly conflicts: ReadonlyMap<string, readonly RejectedRow[]>;
}

/** What the merge needs of a source that this run has read or tried to read. */
type MergedRun =
  | Pick<ReadyRun, 'stage' | 'plans' | 'providers' | 'problem'>
  | { readonly stage: 'failed' | 'held' };

interface MergeInput {
  readonly config: Pick<IngestConfig, 'sources' | 'providers' | 'sample'>;
  /** By the id of the source. A source without a run was not read now. */
  readonly runs: ReadonlyMap<string, MergedRun>;
  readonly published: PublishedMarket;
  readonly coupons: readonly Coupon[];
  /** Plans that the operator hides. */
  readonly hides: (provider: string, plan: string) => boolean;
  /** Sources whose last run ended without a result. */
  readonly isUnfinished: (source: string) => boolean;
  readonly now: number;
}

export function mergeSources(input: MergeInput): Merged {
  const { config, published, coupons } = input;
  const plans: PlansById = new Map();
  const plansBySource = new Map<string, number>();
  const conflicts = new Map<string, readonly RejectedRow[]>();
  for (const source of config.sources) {
    const countBefore = plans.size;
    const rejected = addPlans(plans, plansOf(source, input));
    if (rejected.length > 0) conflicts.set(source.id, rejected);
    plansBySource.set(source.id, plans.size - countBefore);
  }
  const usedProviders = new Set(plans.values().map(({ plan }) => plan.provider));
  const market: Market = {
    plans: [...plans.values()],
    coupons: coupons.filter(({ provider }) => usedProviders.has(provider)),
    providers: providersKnown(config.providers, input.runs, published)
      .filter(({ id }) => usedProviders.has(id))
      .map(({ id, name, homepage, brand, refund }) => {
        return { id, name, homepage, brand, ...(refund && { refund }) };
      }),
    sources: config.sources.map((source) => stateFor(source, plansBySource.get(source.id) ?? 0, input)),
    sample: config.sample,
  };
  return { market, plansBySource, conflicts };
}

/** By provider and id, in the order of publication. An entry that is replaced keeps its position. */
type PlansById = Map<string, ObservedPlan>;

/** The plans of a source from this run, or else its last good plans. Hidden plans are left out. */
function plansOf(source: SourceConfig, input: MergeInput): readonly RunPlan[] {
  const run = input.runs.get(source.id);
  const plans =
    run?.stage === 'ready'
      ? withPlacesOfOthers(run.plans, source, input)
      : lastGoodPlans(input.published, source, input.now);
  // A last good plan may have been hidden since it was read.
  return plans.filter(({ plan }) => !input.hides(plan.provider, plan.id));
}

/**
 * Adds the plans of a source. A plan that another source lists on the same terms has the places of both. Returns the rows
 * whose plan another source lists on other terms.
 */
function addPlans(plans: PlansById, added: readonly RunPlan[]): readonly RejectedRow[] {
  const rejected: RejectedRow[] = [];
  for (const { plan, observation, ref } of added) {
    const key = fullId(plan);
    const first = plans.get(key);
    if (first === undefined) plans.set(key, { plan, observation });
    else if (hasSameTerms(first.plan, plan))
      plans.set(key, { ...first, plan: withPlacesOf(first.plan, plan) });
    else rejected.push(rejectedFor(plan, first.plan, ref));
  }
  return rejected;
}

const withPlacesOf = (plan: Plan, other: Plan): Plan => ({
  ...plan,
  coverage: union(plan.coverage, other.coverage),
});

/** A provider file takes precedence over a provider from rows, and that one over a published provider. */
function providersKnown(
  files: readonly Provider[],
  runs: ReadonlyMap<string, MergedRun>,
  published: PublishedMarket,
): readonly Provider[] {
  const created = [...runs.values()].flatMap((run) => (run.stage === 'ready' ? run.providers : []));
  return [...new Map([...published.providers, ...created, ...files].map((one) => [one.id, one])).values()];
}

/**
 * If two sources list a plan and only one of them was read now, the plan keeps the places from the other one. The
 * published plan already has the places of both, because an earlier run joined them.
 */
function withPlacesOfOthers(
  plans: readonly RunPlan[],
  source: SourceConfig,
  input: MergeInput,
): readonly RunPlan[] {
  const { config, published, now } = input;
  const isAnotherKept = config.sources.some(
    (other) => other.id !== source.id && mayShareProvider(other, source) && isKept(other, input),
  );
  if (!isAnotherKept) return plans;
  const publishedPlans = new Map(lastGoodPlans(published, source, now).map(({ plan }) => [plan.id, plan]));
  return plans.map((one) => {
    const before = publishedPlans.get(one.plan.id);
    return before !== undefined && hasSameTerms(before, one.plan)
      ? { ...one, plan: withPlacesOf(one.plan, before) }
      : one;
  });
}

/** True if the source keeps its last good plans, and they are recent enough to be served. */
const isKept = ({ id }: SourceConfig, { runs, published, now }: MergeInput): boolean =>
  runs.get(id)?.stage !== 'ready' &&
  now - (published.states.get(id)?.lastSuccess ?? 0) <= EXPIRED_AFTER_SECONDS * 1000;

/** The provider of a source is null if its rows name their providers. Then it may be any. */
const mayShareProvider = (one: SourceConfig, other: SourceConfig): boolean =>
  one.provider === other.provider || one.provider === null || other.provider === null;

function rejectedFor(plan: Plan, first: Plan, ref: RowRef | undefined): RejectedRow {
  const terms = ({ price, validity }: Plan) =>
    `${dollarsOfCents(price.usdCents)} for ${validity.days === null ? 'unlimited time' : `${validity.days} days`}`;
  return {
    // A last good plan is in no row of this run, so its page and row are 0.
    page: ref?.page ?? 0,
    row: ref?.row ?? 0,
    externalId: plan.externalId,
    reason: 'duplicate',
    detail: `source "${first.source}" has this plan on other terms: ${terms(first)} there, ${terms(plan)} here`,
  };
}

function stateFor(
  { id, paused }: SourceConfig,
  plans: number,
  { runs, published, isUnfinished, now }: MergeInput,
): SourceState {
  const run = runs.get(id);
  if (run?.stage === 'ready')
    return { id, status: run.problem === null ? 'ok' : 'kept', lastSuccess: now, plans };
  const before = published.states.get(id);
  const lastSuccess = before?.lastSuccess ?? null;
  if (paused) return { id, status: 'paused', lastSuccess, plans };
  if (lastSuccess === null) return { id, status: 'never_read', lastSuccess, plans };
  // After a pause the plans count as kept until the source is read again.
  const isSound = run === undefined && before?.status === 'ok' && !isUnfinished(id);
  return { id, status: isSound ? 'ok' : 'kept', lastSuccess, plans };
}
