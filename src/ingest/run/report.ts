/** What a run tells its caller: events while it works, and a report at its end. Plain data, which crosses threads. */
import type { Snapshot, SnapshotSummary } from '../../store/port.ts';
import type { RunProblem, RunRecord } from '../documents/runs.ts';
import type { RejectedRow } from '../draft.ts';

export interface IngestReport {
  /**
   * `nothing`: no plan to publish, or no source was due. `busy`: another process ingests. `interrupted`: the run was
   * stopped, another process took over its lease, or the operator rolled back the catalogue meanwhile.
   */
  readonly status: 'published' | 'nothing' | 'busy' | 'interrupted';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly snapshot: Snapshot | null;
  /** What this run changed. `snapshot.summary` still describes the run that published it, if this run found equal plans. */
  readonly changes: SnapshotSummary | null;
  /** Of the sources that were read, in the order of the file. */
  readonly sources: readonly RunRecord[];
  /** When each configured source is due next. */
  readonly nextRuns: Readonly<Record<string, number>>;
  readonly ratesDate: string | null;
  readonly warnings: readonly string[];
}

export type IngestEvent =
  | { readonly type: 'started'; readonly sources: readonly string[] }
  /** `usualMs`: how long its last read took; null if that failed, or if there was none. */
  | { readonly type: 'source_started'; readonly source: string; readonly usualMs: number | null }
  /** The rows of the source are parsed now. Other sources wait. */
  | { readonly type: 'parsing'; readonly source: string }
  /** `rows`: of all pages so far. */
  | { readonly type: 'page'; readonly source: string; readonly page: number; readonly rows: number }
  | { readonly type: 'waiting'; readonly source: string; readonly reason: string; readonly waitMs: number }
  | ({ readonly type: 'reject'; readonly source: string } & RejectedRow)
  | { readonly type: 'source_read'; readonly source: string; readonly problem: RunProblem | null }
  /** The feed was read, but a check holds the source or some of its providers. */
  | { readonly type: 'source_held'; readonly source: string; readonly problem: RunProblem }
  | { readonly type: 'warning'; readonly message: string };
