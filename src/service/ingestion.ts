/** Keeps the catalogue of the serving process fresh: one ingest before it listens, and later ones, all in a worker thread. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueHolder } from '../catalogue/holder.ts';
import { watchConfigFiles } from '../ingest/config/files.ts';
import type { IngestConfig, SourceConfig } from '../ingest/config/load.ts';
import type { RateTable } from '../ingest/config/rates.ts';
import { dateProblem } from '../ingest/config/rates.ts';
import { type RunRecord, readRuns } from '../ingest/documents/runs.ts';
import { readStoredRates } from '../ingest/read/rates.ts';
import { createIsDiscontinued } from '../ingest/run/discontinued.ts';
import { ingestInWorker } from '../ingest/run/in-worker.ts';
import { isLeaseTaken } from '../ingest/run/lease.ts';
import type { IngestEvent, IngestReport } from '../ingest/run/report.ts';
import { hasConfiguredSources, SampleRefused } from '../ingest/run/sample-guard.ts';
import { createScheduler } from '../ingest/run/schedule.ts';
import type { Environment } from '../operator-files/secrets.ts';
import type { Store } from '../store/port.ts';
import { createIngestProgress } from './ingest-progress.ts';
import { createProgressLog, logReport } from './ingestion-log.ts';
import { faultFacts, type Log } from './log.ts';
import type { Settings } from './settings.ts';

/** The lease of a process that died during an ingest expires after a minute, so the start waits longer: 33 × 2 s. */
const FIRST_RETRY_MS = 2000;
const FIRST_TRIES = 34;

/** After a restart, a sample market that is younger than this is not created again at once. */
const SAMPLE_PAUSE_MS = 15 * 60_000;

/** How long the first ingest after a start waits. 0 for configured sources, which have a schedule. */
export function samplePauseMs(
  sourcesFile: string | null,
  catalogue: Pick<Catalogue, 'sample' | 'newest'> | null,
  now: number,
): number {
  if (sourcesFile !== null || catalogue?.sample !== true) return 0;
  const ageMs = now - (catalogue.newest ?? 0);
  // After the clock was set back, the prices are from the future.
  return ageMs < 0 ? 0 : Math.max(0, SAMPLE_PAUSE_MS - ageMs);
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
  /** false: the first ingest runs in the thread of the service and with its clock. A thread has the clock of the machine. */
  readonly ingestsInThread?: boolean;
}

const THREAD = new URL('./ingestion-worker.ts', import.meta.url);

/** The adapters are loaded here, because a service of the sample market that has a catalogue starts without them. */
export async function configFor(sourcesFile: string | null, now: number): Promise<IngestConfig> {
  if (sourcesFile !== null) return (await import('../ingest/config/load.ts')).readConfig(sourcesFile);
  return (await import('../sample/sample-market.ts')).sampleConfig({ now });
}

/** Rejects if the sample market would replace configured sources, or if the operator's files have an error and there is no catalogue. */
export async function createIngestion(options: IngestionOptions): Promise<Ingestion> {
  const { settings, store, holder, log, clock, allowSample = false } = options;
  const { sourcesFile } = settings;
  if (sourcesFile === null && !allowSample && (await hasConfiguredSources(store.snapshots)))
    throw new SampleRefused();
  const files = new SourceFiles(sourcesFile, clock);
  if (sourcesFile !== null)
    await files.reload().catch((error: unknown) => {
      if (holder.current() === null) throw error;
      log.error('the source files have an error: the stored catalogue is served', {
        fault: (error as Error).message,
      });
    });
  return new Ingestion(options, files);
}

/** The configuration of the sources, from the operator's files or from the bundled sample market. */
class SourceFiles {
  /** True while the operator's files have an error. */
  areBroken = false;
  readonly #sourcesFile: string | null;
  readonly #clock: () => number;
  #reading: Promise<IngestConfig> | null = null;
  /** The last configuration without an error; null: there was none since the start. */
  #last: IngestConfig | null = null;

  constructor(sourcesFile: string | null, clock: () => number) {
    this.#sourcesFile = sourcesFile;
    this.#clock = clock;
  }

  /** The sources of the last configuration without an error. */
  get sources(): readonly SourceConfig[] {
    return this.#last?.sources ?? [];
  }

  /** Reads the files only once; `reload` reads them again. */
  async config(): Promise<IngestConfig> {
    this.#reading ??= configFor(this.#sourcesFile, this.#clock());
    this.#last = await this.#reading;
    return this.#last;
  }

  /** Rejects if the files have an error. The served catalogue stays. */
  async reload(): Promise<void> {
    this.#reading = null;
    try {
      await this.config();
      this.areBroken = false;
    } catch (error) {
      this.areBroken = true;
      throw error;
    }
  }
}

class Ingestion {
  /** Whether an earlier catalogue had a plan that the current one does not have. */
  readonly isDiscontinued: (provider: string, plan: string) => Promise<boolean>;
  readonly #options: IngestionOptions;
  readonly #files: SourceFiles;
  readonly #progress: ReturnType<typeof createIngestProgress>;
  readonly #scheduler: ReturnType<typeof createScheduler>;
  /** The serial of the newest snapshot that this process has published. */
  #ownSerial = 0;
  #isFullReadDue: boolean;
  #stopWatching: (() => void)[] = [];

  constructor(options: IngestionOptions, files: SourceFiles) {
    const { settings, store, holder, log, clock, random } = options;
    this.#options = options;
    this.#files = files;
    this.#progress = createIngestProgress(clock);
    // The sample market is created again after every start, so that it is never old. Real feeds keep their schedule.
    // All sources are read after damage too, because their last good plans may be older than their schedule tells.
    this.#isFullReadDue =
      (settings.sourcesFile === null && holder.current() !== null) || holder.isNewestDamaged();
    this.#scheduler = createScheduler({
      clock,
      random,
      ingestDue: (signal) => this.#ingestDue(signal),
      onEvent: (event) => {
        if (event.type === 'failed')
          log.error('an ingest failed: the last good plans stay', { fault: event.message });
        else {
          this.#ownSerial = event.report.snapshot?.serial ?? this.#ownSerial;
          logReport(log, event.report);
        }
      },
    });
    this.isDiscontinued = createIsDiscontinued({
      documents: store.documents,
      sourcesOf: (provider) => this.#sourcesOf(provider),
      currentSerial: () => holder.current()?.serial ?? 0,
    });
  }

  /** Ingests all sources. Never rejects: errors are logged. */
  async createFirstCatalogue(): Promise<void> {
    const { store, holder, log, signal } = this.#options;
    const progress = createProgressLog(log);
    try {
      for (let tries = 0; tries < FIRST_TRIES && holder.current() === null; tries += 1) {
        if (signal?.aborted) return;
        if (tries === 1)
          log.info('waiting: another process creates the first catalogue, or died while it did');
        if (tries > 0) await delay(FIRST_RETRY_MS);
        // The other process may have published by now.
        await holder.start();
        if (holder.current() !== null) return;
        // The first try finds out by itself whether another process has the lease: its status is then `busy`.
        if (tries > 0 && (await isLeaseTaken(store.leases))) continue;
        const report = await this.#ingestAll((event) => progress.onEvent(event));
        if (report.status !== 'busy') logReport(log, report);
        await holder.start();
        if (report.status !== 'busy') return;
      }
    } catch (error) {
      if (!signal?.aborted) log.error('the first catalogue could not be created', faultFacts(error));
    } finally {
      progress.stop();
    }
  }

  start(): void {
    const { settings, store, holder, clock } = this.#options;
    const { sourcesFile } = settings;
    this.#scheduler.start(samplePauseMs(sourcesFile, holder.current(), clock()));
    // Another process or a command has read feeds, so their next due times have changed. If the store has lost its data,
    // all sources are due.
    const stopWatchingSnapshots = store.snapshots.watch((snapshot) => {
      if (snapshot?.serial !== this.#ownSerial) this.wake();
    });
    this.#stopWatching = [stopWatchingSnapshots];
    if (sourcesFile !== null) this.#stopWatching.push(watchConfigFiles(sourcesFile, () => this.wake()));
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopWatching) stop();
    await this.#scheduler.stop();
  }

  /** Checks for due sources now. */
  wake(): void {
    this.#scheduler.wake();
  }

  /** True while the operator's files have an error. */
  areFilesBroken(): boolean {
    return this.#files.areBroken;
  }

  /** The sources that the running ingest is at, if it takes longer than usual. */
  slowSources(): readonly string[] {
    return this.#progress.slowSources();
  }

  configured(): readonly SourceConfig[] {
    return this.#files.sources;
  }

  /** The last run of each source that is configured or served. Empty while the store does not respond. */
  async runs(): Promise<readonly RunRecord[]> {
    const { store, holder } = this.#options;
    try {
      const served = holder.current()?.sources ?? [];
      const known = new Set([...served, ...this.#files.sources].map(({ id }) => id));
      return (await readRuns(store.documents)).filter(({ source }) => known.has(source));
    } catch {
      // Another metric reports that the store is unavailable.
      return [];
    }
  }

  isPaused(source: string): boolean {
    const served = this.#options.holder.current()?.sources.find(({ id }) => id === source);
    return this.#configOf(source)?.paused ?? served?.status === 'paused';
  }

  /** How often a source is read, by the last configuration without an error; null: the source is not in it. */
  everyMs(source: string): number | null {
    return this.#configOf(source)?.everyMs ?? null;
  }

  #configOf(source: string): SourceConfig | undefined {
    return this.#files.sources.find(({ id }) => id === source);
  }

  /** The current exchange rates; null: there are none, or they are too old. */
  async rates(): Promise<RateTable | null> {
    const { store, clock } = this.#options;
    const stored = await readStoredRates(store.documents);
    return stored === null || dateProblem(stored, clock()) !== null ? null : stored;
  }

  /** The date of the current exchange rates; null: there are none. */
  async ratesAt(): Promise<number | null> {
    const stored = await readStoredRates(this.#options.store.documents);
    return stored === null ? null : Date.parse(`${stored.date}T00:00:00Z`);
  }

  async #ingestDue(signal: AbortSignal): Promise<IngestReport> {
    const { settings, store, env, allowSample = false } = this.#options;
    const { storeUrl, sourcesFile } = settings;
    if (sourcesFile !== null) await this.#files.reload();
    const work = { storeUrl, sourcesFile, whileServing: true, dueOnly: !this.#isFullReadDue, allowSample };
    this.#isFullReadDue = false;
    const { onEvent, end } = this.#progress;
    try {
      return await ingestInWorker(THREAD, work, { env, documents: store.documents, onEvent, signal });
    } finally {
      end();
    }
  }

  async #ingestAll(onEvent: (event: IngestEvent) => void): Promise<IngestReport> {
    const { settings, store, clock, random, env, signal, allowSample = false } = this.#options;
    const { ingestsInThread = true } = this.#options;
    const { storeUrl, sourcesFile } = settings;
    const abort = signal && { signal };
    if (ingestsInThread) {
      const work = { storeUrl, sourcesFile, whileServing: false, allowSample };
      return ingestInWorker(THREAD, work, { env, documents: store.documents, onEvent, ...abort });
    }
    const { ingest } = await import('../ingest/run/run.ts');
    const config = await this.#files.config();
    return ingest({ config, store, clock, random, env, onEvent, allowSample, ...abort });
  }

  /** The ids of the sources that may have plans of a provider. */
  async #sourcesOf(provider: string): Promise<string[]> {
    // If the files have an error, the sources are those of the catalogue.
    if (this.#files.areBroken) return (this.#options.holder.current()?.sources ?? []).map(({ id }) => id);
    return (await this.#files.config()).sources
      .filter((source) => source.provider === provider || source.provider === null)
      .map(({ id }) => id);
  }
}
