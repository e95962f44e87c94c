/** How the serving process keeps its catalogue fresh: the first ingest before it listens, the others in parallel. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { CatalogueHolder } from './catalogue/holder.ts';
import { watchConfigFiles } from './ingest/config/files.ts';
import { type IngestConfig, readConfig } from './ingest/config/load.ts';
import { areTooOld } from './ingest/config/rates.ts';

import { readRuns } from './ingest/documents.ts';
import { readStoredRates } from './ingest/read/rates.ts';
import { createDiscontinued } from './ingest/run/discontinued.ts';
import { ingestInWorker } from './ingest/run/in-worker.ts';
import { ingest } from './ingest/run/run.ts';
import { SampleRefused } from './ingest/run/sample-guard.ts';
import { createScheduler } from './ingest/run/schedule.ts';
import type { IngestEvent, IngestReport, Outcome, RateTable, RunRecord } from './ingest/types.ts';

import { faultFacts, type Log } from './log.ts';
import { sampleConfig } from './sample/sample-market.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/port.ts';

/** Whoever died in the middle of an ingest holds the right to it for a minute at most; a little longer is waited. */
const FIRST_RETRY_MS = 500;
const FIRST_TRIES = 130;

/** A sample market that was observed more lately than this waits: restarts one after the other do not each make it anew. */
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
  readonly library: CatalogueHolder;
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly allowSample?: boolean;
}

/** The sample market by name, for the ingest thread: it is given a module, not an import. */
const SAMPLE_MARKET = {
  url: new URL('./sample/sample-market.ts', import.meta.url).href,
  name: sampleConfig.name,
};

export const configFor = async (sourcesFile: string | null, now: number): Promise<IngestConfig> =>
  sourcesFile === null ? sampleConfig({ now }) : readConfig(sourcesFile);

export async function createIngestion(options: IngestionOptions) {
  const { settings, store, library, log, clock, random, env, signal, allowSample = false } = options;
  const { sourcesFile } = settings;
  if (sourcesFile === null && !allowSample && library.current()?.sample === false) throw new SampleRefused();
  let reading: Promise<IngestConfig> | null = null;
  let isBroken = false;
  const config = () => {
    reading ??= configFor(sourcesFile, clock());
    return reading;
  };
  /** Rejects where the operator's files have a mistake; what is served stays. */
  const readAgain = async () => {
    reading = null;
    try {
      await config();
      isBroken = false;
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  // A mistake in the operator's files ends a start that has nothing to serve; the sample market has none.
  if (sourcesFile !== null)
    await readAgain().catch((error: unknown) => {
      if (library.current() === null) throw error;
      log.error('the files of the sources cannot be used: the stored catalogue is served', {
        fault: (error as Error).message,
      });
    });
  let ownEdition = 0;
  let stopWatching: (() => void)[] = [];

  // The sample market is observed anew after every start, so that it is never old; real feeds keep their cadence.
  let isObservedNow = sourcesFile === null && library.current() !== null;
  const scheduler = createScheduler({
    clock,
    random,
    ingestDue: async (signal) => {
      if (sourcesFile !== null) await readAgain();
      const { storeUrl } = settings;
      const marketModule = SAMPLE_MARKET;
      const work = { storeUrl, sourcesFile, marketModule, dueOnly: !isObservedNow, allowSample };
      isObservedNow = false;
      return ingestInWorker(work, { env, signal });
    },
    onEvent: (event) => {
      if (event.type === 'failed')
        log.error('an ingest failed; the last good plans stay', { fault: event.message });
      else {
        ownEdition = event.report.edition?.serial ?? ownEdition;
        tell(log, event.report);
      }
    },
  });

  return {
    /** An ingest of everything, now, in this thread. Never rejects: what went wrong is logged. */
    async first(): Promise<void> {
      const progress = createProgressLog(log);
      try {
        for (let tries = 0; tries < FIRST_TRIES && library.current() === null; tries += 1) {
          if (signal?.aborted) return;
          if (tries === 1)
            log.info('another process makes the first catalogue, or died while it did: waiting');
          if (tries > 0) await delay(FIRST_RETRY_MS);
          const report = await ingest({
            config: await config(),
            store,
            clock,
            random,
            env,
            onEvent: (event) => progress.onEvent(event),
            allowSample,
            ...(signal && { signal }),
          });
          if (report.status !== 'busy') tell(log, report);
          await library.start();
          if (report.status !== 'busy') return;
        }
      } catch (error) {
        if (!signal?.aborted) log.error('no catalogue could be made', faultFacts(error));
      } finally {
        progress.stop();
      }
    },
    start(): void {
      scheduler.start(samplePauseMs(sourcesFile, library.current(), clock()));
      // Another process or a command has read feeds: when each is due next has changed.
      const watching = store.snapshots.watch(({ serial }) => {
        if (serial !== ownEdition) scheduler.wake();
      });
      stopWatching = [watching];
      if (sourcesFile !== null) stopWatching.push(watchConfigFiles(sourcesFile, () => scheduler.wake()));
    },
    /** Looks for what is due now. */
    wake: () => scheduler.wake(),
    /** True while the operator's files have a mistake. */
    isBroken: () => isBroken,
    /** How each source of the catalogue fared last; none while the store does not answer. */
    async runs(): Promise<readonly RunRecord[]> {
      try {
        const served = new Set((library.current()?.sources ?? []).map(({ id }) => id));
        return (await readRuns(store.documents)).filter(({ source }) => served.has(source));
      } catch {
        // A store that is away has a metric of its own.
        return [];
      }
    },
    /** The exchange rates in use; null where there are none or they are too old. */
    async rates(): Promise<RateTable | null> {
      const stored = await readStoredRates(store.documents);
      return stored === null || areTooOld(stored, clock()) ? null : stored;
    },
    /** The day that the exchange rates in use are of; null: there are none. */
    async ratesAt(): Promise<number | null> {
      const stored = await readStoredRates(store.documents);
      return stored === null ? null : Date.parse(`${stored.date}T00:00:00Z`);
    },
    async stop(): Promise<void> {
      for (const stop of stopWatching) stop();
      await scheduler.stop();
    },
    isDiscontinued: createDiscontinued({
      documents: store.documents,
      sourcesOf: async (provider) => {
        // With a mistake in the files, the catalogue still knows its sources.
        if (isBroken) return (library.current()?.sources ?? []).map(({ id }) => id);
        return (await config()).sources
          .filter((source) => source.provider === provider || source.provider === null)
          .map(({ id }) => id);
      },
      edition: () => library.current()?.serial ?? 0,
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

const SAID_OF: Readonly<Record<Outcome, string>> = {
  ok: 'some providers of a source keep their last good plans',
  unchanged: 'some providers of a source keep their last good plans',
  kept: 'a source failed: its last good plans stay',
  left_out: 'a source failed: it has none to serve',
};

function tell(log: Log, report: IngestReport): void {
  for (const { source, outcome, problem } of report.sources) {
    if (problem === null) continue;
    const { code, status, message: reason } = problem;
    log.warn(SAID_OF[outcome], { source, code, ...(status !== undefined && { status }), reason });
  }
  const { status, edition, sources, warnings } = report;
  if (status === 'nothing' && sources.length === 0) {
    log.debug('no source is due');
    return;
  }
  const isKept = (outcome: Outcome) => outcome === 'kept' || outcome === 'left_out';
  const kept = sources.filter(({ outcome }) => isKept(outcome)).map(({ source }) => source);
  const plans = edition?.summary.plans ?? null;
  for (const warning of warnings) log.warn(warning);
  log.info('ingested', { status, snapshot: edition?.serial ?? null, plans, kept });
}
