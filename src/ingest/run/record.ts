/** How a source's run ended, and what is written down of it. */

import type { DocumentStore } from '../../store/port.ts';
import type { SourceAttempt } from '../accept/accept-source.ts';
import type { SourceConfig } from '../config/load.ts';
import {
  forgetAcceptance,
  type Outcome,
  type RejectedRow,
  type RunCounts,
  type RunRecord,
  releaseHold,
  writeRejects,
  writeRun,
  writeValidators,
  writeWithheld,
} from '../documents.ts';
import { cleanText } from '../parse/text.ts';
import type { RejectReason, RowRef } from '../types.ts';

const NO_COUNTS: RunCounts = { rows: 0, plans: 0, rejected: 0, byReason: {}, withheld: 0, droppedPlaces: 0 };

export function recordOf(
  source: SourceConfig,
  attempt: SourceAttempt,
  before: RunRecord | null,
  plansServed: number,
  durationMs: number,
  now: number,
  random: () => number,
): RunRecord {
  const { result, problem, retryAfterMs, counts, medianUsdCents, byProvider } = attempt;
  const isGood = result.kind === 'fresh' || result.kind === 'unchanged';
  const failures = isGood ? 0 : (before?.failures ?? 0) + 1;
  const fresh = result.kind === 'fresh' && medianUsdCents !== null;
  return {
    source: source.id,
    outcome: outcomeOf(result.kind, plansServed),
    lastAttemptAt: now,
    lastSuccessAt: isGood ? now : (before?.lastSuccessAt ?? null),
    problem,
    counts: counts ?? (result.kind === 'unchanged' ? (before?.counts ?? NO_COUNTS) : NO_COUNTS),
    plansServed,
    lastGood: fresh
      ? { at: now, plans: result.plans.length, medianUsdCents, ...(byProvider && { byProvider }) }
      : (before?.lastGood ?? null),
    failures,
    durationMs,
    nextRunAt: nextRunAt(now, source.everyMs, failures, retryAfterMs, random),
  };
}

function outcomeOf(kind: SourceAttempt['result']['kind'], plansServed: number): Outcome {
  if (kind === 'fresh') return 'ok';
  if (kind === 'unchanged') return 'unchanged';
  return plansServed > 0 ? 'kept' : 'left_out';
}

/** What is remembered of one source's run, whether it went through or not. */
export async function writeOutcome(
  documents: DocumentStore,
  { result, rejects, counts, validators, withheld }: SourceAttempt,
  record: RunRecord,
): Promise<void> {
  const { source, lastAttemptAt: at } = record;
  if (counts !== null) await writeRejects(documents, { source, at, total: counts.rejected, rows: rejects });
  if (withheld !== null) await writeWithheld(documents, { source, at, plans: withheld });
  if (result.kind === 'fresh') {
    if (validators !== null) await writeValidators(documents, source, validators);
    await forgetAcceptance(documents, source);
    await releaseHold(documents, source);
  }
  await writeRun(documents, record);
}

// When a source is read next. Spread out, so that sources and processes that began together do not stay together.

/** A first failure is tried again soon; each further one waits twice as long, up to the usual cadence. */
const FAILURE_FIRST_MS = 5 * 60_000;
const JITTER = 0.1;

export function nextRunAt(
  now: number,
  everyMs: number,
  failures: number,
  retryAfterMs: number | null,
  random: () => number,
): number {
  const backoffMs = failures === 0 ? everyMs : FAILURE_FIRST_MS * 2 ** Math.min(failures - 1, 20);
  const spread = 1 - JITTER + 2 * JITTER * random();
  const waitMs = Math.min(everyMs, backoffMs) * spread;
  // What the feed itself asked for comes first, even beyond the usual cadence.
  return Math.round(now + Math.max(waitMs, retryAfterMs ?? 0));
}

// Collects refused rows: every one is counted, the first thousands are kept for the operator to read.

/** About a megabyte of JSON for each source; whoever needs more runs `esim ingest --explain`. */
export const REJECTS_KEPT = 5_000;
const DETAIL_MAX = 200;
const ID_MAX = 80;

export type RejectLog = ReturnType<typeof createRejectLog>;

export function createRejectLog(redact: (text: string) => string, onReject?: (row: RejectedRow) => void) {
  const rows: RejectedRow[] = [];
  const byReason: Partial<Record<RejectReason, number>> = {};
  let total = 0;
  return {
    add(ref: RowRef, reason: RejectReason, detail: string): void {
      total++;
      byReason[reason] = (byReason[reason] ?? 0) + 1;
      if (rows.length >= REJECTS_KEPT && onReject === undefined) return;
      const row: RejectedRow = {
        page: ref.page,
        row: ref.row,
        externalId: ref.externalId === null ? null : cleanText(redact(ref.externalId), ID_MAX),
        reason,
        detail: cleanText(redact(detail), DETAIL_MAX),
      };
      if (rows.length < REJECTS_KEPT) rows.push(row);
      onReject?.(row);
    },
    rows: rows as readonly RejectedRow[],
    get total() {
      return total;
    },
    byReason: byReason as Readonly<typeof byReason>,
    /** The commonest reason, with how many rows it cost and what the first of them said; null where none was refused. */
    commonest(): string | null {
      const [first] = Object.entries(byReason).sort(([, a], [, b]) => b - a);
      if (first === undefined) return null;
      const [reason, count] = first;
      const example = rows.find((row) => row.reason === reason)?.detail ?? '';
      return `${count} of ${total} refused rows are ${reason} (${example})`;
    },
  };
}
