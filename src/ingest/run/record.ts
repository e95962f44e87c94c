/** The record pass: what is stored about the run of each source, and when it is read next. */
import type { DocumentStore } from '../../store/port.ts';
import type { SourceConfig } from '../config/load.ts';
import type { LastGood, RunCounts, RunProblem, RunRecord, SourceOutcome } from '../documents.ts';
import { forgetAcceptance, releaseHold, writeQuarantine, writeRejects, writeRun } from '../documents.ts';
import { type FreshPlans, failedRun, type SourceRun } from './source-run.ts';

const NO_COUNTS: RunCounts = {
  rows: 0,
  plans: 0,
  rejected: 0,
  byReason: {},
  filtered: 0,
  quarantined: 0,
  droppedNetworks: 0,
};

export function recordOf(
  { source, problem, retryAfterMs, certificateUntil, counts, feed, fresh, durationMs }: SourceRun,
  before: RunRecord | null,
  plansServed: number,
  now: number,
  random: () => number,
): RunRecord {
  const proposals = feed?.proposals ?? before?.proposals;
  const certificate = certificateUntil ?? before?.certificateUntil;
  const failures = fresh !== null ? 0 : (before?.failures ?? 0) + 1;
  return {
    source: source.id,
    outcome: outcomeOf(fresh !== null, plansServed),
    lastAttemptAt: now,
    lastSuccessAt: fresh !== null ? now : (before?.lastSuccessAt ?? null),
    problem,
    // After a failed read, the prices of the last run are still quarantined.
    counts: counts ?? { ...NO_COUNTS, quarantined: before?.counts.quarantined ?? 0 },
    plansServed,
    ...(proposals !== undefined && { proposals }),
    ...(certificate !== undefined && { certificateUntil: certificate }),
    lastGood: lastGoodOf(fresh) ?? before?.lastGood ?? null,
    failures,
    durationMs,
    nextRunAt: nextRunAt(now, source.everyMs, failures, retryAfterMs, random),
  };
}

function lastGoodOf(fresh: FreshPlans | null): LastGood | null {
  if (fresh === null || fresh.medianUsdCents === null) return null;
  const { plans, medianUsdCents, byProvider } = fresh;
  return { plans: plans.length, medianUsdCents, ...(byProvider && { byProvider }) };
}

const UNFINISHED: RunProblem = {
  code: 'unfinished',
  message: 'the last run ended without a result while it read this source',
};

/** True if the last run ended while it read the source. Such a source may end the next run too. */
export const isUnfinished = (record: RunRecord | null | undefined): boolean =>
  record?.problem?.code === UNFINISHED.code;

/** The record of a source whose run ended without a result. Its plans stay as they were. */
export function unfinishedRecord(
  source: SourceConfig,
  before: RunRecord | null,
  now: number,
  random: () => number,
): RunRecord {
  const run = failedRun(source, UNFINISHED, 0, null);
  return recordOf(run, before, before?.plansServed ?? 0, now, random);
}

function outcomeOf(isFresh: boolean, plansServed: number): SourceOutcome {
  if (isFresh) return 'ok';
  return plansServed > 0 ? 'kept' : 'left_out';
}

export async function writeRecord(
  documents: DocumentStore,
  { fresh, rejected, counts, quarantined }: SourceRun,
  record: RunRecord,
): Promise<void> {
  const { source, lastAttemptAt: at } = record;
  if (counts !== null)
    await writeRejects(documents, { source, at, total: rejected.total, rows: rejected.rows });
  if (quarantined !== null) await writeQuarantine(documents, { source, at, plans: quarantined });
  if (fresh !== null) {
    await forgetAcceptance(documents, source);
    await releaseHold(documents, source);
  }
  await writeRun(documents, record);
}

/** The wait after the first failure. Each further failure doubles it, up to the usual interval. */
const FAILURE_FIRST_MS = 5 * 60_000;
/** Spreads the runs of sources and processes that started at the same time. */
const JITTER = 0.1;

export function nextRunAt(
  now: number,
  everyMs: number,
  failures: number,
  retryAfterMs: number | null,
  random: () => number,
): number {
  const backoffMs = failures === 0 ? everyMs : FAILURE_FIRST_MS * 2 ** (failures - 1);
  const spread = 1 - JITTER + 2 * JITTER * random();
  const waitMs = Math.min(everyMs, backoffMs) * spread;
  // The feed may ask for a longer wait.
  return Math.round(now + Math.max(waitMs, retryAfterMs ?? 0));
}
