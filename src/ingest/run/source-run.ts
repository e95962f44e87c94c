/** One source in a run. The passes read, accept and quarantine fill it in, one after the other. */
import type { ObservedPlan } from '../../catalogue/catalogue.ts';
import {
  type AcceptedSource,
  acceptSource,
  heldProblem,
  medianPrice,
  type SourcePast,
} from '../accept/accept-source.ts';
import type { Suspect } from '../accept/check-rows.ts';
import { checkRows } from '../accept/check-rows.ts';
import { encodeHistory, recordRun } from '../accept/history.ts';
import type { MarketPrices } from '../accept/market-prices.ts';
import { type PricedSource, quarantinePrices } from '../accept/quarantine.ts';
import { checkUnpublished } from '../accept/source-checks.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import type { LastGood, QuarantinedPlan, RunCounts, RunProblem } from '../documents.ts';
import type { RejectedRow, RowRef } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { NormalisedSource } from '../normalise/normalise-source.ts';
import {
  addRejected,
  mostCommonReason,
  NO_REJECTED_ROWS,
  type RejectedRows,
  rejectedRow,
} from '../normalise/rejected-rows.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';

/** `record.ts` stores what the next run and the operator need of it. */
export interface SourceRun {
  readonly source: SourceConfig;
  readonly durationMs: number;
  /** Why the source, or some of its providers, keeps its last good plans. */
  readonly problem: RunProblem | null;
  /** The feed asked for this wait. */
  readonly retryAfterMs: number | null;
  /** When the first certificate of its hosts expires. null if no host was reached over TLS. */
  readonly certificateUntil: number | null;
  /** Filled in by the read pass. null if the feed could not be read. */
  readonly feed: NormalisedSource | null;
  /** Providers that were created from rows. */
  readonly providers: readonly ProviderConfig[];
  /** Filled in by the accept pass. null if the source as a whole keeps its last good plans. */
  readonly accepted: AcceptedSource | null;
  readonly rejected: RejectedRows;
  /** The rejected rows that were found after the source was read. */
  readonly rejectedByChecks: readonly RejectedRow[];
  /** Rows that were rejected as duplicates of another plan. */
  readonly twins: readonly Candidate[];
  /** Rows with the id of another row, but other terms. */
  readonly reusedIdCount: number;
  /** null if the feed could not be read. */
  readonly counts: RunCounts | null;
  /** Filled in by the quarantine pass. null: the quarantine stays as it was. */
  readonly quarantined: readonly QuarantinedPlan[] | null;
  /** Filled in by the quarantine pass. null if the source keeps its last good plans. */
  readonly fresh: FreshPlans | null;
}

/** The plans of a source that this run publishes. */
export interface FreshPlans {
  /** Some may be last good plans: those with a quarantined price, and those of a held provider. */
  readonly plans: readonly RunPlan[];
  /** Some of its providers keep their last good plans. */
  readonly isPartlyKept: boolean;
  readonly medianUsdCents: number | null;
  /** In a source of many providers: the figures that the next run is compared with. */
  readonly byProvider: Readonly<Record<string, LastGood>> | null;
  /** null if it has not changed. */
  readonly history: Uint8Array | null;
}

/** `ref` is where the plan stood in the feed. A plan that is kept has none. */
export interface RunPlan extends ObservedPlan {
  readonly ref?: RowRef;
}

/** A run that could not read its source. */
export function failedRun(
  source: SourceConfig,
  problem: RunProblem,
  durationMs: number,
  retryAfterMs: number | null,
): SourceRun {
  return { ...runOf(source, durationMs), problem, retryAfterMs };
}

/** The read and normalise passes of a source. */
export function readRun(
  source: SourceConfig,
  feed: NormalisedSource,
  providers: readonly ProviderConfig[],
  durationMs: number,
): SourceRun {
  return { ...runOf(source, durationMs), feed, providers, rejected: feed.rejected };
}

const runOf = (source: SourceConfig, durationMs: number): SourceRun => ({
  source,
  durationMs,
  problem: null,
  retryAfterMs: null,
  certificateUntil: null,
  feed: null,
  providers: [],
  accepted: null,
  rejected: NO_REJECTED_ROWS,
  rejectedByChecks: [],
  twins: [],
  reusedIdCount: 0,
  counts: null,
  quarantined: null,
  fresh: null,
});

/** The accept pass: the checks over all rows of the source, then the checks against its last good run. */
export function acceptRun(
  run: SourceRun,
  past: SourcePast,
  published: PublishedMarket,
  now: number,
): SourceRun {
  const { source, feed } = run;
  if (feed === null) return run;
  const before = lastGoodPlans(published, source, now).map(({ plan }) => plan);
  const checked = checkRows(feed.candidates, { ...past, published: before, now });
  const { duplicates, twins, reusedIdCount } = checked;
  const mainRejection = mostCommonReason(addRejected(feed.rejected, duplicates));
  const decision = acceptSource(source, checked, mainRejection, past, before);
  if (decision.kind === 'accepted')
    return { ...withRejected(run, duplicates), accepted: decision, twins, reusedIdCount };
  // If a source is held as a whole, its suspects are rejected and not quarantined.
  const held = withRejected(run, [...duplicates, ...rowsOf(decision.suspects)]);
  const counts = countsOf(feed, held.rejected, decision.candidates.length, 0);
  return { ...held, problem: decision.problem, reusedIdCount, counts };
}

const rowsOf = (suspects: readonly Suspect[]) =>
  suspects.map(({ candidate, reason, detail }) => rejectedRow(candidate.ref, reason, detail));

const withRejected = (run: SourceRun, rows: readonly RejectedRow[]): SourceRun => ({
  ...run,
  rejected: addRejected(run.rejected, rows),
  rejectedByChecks: [...run.rejectedByChecks, ...rows],
});

/** The quarantine pass: single prices. Combines the plans of this run with the last good plans that are kept. */
export function quarantineRun(
  run: SourceRun,
  past: SourcePast,
  prices: MarketPrices,
  published: PublishedMarket,
  now: number,
): SourceRun {
  const { source, feed, accepted } = run;
  if (feed === null || accepted === null) return run;
  const lastGood = lastGoodPlans(published, source, now);
  const priced = quarantinePrices(accepted, past, prices, now);
  const unfit = source.provider === null ? unfitNewProviders(accepted, priced, past, lastGood) : new Map();
  const held = new Map([...accepted.heldProviders, ...unfit]);
  const { fresh, kept, quarantined } = divide(priced, held, past, lastGood);
  const done = withRejected(run, rowsOf(priced.rejected));
  const counts = countsOf(feed, done.rejected, fresh.length, quarantined.length);
  const isFirst = past.lastGood === null && lastGood.length === 0 && !past.isForced;
  const isEmpty = fresh.length + kept.length === 0;
  if (isEmpty) return { ...done, counts, quarantined, problem: nothingLeft(quarantined, done.rejected) };
  const unpublished = isFirst ? checkUnpublished(counts, mostCommonReason(done.rejected)) : null;
  if (unpublished !== null) return { ...done, counts, quarantined, problem: unpublished };
  const twins = run.twins.map(({ plan }) => plan).filter(({ provider }) => !held.has(provider));
  const recorded = recordRun(past.history, fresh, now, new Set(kept.map(({ plan }) => plan.id)), twins);
  const plans: readonly RunPlan[] = [...recorded.observed, ...kept];
  const { byProvider } = accepted;
  return {
    ...done,
    counts,
    quarantined,
    problem: held.size > 0 ? heldProblem(held) : null,
    fresh: {
      plans,
      isPartlyKept: held.size > 0,
      medianUsdCents: medianPrice(plans.map(({ plan }) => plan)),
      byProvider: byProvider && withoutKeys(byProvider, unfit),
      history: recorded.hasChanged ? encodeHistory(recorded.history) : null,
    },
  };
}

/** Divides the plans of the source into those of this run and the last good plans that stay. */
function divide(
  priced: PricedSource,
  held: ReadonlyMap<string, RunProblem>,
  past: SourcePast,
  lastGood: readonly ObservedPlan[],
) {
  const quarantinedIds = new Set(priced.quarantined.map(({ plan }) => plan));
  const kept = lastGood.filter(({ plan }) => quarantinedIds.has(plan.id) || held.has(plan.provider));
  // Prices of a held provider that were quarantined stay quarantined.
  const heldIds = new Set(kept.flatMap(({ plan }) => (held.has(plan.provider) ? [plan.id] : [])));
  return {
    fresh: priced.published.filter(({ plan }) => !held.has(plan.provider)),
    kept,
    quarantined: [...priced.quarantined, ...past.quarantined.filter(({ plan }) => heldIds.has(plan))],
  };
}

/** New providers of a shared source that have more than half of their prices quarantined or rejected. */
function unfitNewProviders(
  { candidates, suspects, setAside }: AcceptedSource,
  { published, quarantined }: PricedSource,
  { lastGood: lastFigures, isForced }: SourcePast,
  lastGoodPlans: readonly ObservedPlan[],
): ReadonlyMap<string, RunProblem> {
  const unfit = new Map<string, RunProblem>();
  if (isForced) return unfit;
  const known = new Set(lastGoodPlans.map(({ plan }) => plan.provider));
  const quarantinedIds = new Set(quarantined.map(({ plan }) => plan));
  const passed = new Set(published);
  const all = [...candidates, ...[...suspects, ...setAside].map(({ candidate }) => candidate)];
  for (const [provider, own] of Map.groupBy(all, ({ plan }) => plan.provider)) {
    if (known.has(provider) || lastFigures?.byProvider?.[provider] !== undefined) continue;
    const quarantinedCount = own.filter(({ plan }) => quarantinedIds.has(plan.id)).length;
    // What was neither published nor quarantined was rejected because of its price.
    const rejectedCount = own.filter((one) => !passed.has(one)).length - quarantinedCount;
    const byReason = { price_outlier: rejectedCount };
    const counts = { rows: own.length, filtered: 0, byReason, quarantined: quarantinedCount };
    const problem = checkUnpublished(counts, null);
    if (problem !== null) unfit.set(provider, problem);
  }
  return unfit;
}

const withoutKeys = <T>(record: Readonly<Record<string, T>>, keys: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));

function nothingLeft([first, ...others]: readonly QuarantinedPlan[], rejected: RejectedRows): RunProblem {
  if (first === undefined)
    return { code: 'short', message: `no usable plan in the feed: ${mostCommonReason(rejected) ?? ''}` };
  const message = `all ${others.length + 1} plans are quarantined, the first: ${first.name}, ${first.detail}`;
  return { code: 'quarantined', message };
}

function countsOf(
  { rows, filtered, candidates }: NormalisedSource,
  { total: rejected, byReason }: RejectedRows,
  plans: number,
  quarantined: number,
): RunCounts {
  const droppedNetworks = candidates.reduce((sum, candidate) => sum + candidate.droppedNetworks, 0);
  return { rows, plans, rejected, byReason, filtered, quarantined, droppedNetworks };
}
