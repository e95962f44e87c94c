/** The quarantine pass: checks single prices, then joins the plans of this run with the last good plans that stay. */
import type { ObservedPlan } from '../../catalogue/catalogue.ts';
import { type AcceptedSource, heldProblem, medianPrice, type SourcePast } from '../accept/accept-source.ts';
import { encodeHistory, recordRun } from '../accept/history.ts';
import type { MarketPrices } from '../accept/market-prices.ts';
import { type PricedSource, quarantinePrices } from '../accept/quarantine.ts';
import { checkUnpublished } from '../accept/source-checks.ts';
import type { QuarantinedPlan } from '../documents/quarantine.ts';
import type { RunProblem } from '../documents/runs.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { mostCommonReason, type RejectedRows } from '../normalise/rejected-rows.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';
import {
  type AcceptedRun,
  countsOf,
  type HeldRun,
  type ReadyRun,
  type RunPlan,
  rejectedSuspects,
  withRejected,
} from './source-run.ts';

/** Problems by the id of a provider. Such a provider keeps its last good plans. */
type HeldProviders = ReadonlyMap<string, RunProblem>;

export function quarantineRun(
  run: AcceptedRun,
  prices: MarketPrices,
  published: PublishedMarket,
  now: number,
): HeldRun | ReadyRun {
  // The plans of the past and the twins are large, and no later stage needs them.
  const { accepted, past, twins, ...rest } = run;
  const { source } = rest;
  const lastGood = lastGoodPlans(published, source, now);
  const priced = quarantinePrices(accepted, past, prices, now);
  const heldNewProviders: HeldProviders =
    source.provider === null ? faultyNewProviders(accepted, priced, past, lastGood) : new Map();
  const heldProviders: HeldProviders = new Map([...accepted.heldProviders, ...heldNewProviders]);
  const { fresh, kept, quarantined } = divide(priced, heldProviders, past, lastGood);
  const checked = withRejected(rest, rejectedSuspects(priced.rejected));
  const counts = countsOf(checked, { plans: fresh.length, quarantined: quarantined.length });
  const isEmpty = fresh.length + kept.length === 0;
  const isFirst = past.lastFigures === null && lastGood.length === 0 && !past.isForced;
  let problem: RunProblem | null = null;
  if (isEmpty) problem = emptyRunProblem(quarantined, checked.rejected);
  else if (isFirst) problem = checkUnpublished(counts, mostCommonReason(checked.rejected));
  if (problem !== null) return { ...checked, stage: 'held', problem, counts, quarantined };
  const recorded = recordRun(past.history, fresh, now, {
    keptIds: new Set([...kept.map(({ plan }) => plan.id), ...quarantined.map(({ plan: id }) => id)]),
    duplicates: twins.map(({ plan }) => plan).filter(({ provider }) => !heldProviders.has(provider)),
  });
  const plans: readonly RunPlan[] = [...recorded.observed, ...kept];
  const { byProvider } = accepted;
  return {
    ...checked,
    stage: 'ready',
    problem: heldProviders.size > 0 ? heldProblem(heldProviders) : null,
    counts,
    quarantined,
    plans,
    figures: {
      plans: plans.length,
      medianUsdCents: medianPrice(plans.map(({ plan }) => plan))!,
      ...(byProvider && { byProvider: withoutKeys(byProvider, heldNewProviders) }),
    },
    history: recorded.hasChanged ? encodeHistory(recorded.history) : null,
  };
}

/** Divides the plans of the source into those of this run and the last good plans that stay. */
function divide(
  priced: PricedSource,
  heldProviders: HeldProviders,
  past: SourcePast,
  lastGood: readonly ObservedPlan[],
) {
  const isHeld = ({ plan }: Pick<Candidate, 'plan'>) => heldProviders.has(plan.provider);
  const quarantinedIds = idsOf(priced.quarantined);
  const kept = lastGood.filter((one) => quarantinedIds.has(one.plan.id) || isHeld(one));
  const heldIds = new Set(kept.filter(isHeld).map(({ plan }) => plan.id));
  // Plans of a held provider that were quarantined stay quarantined.
  const stillQuarantined = past.quarantined.filter(({ plan: id }) => heldIds.has(id));
  return {
    fresh: priced.published.filter((one) => !isHeld(one)),
    kept,
    quarantined: [...priced.quarantined, ...stillQuarantined],
  };
}

const idsOf = (quarantined: readonly QuarantinedPlan[]): ReadonlySet<string> =>
  new Set(quarantined.map(({ plan: id }) => id));

/** Returns the new providers of a shared source that have more than half of their prices quarantined or rejected. */
function faultyNewProviders(
  { candidates, suspects, setAside }: AcceptedSource,
  { rejected, quarantined }: PricedSource,
  { lastFigures, isForced }: SourcePast,
  lastGood: readonly ObservedPlan[],
): HeldProviders {
  const faulty = new Map<string, RunProblem>();
  if (isForced) return faulty;
  const served = new Set(lastGood.map(({ plan }) => plan.provider));
  const isKnown = (provider: string) =>
    served.has(provider) || lastFigures?.byProvider?.[provider] !== undefined;
  const reasons = new Map(rejected.map(({ candidate, reason }) => [candidate, reason]));
  const quarantinedIds = idsOf(quarantined);
  const all = [...candidates, ...[...suspects, ...setAside].map(({ candidate }) => candidate)];
  for (const [provider, own] of Map.groupBy(all, ({ plan }) => plan.provider)) {
    if (isKnown(provider)) continue;
    const inQuarantine = own.filter(({ plan }) => quarantinedIds.has(plan.id));
    const byReason: Record<string, number> = {};
    for (const candidate of own) {
      const reason = reasons.get(candidate);
      if (reason === undefined || quarantinedIds.has(candidate.plan.id)) continue;
      byReason[reason] = (byReason[reason] ?? 0) + 1;
    }
    const problem = checkUnpublished(
      {
        rows: own.length,
        filtered: 0,
        byReason,
        quarantined: inQuarantine.length,
      },
      null,
    );
    if (problem !== null) faulty.set(provider, problem);
  }
  return faulty;
}

const withoutKeys = <T>(record: Readonly<Record<string, T>>, keys: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));

/** The problem of a source without a plan to publish: all plans are quarantined, or all rows were rejected. */
function emptyRunProblem([first, ...others]: readonly QuarantinedPlan[], rejected: RejectedRows): RunProblem {
  if (first === undefined)
    return { code: 'short', message: `no usable plan in the feed: ${mostCommonReason(rejected) ?? ''}` };
  const message = `all ${others.length + 1} plans are quarantined, the first: ${first.name}, ${first.detail}`;
  return { code: 'quarantined', message };
}
