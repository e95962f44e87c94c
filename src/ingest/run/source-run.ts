/** The result of one source after each pass of a run: read, then accepted, then settled after the quarantine. */
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
import type { PricedSource } from '../accept/quarantine.ts';
import { checkFirstDay } from '../accept/source-checks.ts';
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
      readonly rows: NormalisedSource;
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
  readonly accepted: AcceptedSource | null;
  /** Rows that the checks over all rows reject. */
  readonly rejectedByChecks: readonly RejectedRow[];
  /** Rows with the id of another row, but other terms. */
  readonly reusedIds: number;
}

/** The accept pass: the checks over all rows of the source, then the checks against its last good run. */
export function acceptRead(
  read: SourceRead,
  past: SourcePast,
  published: PublishedMarket,
  now: number,
): CheckedSource {
  if (read.kind !== 'read') return { read, past, accepted: null, rejectedByChecks: [], reusedIds: 0 };
  const { source, rows } = read;
  const checked = checkRows(rows.candidates);
  const rejected = addRejected(rows.rejected, checked.duplicates);
  const before = lastGoodPlans(published, source, now).map(({ plan }) => plan);
  const accepted = acceptSource(source, checked, mostCommonReason(rejected), past, before);
  // If a source is held as a whole, its suspects are rejected and not quarantined.
  const suspects = accepted.problem === null ? [] : rowsOf(accepted.suspects);
  const rejectedByChecks = [...checked.duplicates, ...suspects];
  return { read, past, accepted, rejectedByChecks, reusedIds: checked.reusedIds };
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
  readonly reusedIds: number;
  readonly medianUsdCents: number | null;
  readonly byProvider: Readonly<Record<string, LastGood>> | null;
  /** null if there is nothing to write. */
  readonly history: Uint8Array | null;
  readonly quarantined: readonly QuarantinedPrice[] | null;
}

/** Runs after the quarantine. Combines the plans of this run with the last good plans that are kept. */
export function settleSource(
  { read, past, accepted, rejectedByChecks, reusedIds }: CheckedSource,
  priced: PricedSource | null,
  published: PublishedMarket,
  now: number,
): SourceRun {
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
    reusedIds,
    medianUsdCents: null,
    byProvider: null,
    history: null,
    quarantined: null,
  };
  if (read.kind === 'failed') return { ...failed, problem: read.problem, retryAfterMs: read.retryAfterMs };
  if (accepted === null || priced === null || accepted.problem !== null) {
    const rejected = addRejected(read.rows.rejected, rejectedByChecks);
    const counts = countsOf(read.rows, rejected, accepted?.candidates.length ?? 0, 0);
    return { ...failed, problem: accepted?.problem ?? null, counts, rejected };
  }
  const unfit = source.provider === null ? unfitNewProviders(accepted, priced, past, lastGood) : new Map();
  const held: ReadonlyMap<string, RunProblem> = new Map([...accepted.heldProviders, ...unfit]);
  const fit = priced.published.filter(({ plan }) => !held.has(plan.provider));
  const later = [...rejectedByChecks, ...rowsOf(priced.rejected)];
  const rejected = addRejected(read.rows.rejected, later);
  const quarantinedIds = new Set(priced.quarantined.map(({ plan }) => plan));
  const kept = lastGood.filter(({ plan }) => quarantinedIds.has(plan.id) || held.has(plan.provider));
  // Prices of a held provider that were quarantined stay quarantined.
  const heldIds = new Set(kept.flatMap(({ plan }) => (held.has(plan.provider) ? [plan.id] : [])));
  const quarantined = [...priced.quarantined, ...past.quarantined.filter(({ plan }) => heldIds.has(plan))];
  const counts = countsOf(read.rows, rejected, fit.length, quarantined.length);
  const recorded = recordRun(past.history, fit, now, new Set(kept.map(({ plan }) => plan.id)));
  const fresh = fit.map(({ plan, ref }, index) => ({
    plan,
    ref,
    observation: recorded.observations[index]!,
  }));
  const rows: readonly RunPlan[] = [...fresh, ...kept];
  const done = { counts, rejected, rejectedByChecks: later, quarantined };
  if (rows.length === 0) return { ...failed, ...done, problem: nothingLeft(quarantined, rejected) };
  const isFirst = past.lastGood === null && lastGood.length === 0 && !past.accepted;
  const problem = isFirst ? checkFirstDay(counts, mostCommonReason(rejected)) : null;
  if (problem !== null) return { ...failed, ...done, problem };
  const plans = rows.map(({ plan }) => plan);
  return {
    ...failed,
    kind: 'fresh',
    plans: rows,
    providers: read.providers,
    isPartlyKept: held.size > 0,
    problem: held.size > 0 ? heldProblem(held) : null,
    ...done,
    medianUsdCents: medianPrice(plans),
    byProvider: accepted.byProvider && withoutKeys(accepted.byProvider, unfit),
    history: recorded.changed ? encodeHistory(recorded.history) : null,
  };
}

/** New providers of a shared source that have more than half of their prices quarantined or rejected. */
function unfitNewProviders(
  { candidates, suspects }: AcceptedSource,
  { published, quarantined }: PricedSource,
  { lastGood: figures, accepted }: SourcePast,
  lastGood: readonly ObservedPlan[],
): ReadonlyMap<string, RunProblem> {
  const unfit = new Map<string, RunProblem>();
  if (accepted) return unfit;
  const known = new Set(lastGood.map(({ plan }) => plan.provider));
  const quarantinedIds = new Set(quarantined.map(({ plan }) => plan));
  const passed = new Set(published);
  const all = [...candidates, ...suspects.map(({ candidate }) => candidate)];
  for (const [provider, own] of Map.groupBy(all, ({ plan }) => plan.provider)) {
    if (known.has(provider) || figures?.byProvider?.[provider] !== undefined) continue;
    const held = own.filter(({ plan }) => quarantinedIds.has(plan.id)).length;
    const outliers = own.filter((one) => !passed.has(one)).length - held;
    const byReason = { price_outlier: outliers };
    const counts = { rows: own.length, filtered: 0, byReason, quarantined: held };
    const problem = checkFirstDay(counts, null);
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
