/** The checks that need all rows of a source. Suspicious terms and outliers come before duplicates, so that a wrong row is never kept. */

import type { RejectedRow, RejectReason } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { removeTwins } from './duplicates.ts';
import { findOutliers, priceFaultOf } from './outliers.ts';
import { NO_EARLIER_PLANS, type SetAside, setAsideChanges } from './plan-changes.ts';

/** A candidate with a doubtful price. The quarantine decides whether it is rejected for `reason`. */
export interface Suspect {
  readonly candidate: Candidate;
  readonly reason: RejectReason;
  readonly detail: string;
}

export interface CheckedRows {
  readonly candidates: readonly Candidate[];
  readonly suspects: readonly Suspect[];
  /** Plans with suspicious terms. */
  readonly setAside: readonly SetAside[];
  /** Rows that are left out because another row is the same plan or the same offer. */
  readonly duplicates: readonly RejectedRow[];
  /** The duplicates with an id of their own. One of them becomes a plan when the row that was kept disappears. */
  readonly twins: readonly Candidate[];
  /** The number of `duplicates` that have the id of another row, but other terms. */
  readonly reusedIdCount: number;
  /** What is wrong with the prices of a provider as a whole, by provider. */
  readonly priceFaults: ReadonlyMap<string, string>;
}

export function checkRows(all: readonly Candidate[], earlier = NO_EARLIER_PLANS): CheckedRows {
  const { unchanged, setAside, duplicates, reusedIdCount } = setAsideChanges(all, earlier);
  const { outliers, priceFaults } = comparePrices(
    unchanged,
    setAside.map(({ candidate }) => candidate),
  );
  const isOutlier = new Set(outliers.map(({ candidate }) => candidate));
  const suspects = [...outliers, ...impossiblePrices(unchanged.filter((one) => !isOutlier.has(one)))];
  const isSuspect = new Set(suspects.map(({ candidate }) => candidate));
  const { kept, removed, rejected } = removeTwins(unchanged.filter((one) => !isSuspect.has(one)));
  return {
    candidates: kept,
    suspects,
    setAside,
    duplicates: [...duplicates, ...rejected],
    twins: removed,
    reusedIdCount,
    priceFaults,
  };
}

/** Compares each price with all prices of its provider. Rows that are set aside count too, but are not outliers themselves. */
function comparePrices(candidates: readonly Candidate[], aside: readonly Candidate[]) {
  const outliers: Suspect[] = [];
  const priceFaults = new Map<string, string>();
  const isAside = new Set(aside);
  for (const [provider, own] of Map.groupBy([...candidates, ...aside], ({ plan }) => plan.provider)) {
    const found = findOutliers(own);
    const fault = priceFaultOf(own, found.length);
    if (fault !== null) priceFaults.set(provider, fault);
    for (const { candidate, detail } of found)
      if (!isAside.has(candidate)) outliers.push({ candidate, reason: 'price_outlier', detail });
  }
  return { outliers, priceFaults };
}

const impossiblePrices = (candidates: readonly Candidate[]): readonly Suspect[] =>
  candidates.flatMap((candidate) => {
    const { impossiblePrice: detail } = candidate;
    return detail === null ? [] : [{ candidate, reason: 'impossible_price', detail }];
  });
