/** The checks that need all rows of a source. Outliers come before duplicates, so that a wrong price is never kept. */

import type { RejectedRow, RejectReason } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { removeDuplicates } from './duplicates.ts';
import { findOutliers, priceFaultOf } from './outliers.ts';

/** A candidate with a doubtful price. The quarantine decides whether it is rejected for `reason`. */
export interface Suspect {
  readonly candidate: Candidate;
  readonly reason: RejectReason;
  readonly detail: string;
}

export interface CheckedRows {
  readonly candidates: readonly Candidate[];
  readonly suspects: readonly Suspect[];
  readonly duplicates: readonly RejectedRow[];
  /** How many of them have the id of another row, but other terms. */
  readonly reusedIdCount: number;
  /** What is wrong with the prices of a provider as a whole, by provider. */
  readonly priceFaults: ReadonlyMap<string, string>;
}

export function checkRows(candidates: readonly Candidate[]): CheckedRows {
  const suspects = new Map<Candidate, Suspect>();
  const priceFaults = new Map<string, string>();
  for (const [provider, own] of Map.groupBy(candidates, ({ plan }) => plan.provider)) {
    const outliers = findOutliers(own);
    const fault = priceFaultOf(own, outliers.length);
    if (fault !== null) priceFaults.set(provider, fault);
    for (const { index, detail } of outliers) {
      const candidate = own[index]!;
      suspects.set(candidate, { candidate, reason: 'price_outlier', detail });
    }
  }
  for (const candidate of candidates) {
    const { impossiblePrice: detail } = candidate;
    if (detail !== null && !suspects.has(candidate))
      suspects.set(candidate, { candidate, reason: 'impossible_price', detail });
  }
  const { kept, duplicates, reusedIdCount } = removeDuplicates(
    candidates.filter((one) => !suspects.has(one)),
  );
  return { candidates: kept, suspects: [...suspects.values()], duplicates, reusedIdCount, priceFaults };
}
