/**
 * Runs the whole ingest, from the feeds to a published catalogue. Any process may call `ingest` at any time. A lease
 * admits one run at a time, and the others return `busy`. The service calls `ingestInWorker`, so that its requests never
 * wait for a feed.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { publish } from '../../catalogue/publish.ts';
import type { Snapshot, SnapshotStore, SnapshotSummary, Store } from '../../store/port.ts';
import { readPast } from '../accept/accept-source.ts';
import { withPlausibleDiscounts } from '../accept/discounts.ts';
import { writeHistory } from '../accept/history.ts';
import { marketPrices } from '../accept/market-prices.ts';
import { quarantinePrices } from '../accept/quarantine.ts';
import { convertCoupons } from '../config/coupons.ts';
import type { IngestConfig } from '../config/load.ts';
import { readAppliedSettings, readRun, writeAppliedSettings } from '../documents.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { addRejected } from '../normalise/rejected-rows.ts';
import type { NetworkOptions } from '../read/client.ts';
import type { Environment } from '../read/credentials.ts';
import { readRates } from '../read/rates.ts';
import type {
  IngestEvent,
  IngestReport,
  RejectedRow,
  RunRecord,
  SourceConfig,
  SourceReport,
} from '../types.ts';
import { type Every, type HeldLease, holdLease, LeaseLost } from './lease.ts';
import { mergeSources } from './merge.ts';
import { lastGoodPlans, loadPublished, NOTHING_PUBLISHED, type PublishedMarket } from './published.ts';
import { readSource } from './read-source.ts';
import { recordOf, writeRecord } from './record.ts';
import { hasConfiguredSources, SampleRefused } from './sample-guard.ts';
import { acceptRead, type CheckedSource, type SourceRun, settleSource } from './source-run.ts';

export interface IngestOptions {
  readonly config: IngestConfig;
  readonly store: Pick<Store, 'snapshots' | 'leases' | 'documents'>;
  readonly clock: () => number;
  readonly random: () => number;
  /** The environment variables that contain credentials. */
  readonly env: Environment;
  readonly network?: NetworkOptions;
  readonly onEvent?: (event: IngestEvent) => void;
  /** Reports every rejected row. */
  readonly explain?: boolean;
  /** Reads only these sources. The others keep their plans. */
  readonly only?: readonly string[];
  /** Reads only sources that are due. */
  readonly dueOnly?: boolean;
  /** Releases the lease at once. Nothing is published after that. */
  readonly signal?: AbortSignal;
  /** The timer of the lease. */
  readonly every?: Every;
  /** Lets the sample market replace the plans of configured sources. */
  readonly allowSample?: boolean;
}

/** Requests to one feed are paced, so a feed may be slow. With a few at a time, one slow feed does not delay all. */
const SOURCES_AT_ONCE = 4;

const NO_REPORT = {
  snapshot: null,
  changes: null,
  sources: [],
  nextRuns: {},
  ratesDate: null,
  warnings: [],
} as const;

type PartReport = Pick<IngestReport, 'status'> & Partial<IngestReport>;

export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { store, clock } = options;
  const startedAt = clock();
  const lease = await holdLease(store.leases, options.every);
  const finish = (part: PartReport): IngestReport => ({
    ...NO_REPORT,
    startedAt,
    finishedAt: clock(),
    ...part,
  });
  if (lease === null) return finish({ status: 'busy' });
  const releaseLease = () => void lease.release();
  options.signal?.addEventListener('abort', releaseLease, { once: true });
  try {
    return finish(await runPasses(options, lease, startedAt));
  } catch (error) {
    if (error instanceof LeaseLost) return finish({ status: 'lost' });
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', releaseLease);
    await lease.release();
  }
}

async function runPasses(options: IngestOptions, lease: HeldLease, now: number): Promise<PartReport> {
  const { config, store, clock, random, env, network = {}, onEvent = () => {}, explain = false } = options;
  const { documents, snapshots } = store;
  if (config.sample && options.allowSample !== true && (await hasConfiguredSources(snapshots)))
    throw new SampleRefused();
  const before = await snapshots.current();
  const records = new Map<string, RunRecord | null>();
  for (const { id } of config.sources) records.set(id, await readRun(documents, id));
  const settings = await digestOfConfig(config);
  const applied = await readAppliedSettings(documents);
  const isEdited = applied !== null && settings !== null && applied !== settings;
  const wanted = config.sources.filter((source) => isWanted(source, records, options, isEdited, now));
  onEvent({ type: 'started', sources: wanted.map(({ id }) => id) });
  const mayPublish = wanted.length > 0 || (isEdited && before !== null);
  const published = mayPublish ? await loadPublished(snapshots) : NOTHING_PUBLISHED;
  if (!mayPublish || (wanted.length === 0 && !hasNewPause(config, published)))
    return { status: 'nothing', nextRuns: nextRunsOf(config, records, []) };

  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    onEvent({ type: 'warning', message });
  };
  const rates = await readRates(config.rates, documents, { clock, random, ...network }, now);
  if (rates.problem !== null) warn(rates.problem);
  const overrides = createOverrides(config.overrides, now);
  for (const { provider, plan, until } of overrides.ended)
    warn(`the override of ${provider}/${plan} ended (${until}): renew it or remove it`);

  // Read and normalise: each source by itself.
  const deps = {
    providers: config.providers,
    overrides,
    rates,
    env,
    clock,
    random,
    network,
    now,
    checkLease: lease.check,
    onEvent,
    explain,
  };
  const reads = await inParallel(wanted, SOURCES_AT_ONCE, (source) => readSource(source, deps));

  // Accept: each source, and each provider of a shared source, against its own last good run.
  const checked: CheckedSource[] = [];
  for (const read of reads) {
    const { id } = read.source;
    const past = await readPast(documents, id, records.get(id)?.lastGood ?? null);
    checked.push(acceptRead(read, past, published, now));
  }

  // Quarantine: single prices against their own past and against the prices of all other sources.
  const market = marketPrices(config.sample ? [] : plansOfMarket(config, checked, published, now));
  const settled = checked.map((one) => {
    const { accepted, past } = one;
    const isAccepted = accepted !== null && accepted.problem === null;
    return settleSource(
      one,
      isAccepted ? quarantinePrices(accepted, past, market, now) : null,
      published,
      now,
    );
  });

  for (const { source, counts, problem } of settled) {
    // The problem of a feed that could not be read was reported with `source_read`.
    if (counts === null) continue;
    if (problem !== null) onEvent({ type: 'source_held', source: source.id, problem });
    if (counts.droppedNetworks > 0)
      warn(
        `${counts.droppedNetworks} networks in plans of ${source.id} for several countries are left out: the feed does not state their country`,
      );
  }

  // Merge.
  const { coupons, unconverted } = convertCoupons(config.coupons, rates.table, now);
  if (unconverted.length > 0)
    warn(`coupons without an exchange rate are left out: ${unconverted.join(', ')}`);
  const byId = new Map(settled.map((run) => [run.source.id, run]));
  const merged = mergeSources(config, byId, published, coupons, now, overrides.hides);
  for (const { provider, plan } of overrides.unmatched())
    if (isReadNow(provider, config, byId)) warn(`the override of ${provider}/${plan} matches no plan`);
  for (const [source, rows] of merged.lost)
    warn(`${rows.length} plans of ${source} are listed by another source of its provider on other terms`);

  const plausible = withPlausibleDiscounts(merged.market, market);
  for (const { id, excludedPlans = [] } of plausible.coupons)
    if (excludedPlans.length > 0) warn(excludedMessage(id, excludedPlans.length));

  // Publish. Without any plan, the current catalogue is kept.
  await expectNoRollback(snapshots, before);
  await lease.confirm();
  let snapshot: Snapshot | null = null;
  if (merged.market.plans.length > 0) {
    // The history is written first, because the plans were observed even if publishing fails.
    for (const { source, history } of settled)
      if (history !== null) await writeHistory(documents, source.id, history);
    await lease.confirm();
    snapshot = await publish(snapshots, plausible, Math.max(now, clock()));
  }

  // Record.
  const runs = settled.map((run) => withLost(run, merged.lost.get(run.source.id) ?? []));
  const written = runs.map((run) => {
    const { id } = run.source;
    const served = snapshot === null ? 0 : (merged.plansBySource.get(id) ?? 0);
    return recordOf(run, records.get(id) ?? null, served, now, random);
  });
  for (const [index, run] of runs.entries()) {
    if (explain)
      for (const row of run.rejectedByChecks) onEvent({ type: 'reject', source: run.source.id, ...row });
    await writeRecord(documents, run, written[index]!);
  }
  if (settings !== null && options.only === undefined) await writeAppliedSettings(documents, settings);
  const sources = written.map(
    ({ lastAttemptAt: _at, lastGood: _good, failures: _failures, ...report }) => report,
  );
  return {
    status: snapshot === null ? 'nothing' : 'published',
    snapshot,
    changes: snapshot && changesOf(snapshot, before),
    sources,
    nextRuns: nextRunsOf(config, records, sources),
    ratesDate: rates.table?.date ?? null,
    warnings,
  };
}

const excludedMessage = (coupon: string, count: number): string =>
  `the coupon ${coupon} is not used for ${count} ${count === 1 ? 'plan' : 'plans'}, because the price would be a tenth of the market price or less: set "confirmed": true if that is intended`;

const changesOf = ({ content, summary }: Snapshot, before: Snapshot | null): SnapshotSummary =>
  content.sha256 === before?.content.sha256
    ? { plans: summary.plans, added: 0, removed: 0, priceChanges: 0 }
    : summary;

/** Sources of one provider are read together, because a plan may be listed by several of them. */
function isWanted(
  source: SourceConfig,
  records: ReadonlyMap<string, RunRecord | null>,
  { config, only, dueOnly }: IngestOptions,
  isEdited: boolean,
  now: number,
): boolean {
  if (source.paused) return false;
  if (only !== undefined && !only.includes(source.id)) return false;
  return (
    dueOnly !== true ||
    isEdited ||
    config.sources.some(({ id, provider, paused }) => {
      const record = records.get(id) ?? null;
      const isSame = id === source.id || (provider !== null && provider === source.provider);
      return isSame && !paused && (record === null || record.nextRunAt <= now);
    })
  );
}

/** Returns null for the sample market, which is never edited. The digest includes a file of exchange rates. */
async function digestOfConfig(config: IngestConfig): Promise<string | null> {
  if (config.sample) return null;
  const rates =
    config.rates?.kind === 'file' ? await readFile(config.rates.path, 'utf8').catch(() => '') : '';
  const text = JSON.stringify(config, (key, value: unknown) =>
    key === 'adapter' ? (value as { id: string }).id : value,
  );
  return hash('sha256', text + rates, 'hex');
}

/** True if a source was paused since the last snapshot. */
function hasNewPause({ sources }: IngestConfig, { states }: PublishedMarket): boolean {
  return sources.some(({ id, paused }) => paused && states.get(id)?.status !== 'paused');
}

/** This run's candidates, and the last good plans of all other sources. */
function* plansOfMarket(
  { sources }: IngestConfig,
  checked: readonly CheckedSource[],
  published: PublishedMarket,
  now: number,
) {
  const accepted = new Map(checked.map((one) => [one.read.source.id, one.accepted]));
  for (const source of sources) {
    const own = accepted.get(source.id) ?? null;
    if (own !== null && own.problem === null) for (const { plan } of own.candidates) yield plan;
    else for (const { plan } of lastGoodPlans(published, source, now)) yield plan;
  }
}

/** True if every source that may have plans of the provider was read. Then a plan that no row named does not exist. */
function isReadNow(
  provider: string,
  { sources }: IngestConfig,
  runs: ReadonlyMap<string, SourceRun>,
): boolean {
  return sources
    .filter((source) => source.provider === provider || source.provider === null)
    .every(({ id }) => runs.get(id)?.kind === 'fresh');
}

/** Adds rows whose plan another source lists on other terms to the rejected rows. */
function withLost(run: SourceRun, lost: readonly RejectedRow[]): SourceRun {
  const { counts } = run;
  if (counts === null || lost.length === 0) return run;
  const { total, byReason } = addRejected(run.rejected, lost);
  return {
    ...run,
    rejected: { total, byReason, rows: [...lost, ...run.rejected.rows] },
    counts: { ...counts, plans: counts.plans - lost.length, rejected: total, byReason },
  };
}

function nextRunsOf(
  { sources }: IngestConfig,
  records: ReadonlyMap<string, RunRecord | null>,
  reports: readonly SourceReport[],
): Record<string, number> {
  const next: Record<string, number> = {};
  for (const { id, paused } of sources) {
    if (paused) continue;
    const at = reports.find(({ source }) => source === id)?.nextRunAt ?? records.get(id)?.nextRunAt;
    if (at !== undefined) next[id] = at;
  }
  return next;
}

/** Throws if the operator has rolled back the catalogue during this run. */
async function expectNoRollback(snapshots: SnapshotStore, before: Snapshot | null): Promise<void> {
  const current = await snapshots.current();
  if (current?.reason === 'rollback' && current.serial !== before?.serial)
    throw new LeaseLost('the catalogue was rolled back meanwhile');
}

/** Runs a task for each item, at most `limit` at once. Returns the results in the order of the items. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  // All workers have stopped before an error is reported.
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return results;
}
