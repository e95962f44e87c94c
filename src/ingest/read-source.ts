/** One source from its first page to checked plans. Drafts live for one row; only plans and refusals are held. */
import type { Draft, FeedPage, RejectReason, RowRef } from './adapter.ts';
import { FeedError } from './adapter.ts';
import type { SourceConfig } from './config/load.ts';
import { findDuplicates } from './duplicates.ts';
import type { Candidate, Refused } from './normalise.ts';
import { findOutliers, suspicionOf } from './outliers.ts';
import type { RejectLog } from './rejects.ts';
import type { Doubted } from './withhold.ts';

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
  /** Rows whose price a rule would refuse. */
  readonly doubted: readonly Doubted[];
  /** Of what was read; refusals may still follow. */
  readonly rows: number;
  readonly droppedPlaces: number;
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
  const { kept, doubted, suspicion } = crossCheck(candidates, refs, rejects);
  return { candidates: kept, doubted, suspicion, rows, droppedPlaces };
}

/** The checks that need the whole feed: outliers first, so that a wrong price never wins over a right one. */
export function crossCheck(
  candidates: readonly Candidate[],
  refs: readonly RowRef[],
  rejects: Pick<RejectLog, 'add'>,
): { kept: readonly Candidate[]; doubted: readonly Doubted[]; suspicion: string | null } {
  const gone = new Set<number>();
  const doubted: Doubted[] = [];
  const doubt = (index: number, reason: RejectReason, detail: string) => {
    const candidate = candidates[index];
    gone.add(index);
    if (candidate !== undefined) doubted.push({ candidate, ref: refs[index] ?? NOWHERE, reason, detail });
  };
  const outliers = findOutliers(candidates);
  const suspicion = suspicionOf(candidates, outliers.filter(({ amongOthers }) => amongOthers).length);
  for (const { index, detail } of outliers) doubt(index, 'price_outlier', detail);
  candidates.forEach(({ impossiblePrice }, index) => {
    if (impossiblePrice !== null && !gone.has(index)) doubt(index, 'impossible_price', impossiblePrice);
  });
  const sane = gone.size === 0 ? candidates : candidates.filter((_, index) => !gone.has(index));
  const saneRefs = gone.size === 0 ? refs : refs.filter((_, index) => !gone.has(index));
  const doubles = findDuplicates(sane);
  const lost = new Set<number>();
  for (const { loser, keeper } of doubles) {
    lost.add(loser);
    rejects.add(saneRefs[loser] ?? NOWHERE, 'duplicate', `same as "${sane[keeper]?.plan.externalId ?? ''}"`);
  }
  const kept = lost.size === 0 ? sane : sane.filter((_, index) => !lost.has(index));
  return { kept, doubted, suspicion };
}

const NOWHERE: RowRef = { page: 0, row: 0, externalId: null };
