/** One source from its first page to checked plans. Drafts live for one row; only plans and refusals are held. */
import type { Draft, FeedPage, RowRef } from './adapter.ts';
import { FeedError } from './adapter.ts';
import type { SourceConfig } from './config/load.ts';
import { findDuplicates } from './duplicates.ts';
import type { Candidate, Refused } from './normalise.ts';
import { findOutliers, suspicionOf } from './outliers.ts';
import type { RunCounts } from './records.ts';
import type { RejectLog } from './rejects.ts';

/** Ten times the largest known feed; a feed without end stops here. */
const ROWS_MAX = 2_000_000;

export interface Progress {
  readonly page: number;
  readonly bytes: number;
  readonly rows: number;
  readonly plans: number;
  readonly rejected: number;
}

export interface SourceRead {
  readonly candidates: readonly Candidate[];
  readonly counts: RunCounts;
  /** What is wrong with the prices as a whole, or null. */
  readonly suspicion: string | null;
}

export interface ReadTools {
  readonly normalise: (draft: Draft) => Candidate | Refused;
  readonly rejects: RejectLog;
  readonly onPage: (progress: Progress) => void;
  /** Throws where the run must not go on. */
  readonly checkLease: () => void;
}

export async function readSource(
  source: SourceConfig,
  pages: AsyncIterable<FeedPage>,
  { normalise, rejects, onPage, checkLease }: ReadTools,
): Promise<SourceRead> {
  const candidates: Candidate[] = [];
  const refs: RowRef[] = [];
  let rows = 0;
  let droppedPlaces = 0;
  for await (const page of pages) {
    checkLease();
    for await (const parsed of source.adapter.parse(page, source.options)) {
      if (++rows > ROWS_MAX) throw new FeedError(`the feed has more than ${ROWS_MAX} rows`);
      const read = parsed.ok ? normalise(parsed.draft) : parsed;
      if (read.ok) {
        candidates.push(read);
        refs.push(parsed.ref);
        droppedPlaces += read.droppedPlaces;
      } else rejects.add(parsed.ref, read.reason, read.detail);
    }
    onPage({
      page: page.number,
      bytes: page.body.length,
      rows,
      plans: candidates.length,
      rejected: rejects.total,
    });
  }
  const { kept, suspicion } = crossCheck(candidates, refs, rejects);
  const { total: rejected, byReason } = rejects;
  return {
    candidates: kept,
    suspicion,
    counts: { rows, plans: kept.length, rejected, byReason, droppedPlaces },
  };
}

/** The checks that need the whole feed: outliers first, so that a wrong price never wins over a right one. */
export function crossCheck(
  candidates: readonly Candidate[],
  refs: readonly RowRef[],
  rejects: Pick<RejectLog, 'add'>,
): { kept: readonly Candidate[]; suspicion: string | null } {
  const gone = new Set<number>();
  const outliers = findOutliers(candidates);
  const suspicion = suspicionOf(candidates, outliers.length);
  for (const { index, detail } of outliers) {
    gone.add(index);
    rejects.add(refs[index] ?? NOWHERE, 'price_outlier', detail);
  }
  const sane = outliers.length === 0 ? candidates : candidates.filter((_, index) => !gone.has(index));
  const saneRefs = outliers.length === 0 ? refs : refs.filter((_, index) => !gone.has(index));
  const doubles = findDuplicates(sane);
  const lost = new Set<number>();
  for (const { loser, keeper } of doubles) {
    lost.add(loser);
    rejects.add(saneRefs[loser] ?? NOWHERE, 'duplicate', `same as "${sane[keeper]?.plan.externalId ?? ''}"`);
  }
  return { kept: lost.size === 0 ? sane : sane.filter((_, index) => !lost.has(index)), suspicion };
}

const NOWHERE: RowRef = { page: 0, row: 0, externalId: null };
