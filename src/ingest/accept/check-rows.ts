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
  readonly duplicates: readonly RejectedRow[];
  /** Those that have another id, and so may become plans of their own. */
  readonly twins: readonly Candidate[];
  /** How many of them have the id of another row, but other terms. */
  readonly reusedIdCount: number;
  /** What is wrong with the prices of a provider as a whole, by provider. */
  readonly priceFaults: ReadonlyMap<string, string>;
}

export function checkRows(all: readonly Candidate[], earlier = NO_EARLIER_PLANS): CheckedRows {
  const { candidates, setAside, rejected, reusedIdCount } = setAsideChanges(all, earlier);
  const suspects = new Map<Candidate, Suspect>();
  const priceFaults = new Map<string, string>();
  // Prices are compared with those of all rows, and rows that are set aside become no suspects.
  const isSetAside = new Set(setAside.map(({ candidate }) => candidate));
  const compared = [...candidates, ...isSetAside];
  for (const [provider, own] of Map.groupBy(compared, ({ plan }) => plan.provider)) {
    const outliers = findOutliers(own);
    const fault = priceFaultOf(own, outliers.length);
    if (fault !== null) priceFaults.set(provider, fault);
    for (const { index, detail } of outliers) {
      const candidate = own[index]!;
      if (!isSetAside.has(candidate)) suspects.set(candidate, { candidate, reason: 'price_outlier', detail });
    }
  }
  for (const candidate of candidates) {
    const { impossiblePrice: detail } = candidate;
    if (detail !== null && !suspects.has(candidate))
      suspects.set(candidate, { candidate, reason: 'impossible_price', detail });
  }
  const { kept, losers, duplicates } = removeTwins(candidates.filter((one) => !suspects.has(one)));
  return {
    candidates: kept,
    suspects: [...suspects.values()],
    setAside,
    duplicates: [...rejected, ...duplicates],
    twins: losers,
    reusedIdCount,
    priceFaults,
  };
}
