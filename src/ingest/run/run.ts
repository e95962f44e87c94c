/**
 * The folder: feeds to a published catalogue (fetch, parse, normalise, check, guard, merge, publish). It imports `domain/`,
 * `limits/`, `catalogue/` and `store/`. `ingest` may be called at any time, by any process: a lease lets one run at a time,
 * everywhere, and the others answer `busy`. What serves calls `ingestInWorker`, so that it never waits for a feed.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type EncodedMarket, encodeGently } from '../../catalogue/encode.ts';
import { publishEncoded } from '../../catalogue/publish.ts';
import type { Snapshot, SnapshotStore, Store } from '../../store/port.ts';
import type { SourceAttempt } from '../accept/accept-source.ts';
import { convertCoupons } from '../config/coupons.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import {
  type IngestReport,
  type RejectedRow,
  type RunRecord,
  readApplied,
  readRun,
  type SourceReport,
  writeApplied,
  writeHistory,
} from '../documents.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { type Every, type HeldLease, holdLease, LeaseLost } from './lease.ts';
import { type Merged, mergeSources, type SourceResult } from './merge.ts';
import { type CurrentMarket, createCurrentLoader, NOTHING } from './published.ts';
import { type ReadingOptions, ratesFor, readSources } from './read-sources.ts';
import { REJECTS_KEPT, recordOf, writeOutcome } from './record.ts';

export interface IngestOptions extends ReadingOptions {
  readonly store: Pick<Store, 'snapshots' | 'leases' | 'documents'>;
  /** Only these sources; the others keep what they have. */
  readonly only?: readonly string[];
  /** Only sources whose time has come: what a scheduler asks for. */
  readonly dueOnly?: boolean;
  /** Gives the right to ingest back at once; nothing is published after that. */
  readonly signal?: AbortSignal;
  /** For the lease; a timer unless told. */
  readonly every?: Every;
}

export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const { store, clock } = options;
  const startedAt = clock();
  const lease = await holdLease(store.leases, options.every);
  const finish = (part: PartReport): IngestReport => {
    const report: IngestReport = { ...NO_REPORT, startedAt, finishedAt: clock(), ...part };
    options.onEvent?.({ type: 'finished', report });
    return report;
  };
  if (lease === null) return finish({ status: 'busy' });
  const letGo = () => void lease.release();
  options.signal?.addEventListener('abort', letGo, { once: true });
  try {
    return finish(await ingestAlone(options, lease, startedAt));
  } catch (error) {
    if (error instanceof LeaseLost) return finish({ status: 'lost' });
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', letGo);
    await lease.release();
  }
}

const NO_REPORT = {
  edition: null,
  sources: [],
  nextRuns: {},
  ratesDate: null,
  warnings: [],
} satisfies Partial<IngestReport>;

type PartReport = Pick<IngestReport, 'status'> & Partial<IngestReport>;

async function ingestAlone(options: IngestOptions, lease: HeldLease, now: number): Promise<PartReport> {
  const { config, store, random, onEvent } = options;
  const before = await store.snapshots.current();
  const records = new Map<string, RunRecord | null>();
  for (const { id } of config.sources) records.set(id, await readRun(store.documents, id));
  const digest = await digestOfConfig(config);
  const applied = await readApplied(store.documents);
  const isEdited = applied !== null && digest !== null && applied !== digest;
  const wanted = config.sources.filter((source) => isWanted(source, records, options, isEdited, now));
  onEvent?.({ type: 'started', sources: wanted.map(({ id }) => id) });
  // A market where every source has something new never looks at the one before.
  const current = createCurrentLoader(store.snapshots);
  if (wanted.length === 0 && !(isEdited && before !== null && hasNewPause(config, await current.load())))
    return { status: 'nothing', nextRuns: nextRunsOf(config, records, []) };

  const rates = await ratesFor(options, now);
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    onEvent?.({ type: 'warning', message });
  };
  if (rates.problem !== null) warn(rates.problem);
  const overrides = createOverrides(config.overrides, now);
  if (overrides.ended.length > 0)
    warn(`${overrides.ended.length} overrides have ended: renew them or take them out of their file`);
  const attempts = await readSources(
    options,
    wanted,
    { rates, overrides, current: current.load, records, checkLease: lease.check },
    now,
  );

  const { coupons, unconverted } = convertCoupons(config.coupons, rates.table, now);
  if (unconverted.length > 0) warn(`no exchange rate for the coupons ${unconverted.join(', ')}: left out`);
  const results = new Map(attempts.map(({ source, attempt }) => [source.id, attempt.result]));
  const isAllFresh = config.sources.every(({ id }) => {
    const result = results.get(id);
    return result?.kind === 'fresh' && result.isPartlyKept !== true;
  });
  const { encoded, plansBySource, lost } = await encodeMerged(
    mergeSources(config, results, isAllFresh ? NOTHING : await current.load(), coupons, now, overrides.hides),
  );
  for (const { provider, plan } of overrides.unmatched())
    if (isReadNow(provider, config, results)) warn(`the override of ${provider}/${plan} meets no plan`);
  // What is left of this run needs no plan, and the serving process soon needs the memory.
  await current.release();
  for (const [source, rows] of lost)
    warn(`${rows.length} plans of ${source} are listed by another source of its provider on other terms`);
  await expectNoRollback(store.snapshots, before);
  const edition = await publishMerged(options, lease, attempts, encoded, now);
  const sources: SourceReport[] = [];
  // All at once: a small document is written in less time than its message takes to go and return.
  const writing: Promise<void>[] = [];
  for (const { source, attempt: settled, durationMs } of attempts) {
    const attempt = withLost(settled, lost.get(source.id) ?? []);
    const before = records.get(source.id) ?? null;
    const served = edition === null ? 0 : (plansBySource.get(source.id) ?? 0);
    const record = recordOf(source, attempt, before, served, durationMs, now, random);
    writing.push(writeOutcome(store.documents, attempt, record));
    const { lastAttemptAt: _at, lastGood: _good, failures: _failures, ...report } = record;
    sources.push(report);
  }
  if (digest !== null && options.only === undefined) writing.push(writeApplied(store.documents, digest));
  await Promise.all(writing);
  return {
    status: edition === null ? 'nothing' : 'published',
    edition,
    sources,
    nextRuns: nextRunsOf(config, records, sources),
    ratesDate: rates.table?.date ?? null,
    warnings,
  };
}

/** Paused since the last edition, which says so of its sources. */
function hasNewPause({ sources }: IngestConfig, current: CurrentMarket): boolean {
  return sources.some(({ id, paused }) => paused && current.stateOf(id)?.status !== 'paused');
}

/** Every source that may have plans of a provider had something new, so one that no row named is not there. */
function isReadNow(
  provider: string,
  { sources }: IngestConfig,
  results: ReadonlyMap<string, SourceResult>,
): boolean {
  return sources
    .filter((source) => source.provider === provider || source.provider === null)
    .every(({ id }) => results.get(id)?.kind === 'fresh');
}

/** Rows that another source has are refused rows of this one. */
function withLost(attempt: SourceAttempt, lost: readonly RejectedRow[]): SourceAttempt {
  const { counts, rejects } = attempt;
  if (counts === null || lost.length === 0) return attempt;
  const byReason = { ...counts.byReason, duplicate: (counts.byReason.duplicate ?? 0) + lost.length };
  const rejected = counts.rejected + lost.length;
  return {
    ...attempt,
    rejects: [...lost, ...rejects].slice(0, REJECTS_KEPT),
    counts: { ...counts, plans: counts.plans - lost.length, rejected, byReason },
  };
}

/** Sources of one provider are read together, since a plan may stand in several of them. */
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

/** Null for a market made in this process, which nobody edits. Other exchange rates in a file are other prices. */
async function digestOfConfig(config: IngestConfig): Promise<string | null> {
  if (config.sample) return null;
  const rates =
    config.rates?.kind === 'file' ? await readFile(config.rates.path, 'utf8').catch(() => '') : '';
  const text = JSON.stringify(config, (key, value: unknown) =>
    key === 'adapter' ? (value as { id: string }).id : value,
  );
  return hash('sha256', text + rates, 'hex');
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

/** From here on nobody holds the plans themselves. No plan at all is no catalogue: what is served now serves better. */
async function encodeMerged({
  market,
  ...rest
}: Merged): Promise<Omit<Merged, 'market'> & { readonly encoded: EncodedMarket | null }> {
  return { ...rest, encoded: market.plans.length === 0 ? null : await encodeGently(market) };
}

/** What was read before a rollback is what the operator has just turned down. */
async function expectNoRollback(snapshots: SnapshotStore, before: Snapshot | null): Promise<void> {
  const current = await snapshots.current();
  if (current?.reason === 'rollback' && current.serial !== before?.serial)
    throw new LeaseLost('the catalogue was rolled back meanwhile');
}

/** History goes first: a plan that was seen was seen, published or not. */
async function publishMerged(
  { store, clock }: IngestOptions,
  lease: HeldLease,
  attempts: readonly { readonly source: SourceConfig; readonly attempt: SourceAttempt }[],
  encoded: EncodedMarket | null,
  now: number,
): Promise<Snapshot | null> {
  await lease.confirm();
  if (encoded === null) return null;
  for (const { source, attempt } of attempts)
    if (attempt.history !== null) await writeHistory(store.documents, source.id, attempt.history);
  await lease.confirm();
  return publishEncoded(store.snapshots, encoded, Math.max(now, clock()));
}

// A store to try an ingest on: everything that is there can be read, and nothing that is written stays.

type IngestStore = Pick<Store, 'snapshots' | 'leases' | 'documents'>;

export function dryRunStore({ snapshots, documents }: IngestStore): IngestStore {
  return {
    // Nobody is kept from ingesting by somebody who only looks.
    leases: { acquire: async () => 'dry run', renew: async () => true, release: async () => {} },
    documents: {
      get: (collection, key) => documents.get(collection, key),
      keys: (collection) => documents.keys(collection),
      put: async () => {},
      delete: async () => {},
    },
    snapshots: {
      hasBlob: (sha256) => snapshots.hasBlob(sha256),
      getBlob: (ref) => snapshots.getBlob(ref),
      current: () => snapshots.current(),
      list: (limit) => snapshots.list(limit),
      watch: () => () => {},
      putBlob: async (bytes) => ({ sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length }),
      announce: async (edition): Promise<Snapshot> => ({
        ...edition,
        serial: ((await snapshots.current())?.serial ?? 0) + 1,
      }),
      prune: async () => {},
    },
  };
}
