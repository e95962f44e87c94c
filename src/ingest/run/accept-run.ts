/** The accept pass: the checks over all rows of a source, then the checks against its last good run. */
import { acceptSource, type SourcePast } from '../accept/accept-source.ts';
import { checkRows } from '../accept/check-rows.ts';
import { addRejected, mostCommonReason } from '../normalise/rejected-rows.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';
import {
  type AcceptedRun,
  countsOf,
  type HeldRun,
  type ReadRun,
  rejectedSuspects,
  withRejected,
} from './source-run.ts';

export function acceptRun(
  { source, durationMs, certificateUntil, feed, providers }: ReadRun,
  past: SourcePast,
  published: PublishedMarket,
  now: number,
): AcceptedRun | HeldRun {
  const before = lastGoodPlans(published, source, now).map(({ plan }) => plan);
  const checked = checkRows(feed.candidates, { ...past, published: before, now });
  const { duplicates, twins, reusedIdCount } = checked;
  const run = {
    source,
    durationMs,
    certificateUntil,
    feed,
    providers,
    reusedIdCount,
    rejected: addRejected(feed.rejected, duplicates),
    rejectedByChecks: duplicates,
  };
  const decision = acceptSource(source, checked, mostCommonReason(run.rejected), past, before);
  if (decision.kind === 'accepted') return { ...run, stage: 'accepted', accepted: decision, past, twins };
  // The suspects of a source that is held as a whole are rejected and not quarantined.
  const held = withRejected(run, rejectedSuspects(decision.suspects));
  const counts = countsOf(held, { plans: decision.candidates.length, quarantined: 0 });
  return { ...held, stage: 'held', problem: decision.problem, counts, quarantined: null };
}
