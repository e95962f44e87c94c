/** What the operator should know about a run besides the problems of its sources. */
import type { IngestConfig } from '../config/load.ts';
import { regionsMessage } from '../normalise/proposals.ts';
import { shownName } from '../parse/plan-names.ts';
import type { PassesResult } from './passes.ts';
import type { HeldRun, ReadyRun } from './source-run.ts';
import { unusedEntries } from './unused.ts';

/** Shops list single plans twice. If a tenth of the rows repeat an id, another column identifies the plans. */
const REUSED_IDS_SHARE = 0.1;
/** In a small feed, a tenth may be a single plan that is listed twice. */
const REUSED_IDS_MIN = 5;

export function warningsOf(
  config: IngestConfig,
  { runs, merged, market, rates, overrides, unconverted, future }: PassesResult,
  now: number,
): readonly string[] {
  const readRuns = runs.filter((run) => run.stage !== 'failed');
  const readySources = new Set(runs.filter((run) => run.stage === 'ready').map(({ source }) => source.id));
  return [
    ...(rates.problem === null ? [] : [rates.problem]),
    ...overrides.ended.map(
      ({ provider, plan, until }) =>
        `the override of ${shownName(provider, plan)} ended (${until}): renew it or remove it`,
    ),
    ...readRuns
      .filter(({ counts }) => counts.droppedNetworks > 0)
      .map(({ source, counts }) => droppedMessage(source.id, counts.droppedNetworks)),
    ...readRuns.flatMap(({ source, feed }) => regionsMessage(source.id, feed.proposals) ?? []),
    ...readRuns
      .filter(reusesIds)
      .map(
        ({ source, counts, reusedIdCount }) =>
          `${reusedIdCount} of ${counts.rows} rows of ${source.id} have the id of another row and other terms, so they are left out: check the column of the id`,
      ),
    ...(unconverted.length === 0
      ? []
      : [`coupons without an exchange rate are left out: ${unconverted.join(', ')}`]),
    ...(future.length === 0
      ? []
      : [`coupons whose "verifiedAt" is in the future are left out: ${future.join(', ')}`]),
    ...overrides
      .unmatched()
      .filter(({ provider }) => isReadNow(provider, config, readySources))
      .map(({ provider, plan }) => `the override of ${shownName(provider, plan)} matches no plan`),
    // `overrides` knows more about the overrides: whether a row of a feed had the plan.
    ...unusedEntries(
      { ...config, overrides: [] },
      market.plans.map(({ plan }) => plan),
      null,
      (source) => readySources.has(source),
      now,
    ),
    ...Array.from(merged.conflicts, ([source, rows]) => conflictsMessage(source, rows.length)),
    ...market.coupons.flatMap(({ id, excludedPlans = [] }) =>
      excludedPlans.length === 0 ? [] : excludedMessage(id, excludedPlans.length),
    ),
  ];
}

const reusesIds = ({ counts, reusedIdCount }: HeldRun | ReadyRun): boolean =>
  reusedIdCount >= REUSED_IDS_MIN && reusedIdCount >= counts.rows * REUSED_IDS_SHARE;

const droppedMessage = (source: string, count: number): string =>
  count === 1
    ? `1 network in plans of ${source} for several countries is left out: the feed does not state its country`
    : `${count} networks in plans of ${source} for several countries are left out: the feed does not state their country`;

const conflictsMessage = (source: string, count: number): string =>
  `${count} ${count === 1 ? 'plan' : 'plans'} of ${source} ${count === 1 ? 'is' : 'are'} listed by another source of its provider on other terms`;

const excludedMessage = (coupon: string, count: number): string =>
  `the coupon ${coupon} is not used for ${count} ${count === 1 ? 'plan' : 'plans'}, because the price would be too low to be plausible: set "confirmed": true if that is intended`;

/** True if every source that may have plans of the provider was read. Then a plan that no row named does not exist. */
const isReadNow = (provider: string, { sources }: IngestConfig, readySources: ReadonlySet<string>): boolean =>
  sources
    .filter((source) => source.provider === provider || source.provider === null)
    .every(({ id }) => readySources.has(id));
