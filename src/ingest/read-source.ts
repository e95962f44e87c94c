/** One source from its first page to checked plans. Drafts live for one row; only plans and refusals are held. */
import { type Draft, FeedError, type FeedPage, type RejectReason, type RowRef } from './adapter.ts';
import type { SourceConfig } from './config/load.ts';
import { findDuplicates } from './duplicates.ts';
import { findOutliers, suspicionOf } from './guards.ts';
import { hasSameTerms, union } from './merge.ts';
import type { Candidate, Refused } from './normalise.ts';
import type { RejectLog } from './outcome.ts';
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
    const candidate = candidates[index];
    gone.add(index);
    if (candidate !== undefined) doubted.push({ candidate, ref: refs[index] ?? NOWHERE, reason, detail });
  };
  const suspicions = new Map<string, string>();
  for (const [provider, rows] of rowsByProvider(candidates)) {
    const own = rows === null ? candidates : rows.map((row) => candidates[row]!);
    const outliers = findOutliers(own);
    const suspicion = suspicionOf(own, outliers.filter(({ amongOthers }) => amongOthers).length);
    if (suspicion !== null) suspicions.set(provider, suspicion);
    for (const { index, detail } of outliers) doubt(rows?.[index] ?? index, 'price_outlier', detail);
  }
  candidates.forEach(({ impossiblePrice }, index) => {
    if (impossiblePrice !== null && !gone.has(index)) doubt(index, 'impossible_price', impossiblePrice);
  });
  const sane = gone.size === 0 ? candidates : candidates.filter((_, index) => !gone.has(index));
  const saneRefs = gone.size === 0 ? refs : refs.filter((_, index) => !gone.has(index));
  const doubles = findDuplicates(sane);
  if (doubles.length === 0) return { kept: sane, doubted, suspicions };
  const kept: (Candidate | null)[] = [...sane];
  for (const { loser, keeper } of doubles) {
    const [lost, stays] = [kept[loser] ?? null, kept[keeper] ?? null];
    kept[loser] = null;
    if (lost === null || stays === null) continue;
    const isListedAgain = lost.plan.id === stays.plan.id && lost.coverageId !== stays.coverageId;
    const isWidened = isListedAgain && hasSameTerms(lost.plan, stays.plan);
    if (isWidened) kept[keeper] = widened(stays, lost);
    const detail = `same as "${stays.plan.externalId}"${isWidened ? ', which has its places now' : ''}`;
    rejects.add(saneRefs[loser] ?? NOWHERE, 'duplicate', detail);
  }
  return { kept: kept.filter((candidate) => candidate !== null), doubted, suspicions };
}

/** Where the rows of each provider stand; null for all of them, where there is one. */
function rowsByProvider(candidates: readonly Candidate[]): ReadonlyMap<string, readonly number[] | null> {
  const first = candidates[0]?.plan.provider ?? '';
  if (candidates.every(({ plan }) => plan.provider === first)) return new Map([[first, null]]);
  const rows = new Map<string, number[]>();
  candidates.forEach(({ plan: { provider } }, index) => {
    const own = rows.get(provider);
    if (own === undefined) rows.set(provider, [index]);
    else own.push(index);
  });
  return rows;
}

/** A plan that its feed lists once for each country is one plan for all of them. */
function widened(candidate: Candidate, other: Candidate): Candidate {
  const coverage = union(candidate.plan.coverage, other.plan.coverage);
  return { ...candidate, plan: { ...candidate.plan, coverage } };
}

const NOWHERE: RowRef = { page: 0, row: 0, externalId: null };
