/** What an ingest tells while it works and when it is done. Plain data: it crosses threads. */
import type { Edition } from '../store/port.ts';
import type { Progress } from './read-source.ts';
import type { Outcome, RejectedRow, RunCounts, RunProblem } from './records.ts';

export interface SourceReport {
  readonly source: string;
  readonly outcome: Outcome;
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  /** Plans of this source in the catalogue now. */
  readonly plansServed: number;
  /** When its plans were last read well; null: never. */
  readonly lastSuccessAt: number | null;
  readonly durationMs: number;
  readonly nextRunAt: number;
}

export interface IngestReport {
  /** `busy`: somebody else ingests. `lost`: somebody else took over in the middle. `nothing`: no plan to publish, or no source was due. */
  readonly status: 'published' | 'nothing' | 'busy' | 'lost';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly edition: Edition | null;
  /** Of the sources that were asked, in the order of the file. */
  readonly sources: readonly SourceReport[];
  /** When each configured source is due next. */
  readonly nextRuns: Readonly<Record<string, number>>;
  readonly ratesDate: string | null;
  readonly warnings: readonly string[];
}

export type IngestEvent =
  | { readonly type: 'started'; readonly sources: readonly string[] }
  | { readonly type: 'source_started'; readonly source: string }
  | ({ readonly type: 'page'; readonly source: string } & Progress)
  | { readonly type: 'waiting'; readonly source: string; readonly reason: string; readonly waitMs: number }
  | ({ readonly type: 'reject'; readonly source: string } & RejectedRow)
  | { readonly type: 'source_read'; readonly source: string; readonly problem: RunProblem | null }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'finished'; readonly report: IngestReport };
