/**
 * One source in a run, by the stage that it has reached. Each pass takes a source from one stage to the next:
 * read → accepted → ready. A source that cannot be read ends as failed, and one whose plans a check holds as held.
 */
import type { ObservedPlan } from '../../catalogue/catalogue.ts';
import type { AcceptedSource, SourcePast } from '../accept/accept-source.ts';
import type { Suspect } from '../accept/check-rows.ts';
import type { ProviderConfig, SourceConfig } from '../config/load.ts';
import type { QuarantinedPlan } from '../documents/quarantine.ts';
import type { LastGood, RunCounts, RunProblem } from '../documents/runs.ts';
import type { RejectedRow, RowRef } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { NormalisedSource } from '../normalise/normalise-source.ts';
import { addRejected, type RejectedRows, rejectedRow } from '../normalise/rejected-rows.ts';

interface AnyRun {
  readonly source: SourceConfig;
  readonly durationMs: number;
  /** When the first certificate of its hosts expires. null: no host was reached over TLS. */
  readonly certificateUntil: number | null;
}

/** A source that could not be read. It keeps its last good plans. */
export interface FailedRun extends AnyRun {
  readonly stage: 'failed';
  readonly problem: RunProblem;
  /** The wait that the feed asked for. null: it asked for none. */
  readonly retryAfterMs: number | null;
}

/** A source that was read, with its normalised rows. */
export interface ReadRun extends AnyRun {
  readonly stage: 'read';
  readonly feed: NormalisedSource;
  /** Providers that were created from rows. */
  readonly providers: readonly ProviderConfig[];
}

/** What the checks over all rows add to a source that was read. */
interface CheckedRun extends AnyRun {
  readonly feed: NormalisedSource;
  readonly providers: readonly ProviderConfig[];
  /** All rejected rows: those of the feed and those of the checks. */
  readonly rejected: RejectedRows;
  readonly rejectedByChecks: readonly RejectedRow[];
  /** The number of rows that have the id of another row, but other terms. */
  readonly reusedIdCount: number;
}

/** A source that passed the checks against its last good run. Single prices are not checked yet. */
export interface AcceptedRun extends CheckedRun {
  readonly stage: 'accepted';
  readonly accepted: AcceptedSource;
  readonly past: SourcePast;
  /** Rejected rows with an id of their own and the offer of another plan. */
  readonly twins: readonly Candidate[];
}

/** A source whose plans a check holds. It keeps its last good plans. */
export interface HeldRun extends CheckedRun {
  readonly stage: 'held';
  readonly problem: RunProblem;
  readonly counts: RunCounts;
  /** null: prices were not checked, so the quarantine stays as it was. */
  readonly quarantined: readonly QuarantinedPlan[] | null;
}

/** A source with plans to publish. */
export interface ReadyRun extends CheckedRun {
  readonly stage: 'ready';
  /** Why some of its providers keep their last good plans. null: none of them does. */
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  readonly quarantined: readonly QuarantinedPlan[];
  /** Some may be last good plans: those with a quarantined price, and those of a held provider. */
  readonly plans: readonly RunPlan[];
  /** The next run is compared with these figures. */
  readonly figures: LastGood;
  /** The encoded history. null: it has not changed. */
  readonly history: Uint8Array | null;
}

/** The last stage of a source in a run. `record.ts` stores what the next run and the operator need of it. */
export type FinishedRun = FailedRun | HeldRun | ReadyRun;

/** A plan with its place in the feed. A last good plan has none. */
export interface RunPlan extends ObservedPlan {
  readonly ref?: RowRef;
}

/** Adds rows that a check rejected. */
export const withRejected = <T extends CheckedRun>(run: T, rows: readonly RejectedRow[]): T => ({
  ...run,
  rejected: addRejected(run.rejected, rows),
  rejectedByChecks: [...run.rejectedByChecks, ...rows],
});

export const rejectedSuspects = (suspects: readonly Suspect[]): readonly RejectedRow[] =>
  suspects.map(({ candidate, reason, detail }) => rejectedRow(candidate.ref, reason, detail));

/** Counts the rows of a source. `plans` and `quarantined` are numbers of plans. */
export function countsOf(
  { feed: { rows, filtered, candidates }, rejected: { total, byReason } }: CheckedRun,
  { plans, quarantined }: Pick<RunCounts, 'plans' | 'quarantined'>,
): RunCounts {
  const droppedNetworks = candidates.reduce((sum, candidate) => sum + candidate.droppedNetworks, 0);
  return { rows, plans, rejected: total, byReason, filtered, quarantined, droppedNetworks };
}
