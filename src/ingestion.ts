/** Keeps the catalogue of the serving process fresh: one ingest before it listens, and later ones, all in a worker thread. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CatalogueHolder } from './catalogue/holder.ts';
import { watchConfigFiles } from './ingest/config/files.ts';
import type { IngestConfig, SourceConfig } from './ingest/config/load.ts';
import type { RateTable } from './ingest/config/rates.ts';
import { areTooOld } from './ingest/config/rates.ts';
import type { SourceOutcome } from './ingest/documents.ts';
import { readRuns } from './ingest/documents.ts';
import { readStoredRates } from './ingest/read/rates.ts';
import { createIsDiscontinued } from './ingest/run/discontinued.ts';
import { ingestInWorker } from './ingest/run/in-worker.ts';
import { isLeaseTaken } from './ingest/run/lease.ts';
import type { IngestEvent, IngestReport } from './ingest/run/report.ts';
import { hasConfiguredSources, SampleRefused } from './ingest/run/sample-guard.ts';
import { createScheduler } from './ingest/run/schedule.ts';
import { faultFacts, type Log } from './log.ts';
import type { SourceMetrics } from './metrics.ts';
import type { Environment } from './operator-files/secrets.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/port.ts';

/** The lease of a process that died during an ingest expires after a minute, so the start waits 65 seconds for it. */
const FIRST_RETRY_MS = 2000;
const FIRST_TRIES = 34;

/** After a restart, a sample market that is younger than this is not created again at once. */
const SAMPLE_PAUSE_MS = 15 * 60_000;

export function samplePauseMs(
  sourcesFile: string | null,
  catalogue: Pick<Catalogue, 'sample' | 'newest'> | null,
  now: number,
): number {
  if (sourcesFile !== null || catalogue?.sample !== true) return 0;
  const sinceMs = now - (catalogue.newest ?? 0);
  return sinceMs < 0 ? 0 : Math.max(0, SAMPLE_PAUSE_MS - sinceMs);
}

interface IngestionOptions {
  readonly settings: Settings;
  readonly store: Store;
  readonly holder: CatalogueHolder;
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  readonly env: Environment;
  readonly signal?: AbortSignal;
  readonly allowSample?: boolean;
}

const THREAD = new URL('./ingestion-worker.ts', import.meta.url);

/** The adapters are loaded here, because a service of the sample market that has a catalogue starts without them. */
export async function configFor(sourcesFile: string | null, now: number): Promise<IngestConfig> {
  if (sourcesFile !== null) return (await import('./ingest/config/load.ts')).readConfig(sourcesFile);
  return (await import('./sample/sample-market.ts')).sampleConfig({ now });
}

export async function createIngestion(options: IngestionOptions) {
  const { settings, store, holder, log, clock, random, env, signal, allowSample = false } = options;
  const { sourcesFile } = settings;
  if (sourcesFile === null && !allowSample && (await hasConfiguredSources(store.snapshots)))
    throw new SampleRefused();
  let reading: Promise<IngestConfig> | null = null;
  let areFilesBroken = false;
  /** The last configuration without an error; null: there was none since the start. */
  let lastConfig: IngestConfig | null = null;
  const config = async () => {
    reading ??= configFor(sourcesFile, clock());
    lastConfig = await reading;
    return lastConfig;
  };
  /** Rejects if the operator's files have an error. The served catalogue stays. */
  const reloadConfig = async () => {
    reading = null;
    try {
      await config();
      areFilesBroken = false;
    } catch (error) {
      areFilesBroken = true;
      throw error;
    }
  };
  // An error in the operator's files stops the start only if there is no catalogue to serve.
  if (sourcesFile !== null)
    await reloadConfig().catch((error: unknown) => {
      if (holder.current() === null) throw error;
      log.error('the source files have an error: the stored catalogue is served', {
        fault: (error as Error).message,
      });
    });
  let ownSnapshot = 0;
  let stopWatching: (() => void)[] = [];

  // The sample market is created again after every start, so that it is never old. Real feeds keep their schedule.
  // All sources are read after damage too, because their last good plans may be older than their schedule tells.
  let isFullReadDue = (sourcesFile === null && holder.current() !== null) || holder.isDamaged();
  const scheduler = createScheduler({
    clock,
    random,
    ingestDue: async (signal) => {
      if (sourcesFile !== null) await reloadConfig();
      const work = { storeUrl: settings.storeUrl, sourcesFile, dueOnly: !isFullReadDue, allowSample };
      isFullReadDue = false;
      return ingestInWorker(THREAD, work, { env, documents: store.documents, signal });
    },
    onEvent: (event) => {
      if (event.type === 'failed')
        log.error('an ingest failed: the last good plans stay', { fault: event.message });
      else {
        ownSnapshot = event.report.snapshot?.serial ?? ownSnapshot;
        logReport(log, event.report);
      }
    },
  });

  const ingestHere = async (onEvent: (event: IngestEvent) => void) => {
    const { ingest } = await import('./ingest/run/run.ts');
    return await ingest({
      config: await config(),
      store,
      clock,
      random,
      env,
      onEvent,
      allowSample,
      ...(signal && { signal }),
    });
  };

  return {
    /** Ingests all sources. Never rejects: errors are logged. */
    async createFirstCatalogue(): Promise<void> {
      const progress = createProgressLog(log);
      const onEvent = (event: IngestEvent) => progress.onEvent(event);
      try {
        for (let tries = 0; tries < FIRST_TRIES && holder.current() === null; tries += 1) {
          if (signal?.aborted) return;
          if (tries === 1)
            log.info('waiting: another process creates the first catalogue, or died while it did');
          if (tries > 0) await delay(FIRST_RETRY_MS);
          // The other process may have published by now.
          await holder.start();
          if (holder.current() !== null) return;
          if (tries > 0 && (await isLeaseTaken(store.leases))) continue;
          const { storeUrl } = settings;
          // A thread has the clock of the machine, so a test with a clock of its own ingests in this thread.
          const report =
            clock === Date.now
              ? await ingestInWorker(
                  THREAD,
                  { storeUrl, sourcesFile, allowSample },
                  { env, documents: store.documents, onEvent, ...(signal && { signal }) },
                )
              : await ingestHere(onEvent);
          if (report.status !== 'busy') logReport(log, report);
          await holder.start();
          if (report.status !== 'busy') return;
        }
      } catch (error) {
        if (!signal?.aborted) log.error('the first catalogue could not be created', faultFacts(error));
      } finally {
        progress.stop();
      }
    },
    start(): void {
      scheduler.start(samplePauseMs(sourcesFile, holder.current(), clock()));
      // Another process or a command has read feeds, so their next due times have changed. If the store has lost its
      // data, all sources are due.
      const watching = store.snapshots.watch((snapshot) => {
        if (snapshot?.serial !== ownSnapshot) scheduler.wake();
      });
      stopWatching = [watching];
      if (sourcesFile !== null) stopWatching.push(watchConfigFiles(sourcesFile, () => scheduler.wake()));
    },
    /** Checks for due sources now. */
    wake: () => scheduler.wake(),
    /** True while the operator's files have an error. */
    areFilesBroken: () => areFilesBroken,
    /** The configured sources, by the last configuration without an error. */
    configured: (): readonly SourceConfig[] => lastConfig?.sources ?? [],
    /** The last run of each source. Empty while the store does not respond. */
    async runs(): Promise<readonly SourceMetrics[]> {
      try {
        const served = new Map((holder.current()?.sources ?? []).map((state) => [state.id, state]));
        const configured = new Map((lastConfig?.sources ?? []).map((source) => [source.id, source]));
        const runs = await readRuns(store.documents);
        return runs
          .filter(({ source }) => served.has(source) || configured.has(source))
          .map((run) => {
            const { paused, everyMs } = configured.get(run.source) ?? {
              paused: served.get(run.source)?.status === 'paused',
              everyMs: null,
            };
            return { ...run, paused, everyMs };
          });
      } catch {
        // Another metric reports that the store is unavailable.
        return [];
      }
    },
    /** The current exchange rates; null: there are none, or they are too old. */
    async rates(): Promise<RateTable | null> {
      const stored = await readStoredRates(store.documents);
      return stored === null || areTooOld(stored, clock()) ? null : stored;
    },
    /** The date of the current exchange rates; null: there are none. */
    async ratesAt(): Promise<number | null> {
      const stored = await readStoredRates(store.documents);
      return stored === null ? null : Date.parse(`${stored.date}T00:00:00Z`);
    },
    async stop(): Promise<void> {
      for (const stop of stopWatching) stop();
      await scheduler.stop();
    },
    isDiscontinued: createIsDiscontinued({
      documents: store.documents,
      sourcesOf: async (provider) => {
        // If the files have an error, the sources are those of the catalogue.
        if (areFilesBroken) return (holder.current()?.sources ?? []).map(({ id }) => id);
        return (await config()).sources
          .filter((source) => source.provider === provider || source.provider === null)
          .map(({ id }) => id);
      },
      currentSerial: () => holder.current()?.serial ?? 0,
    }),
  };
}

const PROGRESS_EVERY_MS = 10_000;

/** Logs the progress of the first read regularly, because the public port is closed until it ends. */
export function createProgressLog(log: Log) {
  let total = 0;
  let done = 0;
  const rows = new Map<string, number>();
  const timer = setInterval(() => {
    const reading = [...rows].map(([source, count]) => `${source} (${count} rows)`);
    log.info('reading the feeds for the first time', { done: `${done} of ${total}`, reading });
  }, PROGRESS_EVERY_MS);
  return {
    onEvent(event: IngestEvent): void {
      if (event.type === 'started') total = event.sources.length;
      else if (event.type === 'source_started') rows.set(event.source, 0);
      else if (event.type === 'page') rows.set(event.source, event.rows);
      else if (event.type === 'source_read') {
        rows.delete(event.source);
        done += 1;
      }
    },
    stop: () => clearInterval(timer),
  };
}

const WARNING_OF: Readonly<Record<SourceOutcome, string>> = {
  ok: 'some providers of a source keep their last good plans',
  kept: 'a source failed: its last good plans stay',
  left_out: 'a source failed: it has no plans to serve',
};

function logReport(log: Log, report: IngestReport): void {
  for (const { source, outcome, problem } of report.sources) {
    if (problem === null) continue;
    const { code, status, message: reason } = problem;
    log.warn(WARNING_OF[outcome], { source, code, ...(status !== undefined && { status }), reason });
  }
  const { status, snapshot, sources, warnings } = report;
  if (status === 'nothing' && sources.length === 0) {
    log.debug('no source is due');
    return;
  }
  const isKept = (outcome: SourceOutcome) => outcome === 'kept' || outcome === 'left_out';
  const kept = sources.filter(({ outcome }) => isKept(outcome)).map(({ source }) => source);
  const plans = snapshot?.summary.plans ?? null;
  for (const warning of warnings) log.warn(warning);
  log.info('ingested', { status, snapshot: snapshot?.serial ?? null, plans, kept });
}
