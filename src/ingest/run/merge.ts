/** Merges the plans of this run with the published plans of all other sources. */
import type { Market, ObservedPlan, SourceState } from '../../catalogue/catalogue.ts';
import type { Coupon } from '../../domain/coupon.ts';
import { EXPIRED_AFTER_SECONDS } from '../../domain/freshness.ts';
import { dollarsOfCents } from '../../domain/money.ts';
import type { Plan, Provider } from '../../domain/plan.ts';
import { hasSameTerms, union } from '../accept/duplicates.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import type { RejectedRow, RowRef } from '../draft.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';
import type { RunPlan, SourceRun } from './source-run.ts';

export interface Merged {
  readonly market: Market;
  readonly plansBySource: ReadonlyMap<string, number>;
  /** Rows by source that are rejected, because another source of the provider lists the plan on other terms. */
  readonly conflicts: ReadonlyMap<string, readonly RejectedRow[]>;
}

type MergedRun = Pick<SourceRun, 'fresh' | 'providers'>;

interface MergeInput {
  readonly config: Pick<IngestConfig, 'sources' | 'providers' | 'sample'>;
  /** The sources that were read, by id. */
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
  const { config, runs, published, coupons, hides, isUnfinished, now } = input;
  /** By provider and id, in the order of publication. An entry that is replaced keeps its position. */
  const plans = new Map<string, ObservedPlan>();
  const sources: SourceState[] = [];
  const plansBySource = new Map<string, number>();
  const conflicts = new Map<string, RejectedRow[]>();
  const usedProviders = new Set<string>();
  for (const source of config.sources) {
    const run = runs.get(source.id) ?? null;
    const given: readonly RunPlan[] = run?.fresh?.plans ?? lastGoodPlans(published, source, now);
    const widen =
      run !== null && run.fresh !== null ? widerCoverage(source, config.sources, runs, published, now) : null;
    const countBefore = plans.size;
    for (const { plan: read, observation, ref } of given) {
      // A plan that is kept may have been hidden since it was read.
      if (hides(read.provider, read.id)) continue;
      const plan = widen === null ? read : widen(read);
      const key = `${plan.provider}/${plan.id}`;
      const first = plans.get(key);
      if (first === undefined) {
        plans.set(key, { plan, observation });
        usedProviders.add(plan.provider);
      } else if (hasSameTerms(first.plan, plan)) {
        const coverage = union(first.plan.coverage, plan.coverage);
        plans.set(key, { ...first, plan: { ...first.plan, coverage } });
      } else {
        const rejected = rejectedFor(plan, first.plan, ref);
        conflicts.set(source.id, [...(conflicts.get(source.id) ?? []), rejected]);
      }
    }
    const added = plans.size - countBefore;
    plansBySource.set(source.id, added);
    sources.push(stateFor(source, run, published, added, now, isUnfinished(source.id)));
  }
  const market: Market = {
    plans: [...plans.values()],
    coupons: coupons.filter(({ provider }) => usedProviders.has(provider)),
    providers: providersKnown(config.providers, runs, published)
      .filter(({ id }) => usedProviders.has(id))
      .map(({ id, name, homepage, brand, refund }) => {
        return { id, name, homepage, brand, ...(refund && { refund }) };
      }),
    sources,
    sample: config.sample,
  };
  return { market, plansBySource, conflicts };
}

/** A provider file takes precedence over a provider from rows, and that one over a published provider. */
function providersKnown(
  files: readonly Provider[],
  runs: ReadonlyMap<string, MergedRun>,
  published: PublishedMarket,
): readonly Provider[] {
  const created = [...runs.values()].flatMap(({ fresh, providers }) => (fresh === null ? [] : providers));
  return [...new Map([...published.providers, ...created, ...files].map((one) => [one.id, one])).values()];
}

/**
 * If two sources list a plan and only one of them was read now, the plan keeps the places from the other one. The
 * published plan already has the places of both, because an earlier run joined them.
 */
function widerCoverage(
  source: SourceConfig,
  sources: readonly SourceConfig[],
  runs: ReadonlyMap<string, MergedRun>,
  published: PublishedMarket,
  now: number,
): ((plan: Plan) => Plan) | null {
  const isAnotherKept = sources.some(
    (other) =>
      other.id !== source.id &&
      mayShareProvider(other, source) &&
      (runs.get(other.id)?.fresh ?? null) === null &&
      now - (published.states.get(other.id)?.lastSuccess ?? 0) <= EXPIRED_AFTER_SECONDS * 1000,
  );
  if (!isAnotherKept) return null;
  const publishedPlans = new Map(lastGoodPlans(published, source, now).map(({ plan }) => [plan.id, plan]));
  return (plan) => {
    const before = publishedPlans.get(plan.id);
    return before !== undefined && hasSameTerms(before, plan)
      ? { ...plan, coverage: union(plan.coverage, before.coverage) }
      : plan;
  };
}

/** The provider of a source is null if its rows name their providers. Then it may be any. */
const mayShareProvider = (one: SourceConfig, other: SourceConfig): boolean =>
  one.provider === other.provider || one.provider === null || other.provider === null;

function rejectedFor(plan: Plan, first: Plan, ref: RowRef | undefined): RejectedRow {
  const terms = ({ price, validity }: Plan) =>
    `${dollarsOfCents(price.usdCents)} for ${validity.days === null ? 'unlimited time' : `${validity.days} days`}`;
  return {
    // 0: a plan that is kept is in no row of this run.
    page: ref?.page ?? 0,
    row: ref?.row ?? 0,
    externalId: plan.externalId,
    reason: 'duplicate',
    detail: `source "${first.source}" has this plan on other terms: ${terms(first)} there, ${terms(plan)} here`,
  };
}

function stateFor(
  { id, paused }: SourceConfig,
  run: MergedRun | null,
  published: PublishedMarket,
  plans: number,
  now: number,
  isUnfinished: boolean,
): SourceState {
  const fresh = run?.fresh ?? null;
  if (fresh !== null) return { id, status: fresh.isPartlyKept ? 'kept' : 'ok', lastSuccess: now, plans };
  const before = published.states.get(id);
  const lastSuccess = before?.lastSuccess ?? null;
  if (paused) return { id, status: 'paused', lastSuccess, plans };
  if (lastSuccess === null) return { id, status: 'never_read', lastSuccess, plans };
  // After a pause the plans count as kept until the source is read again.
  const isSound = run === null && before?.status === 'ok' && !isUnfinished;
  return { id, status: isSound ? 'ok' : 'kept', lastSuccess, plans };
}
