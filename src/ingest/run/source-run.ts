/** The result of one source after each pass of a run: read, then accepted, then settled after the quarantine. */
import type { ObservedPlan } from '../../catalogue/catalogue.ts';
import {
  type AcceptedSource,
  acceptSource,
  type HeldSource,
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
import type { LastGood, QuarantinedPrice, RunCounts, RunProblem } from '../documents.ts';
import type { RejectedRow, RowRef } from '../draft.ts';
import type { NormalisedSource } from '../normalise/normalise-source.ts';
import {
  addRejected,
  mostCommonReason,
  NO_REJECTED_ROWS,
  type RejectedRows,
  rejectedRow,
} from '../normalise/rejected-rows.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';

/** The result of the read and normalise passes. */
export type SourceRead = { readonly source: SourceConfig; readonly durationMs: number } & (
  | {
      readonly kind: 'read';
      readonly normalised: NormalisedSource;
      /** Providers that were created from rows. */
      readonly providers: readonly ProviderConfig[];
    }
  | { readonly kind: 'failed'; readonly problem: RunProblem; readonly retryAfterMs: number | null }
);

/** The result of the accept pass. */
export interface CheckedSource {
  readonly read: SourceRead;
  readonly past: SourcePast;
  /** null if the feed could not be read. */
  readonly decision: HeldSource | AcceptedSource | null;
  /** Rows that the checks over all rows reject. */
  readonly rejectedByChecks: readonly RejectedRow[];
  /** Rows with the id of another row, but other terms. */
  readonly reusedIdCount: number;
}

/** The accept pass: the checks over all rows of the source, then the checks against its last good run. */
export function acceptRead(
  read: SourceRead,
  past: SourcePast,
  published: PublishedMarket,
  now: number,
): CheckedSource {
  if (read.kind === 'failed') return { read, past, decision: null, rejectedByChecks: [], reusedIdCount: 0 };
  const { source, normalised } = read;
  const checked = checkRows(normalised.candidates);
  const rejected = addRejected(normalised.rejected, checked.duplicates);
  const before = lastGoodPlans(published, source, now).map(({ plan }) => plan);
  const decision = acceptSource(source, checked, mostCommonReason(rejected), past, before);
  // If a source is held as a whole, its suspects are rejected and not quarantined.
  const suspects = decision.kind === 'held' ? rowsOf(decision.suspects) : [];
  const rejectedByChecks = [...checked.duplicates, ...suspects];
  return { read, past, decision, rejectedByChecks, reusedIdCount: checked.reusedIdCount };
}

const rowsOf = (suspects: readonly Suspect[]) =>
  suspects.map(({ candidate, reason, detail }) => rejectedRow(candidate.ref, reason, detail));

/** `ref` is where the plan stood in the feed. A plan that is kept has none. */
export interface RunPlan extends ObservedPlan {
  readonly ref?: RowRef;
}

/** The plans of one source for the merge, and what is stored about its run. */
export interface SourceRun {
  readonly source: SourceConfig;
  readonly durationMs: number;
  readonly kind: 'fresh' | 'failed';
  readonly plans: readonly RunPlan[];
  readonly providers: readonly ProviderConfig[];
  /** Some of its providers keep their last good plans. */
  readonly isPartlyKept: boolean;
  readonly problem: RunProblem | null;
  readonly retryAfterMs: number | null;
  /** null if the feed could not be read. */
  readonly counts: RunCounts | null;
  readonly rejected: RejectedRows;
  /** The rejected rows that were found after the source was read. */
  readonly rejectedByChecks: readonly RejectedRow[];
  readonly reusedIdCount: number;
  readonly medianUsdCents: number | null;
  readonly byProvider: Readonly<Record<string, LastGood>> | null;
  /** null if there is nothing to write. */
  readonly history: Uint8Array | null;
  readonly quarantined: readonly QuarantinedPrice[] | null;
}

/** Quarantines single prices, and combines the plans of this run with the last good plans that are kept. */
export function settleSource(
  checked: CheckedSource,
  prices: MarketPrices,
  published: PublishedMarket,
  now: number,
): SourceRun {
  const { read, past, decision, rejectedByChecks, reusedIdCount } = checked;
  const { source, durationMs } = read;
  const lastGood = lastGoodPlans(published, source, now);
  const failed: SourceRun = {
    source,
    durationMs,
    kind: 'failed',
    plans: lastGood,
    providers: [],
    isPartlyKept: false,
    problem: null,
    retryAfterMs: null,
    counts: null,
    rejected: NO_REJECTED_ROWS,
    rejectedByChecks,
    reusedIdCount,
    medianUsdCents: null,
    byProvider: null,
    history: null,
    quarantined: null,
  };
  if (read.kind === 'failed') return { ...failed, problem: read.problem, retryAfterMs: read.retryAfterMs };
  const { normalised, providers } = read;
  if (decision?.kind !== 'accepted') {
    const rejected = addRejected(normalised.rejected, rejectedByChecks);
    const counts = countsOf(normalised, rejected, decision?.candidates.length ?? 0, 0);
    return { ...failed, problem: decision?.problem ?? null, counts, rejected };
  }
  const priced = quarantinePrices(decision, past, prices, now);
  const unfit = source.provider === null ? unfitNewProviders(decision, priced, past, lastGood) : new Map();
  const held = new Map([...decision.heldProviders, ...unfit]);
  const { fresh, kept, quarantined } = divide(priced, held, past, lastGood);
  const later = [...rejectedByChecks, ...rowsOf(priced.rejected)];
  const rejected = addRejected(normalised.rejected, later);
  const counts = countsOf(normalised, rejected, fresh.length, quarantined.length);
  // It is still of the kind `failed`. It becomes `fresh` at the end, if there is something to publish.
  const done = { ...failed, counts, rejected, rejectedByChecks: later, quarantined };
  if (fresh.length + kept.length === 0) return { ...done, problem: nothingLeft(quarantined, rejected) };
  const isFirst = past.lastGood === null && lastGood.length === 0 && !past.isForced;
  const problem = isFirst ? checkUnpublished(counts, mostCommonReason(rejected)) : null;
  if (problem !== null) return { ...done, problem };
  const recorded = recordRun(past.history, fresh, now, new Set(kept.map(({ plan }) => plan.id)));
  const plans: readonly RunPlan[] = [...recorded.observed, ...kept];
  return {
    ...done,
    kind: 'fresh',
    plans,
    providers,
    isPartlyKept: held.size > 0,
    problem: held.size > 0 ? heldProblem(held) : null,
    medianUsdCents: medianPrice(plans.map(({ plan }) => plan)),
    byProvider: decision.byProvider && withoutKeys(decision.byProvider, unfit),
    history: recorded.hasChanged ? encodeHistory(recorded.history) : null,
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
  { candidates, suspects }: AcceptedSource,
  { published, quarantined }: PricedSource,
  { lastGood: lastFigures, isForced }: SourcePast,
  lastGoodPlans: readonly ObservedPlan[],
): ReadonlyMap<string, RunProblem> {
  const unfit = new Map<string, RunProblem>();
  if (isForced) return unfit;
  const known = new Set(lastGoodPlans.map(({ plan }) => plan.provider));
  const quarantinedIds = new Set(quarantined.map(({ plan }) => plan));
  const passed = new Set(published);
  const all = [...candidates, ...suspects.map(({ candidate }) => candidate)];
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

function nothingLeft([first, ...others]: readonly QuarantinedPrice[], rejected: RejectedRows): RunProblem {
  if (first === undefined)
    return { code: 'short', message: `no usable plan in the feed: ${mostCommonReason(rejected) ?? ''}` };
  const message = `all ${others.length + 1} prices are quarantined, the first: ${first.name}, ${first.detail}`;
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
