/** The record pass: what is stored about the run of each source, and when it is read next. */
import type { DocumentStore } from '../../store/port.ts';
import type { SourceConfig } from '../config/load.ts';
import { forgetAcceptance } from '../documents/acceptance.ts';
import { releaseHold } from '../documents/holds.ts';
import { writeQuarantine } from '../documents/quarantine.ts';
import { writeRejects } from '../documents/rejects.ts';
import type { RunCounts, RunProblem, RunRecord, SourceOutcome } from '../documents/runs.ts';
import { writeRun } from '../documents/runs.ts';
import type { FinishedRun } from './source-run.ts';

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
  run: FinishedRun,
  before: RunRecord | null,
  plansServed: number,
  now: number,
  random: () => number,
): RunRecord {
  const { source, problem, durationMs } = run;
  const isFailed = run.stage === 'failed';
  const isReady = run.stage === 'ready';
  const proposals = isFailed ? before?.proposals : run.feed.proposals;
  const certificateUntil = run.certificateUntil ?? before?.certificateUntil;
  const failures = isReady ? 0 : (before?.failures ?? 0) + 1;
  return {
    source: source.id,
    outcome: outcomeOf(isReady, plansServed),
    lastAttemptAt: now,
    lastSuccessAt: isReady ? now : (before?.lastSuccessAt ?? null),
    problem,
    // After a failed read, the prices of the last run are still quarantined.
    counts: isFailed ? { ...NO_COUNTS, quarantined: before?.counts.quarantined ?? 0 } : run.counts,
    plansServed,
    ...(proposals !== undefined && { proposals }),
    ...(certificateUntil !== undefined && { certificateUntil }),
    lastGood: isReady ? run.figures : (before?.lastGood ?? null),
    failures,
    durationMs,
    nextRunAt: nextRunAt(now, source.everyMs, failures, isFailed ? run.retryAfterMs : null, random),
  };
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
  const run: FinishedRun = {
    stage: 'failed',
    source,
    durationMs: 0,
    certificateUntil: null,
    problem: UNFINISHED,
    retryAfterMs: null,
  };
  return recordOf(run, before, before?.plansServed ?? 0, now, random);
}

function outcomeOf(isReady: boolean, plansServed: number): SourceOutcome {
  if (isReady) return 'ok';
  return plansServed > 0 ? 'kept' : 'left_out';
}

export async function writeRecord(
  documents: DocumentStore,
  run: FinishedRun,
  record: RunRecord,
): Promise<void> {
  const { source, lastAttemptAt: at } = record;
  if (run.stage !== 'failed') {
    const { rejected, quarantined } = run;
    await writeRejects(documents, { source, at, total: rejected.total, rows: rejected.rows });
    if (quarantined !== null) await writeQuarantine(documents, { source, at, plans: quarantined });
  }
  if (run.stage === 'ready') {
    // The operator accepted one run only, and a source whose plans are published is no longer held after a roll-back.
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
