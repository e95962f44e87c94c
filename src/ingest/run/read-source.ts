/** One source from its first page to checked plans. Drafts live for one row; only plans and refusals are held. */

import { findDuplicates } from '../accept/duplicates.ts';
import type { Doubted } from '../accept/quarantine.ts';
import { findOutliers, suspicionOf } from '../accept/source-checks.ts';
import type { SourceConfig } from '../config/load.ts';
import type { Candidate } from '../normalise/normalise.ts';
import {
  type Draft,
  FeedError,
  type FeedPage,
  type Refused,
  type RejectReason,
  type RowRef,
} from '../types.ts';
import { hasSameTerms, union } from './merge.ts';
import type { RejectLog } from './record.ts';

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
  /** What is wrong with the prices of a provider as a whole, by provider. */
  readonly suspicions: ReadonlyMap<string, string>;
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
  const { kept, doubted, suspicions } = crossCheck(candidates, refs, rejects);
  return { candidates: kept, doubted, suspicions, rows, droppedPlaces };
}

/** The checks that need the whole feed: outliers first, so that a wrong price never wins over a right one. */
export function crossCheck(
  candidates: readonly Candidate[],
  refs: readonly RowRef[],
  rejects: Pick<RejectLog, 'add'>,
): { kept: readonly Candidate[]; doubted: readonly Doubted[]; suspicions: ReadonlyMap<string, string> } {
  const gone = new Set<number>();
  const doubted: Doubted[] = [];
  const doubt = (index: number, reason: RejectReason, detail: string) => {
    gone.add(index);
    doubted.push({ candidate: candidates[index]!, ref: refs[index]!, reason, detail });
  };
  const suspicions = new Map<string, string>();
  for (const [provider, rows] of Map.groupBy(candidates.keys(), (row) => candidates[row]!.plan.provider)) {
    const own = rows.map((row) => candidates[row]!);
    const outliers = findOutliers(own);
    const suspicion = suspicionOf(own, outliers.filter(({ amongOthers }) => amongOthers).length);
    if (suspicion !== null) suspicions.set(provider, suspicion);
    for (const { index, detail } of outliers) doubt(rows[index]!, 'price_outlier', detail);
  }
  candidates.forEach(({ impossiblePrice }, index) => {
    if (impossiblePrice !== null && !gone.has(index)) doubt(index, 'impossible_price', impossiblePrice);
  });
  const sane = candidates.filter((_, index) => !gone.has(index));
  const saneRefs = refs.filter((_, index) => !gone.has(index));
  const kept: (Candidate | null)[] = [...sane];
  for (const { loser, keeper } of findDuplicates(sane)) {
    const [lost, stays] = [kept[loser]!, kept[keeper]!];
    kept[loser] = null;
    const isListedAgain = lost.plan.id === stays.plan.id && lost.coverageId !== stays.coverageId;
    const isWidened = isListedAgain && hasSameTerms(lost.plan, stays.plan);
    if (isWidened) kept[keeper] = widened(stays, lost);
    const detail = `same as "${stays.plan.externalId}"${isWidened ? ', which has its places now' : ''}`;
    rejects.add(saneRefs[loser]!, 'duplicate', detail);
  }
  return { kept: kept.filter((candidate) => candidate !== null), doubted, suspicions };
}

/** A plan that its feed lists once for each country is one plan for all of them. */
function widened(candidate: Candidate, other: Candidate): Candidate {
  const coverage = union(candidate.plan.coverage, other.plan.coverage);
  return { ...candidate, plan: { ...candidate.plan, coverage } };
}
