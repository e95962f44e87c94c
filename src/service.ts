/** The service: opens the store, connects the catalogue, the responses, the listeners and the ingest, and stops them. */

import { Answers } from './answers/answers.ts';
import { Queries } from './answers/queries.ts';
import type { App } from './app.ts';
import { type CatalogueHolder, createCatalogueHolder } from './catalogue/holder.ts';
import { catalogueStatus } from './catalogue/status.ts';
import { createAdminServer } from './http/admin.ts';
import { createOverloadDetector } from './http/overload.ts';
import { expectFree, listen, listenPlainly, type StopTimes } from './http/server.ts';
import { createIngestion } from './ingestion.ts';
import { createBurstLimit } from './limits/burst.ts';
import { TRUSTS_EVERYBODY, trustsEverybody } from './limits/caller.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { faultFacts, type Log } from './log.ts';
import type { MetricsSources } from './metrics.ts';
import { serialiseProblem } from './operator-files/problems.ts';
import type { Environment } from './operator-files/secrets.ts';
import { loadReference, type Reference } from './reference/load.ts';
import { createServingMetrics, type ServingMetrics } from './serving-metrics.ts';
import { readAgreements, readLimits, type Settings } from './settings.ts';
import { openStore } from './store/open.ts';
import { type Store, StoreError } from './store/port.ts';
import { VERSION } from './version.ts';

/** The service gets these from its process. Tests pass their own. */
export interface ServiceDependencies {
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  /** Contains the credentials of the feeds. */
  readonly env: Environment;
  /** Lets the sample market replace the plans of configured sources. */
  readonly allowSample?: boolean;
  /** Cancels a start that still reads the feeds. `startService` then rejects with `StartCancelled`. */
  readonly signal?: AbortSignal;
  /** How long the stages of a stop may take; see `http/server.ts`. */
  readonly stopTimes?: Partial<StopTimes>;
  /** Replaces the detection of event-loop lag, which the work of a test in the same thread would trigger. */
  readonly isOverloaded?: () => boolean;
  /** Replaces the deadlines of the embedded store, which a test exceeds if the disk is busy. */
  readonly storeDeadlineMs?: number;
  /** false: pages are rendered on request. Preparing all of them takes seconds of each test. */
  readonly preparesPages?: boolean;
}

export interface Service {
  /** The actual port, also if the setting is 0. */
  readonly port: number;
  readonly adminPort: number | null;
  /**
   * Reloads limits, agreements, facts for travellers and sources (SIGHUP). A file with an error is logged and changes
   * nothing, except that a reference file with an error switches its table off.
   */
  reload(): void;
  /** Accepts no more requests, finishes the current ones and writes pending counts. It can be called twice. */
  stop(): Promise<void>;
}

export async function startService(settings: Settings, dependencies: ServiceDependencies): Promise<Service> {
  const cleanup = new AsyncDisposableStack();
  const stop = () =>
    cleanup.disposeAsync().catch((error: unknown) => {
      dependencies.log.error('a component did not stop cleanly', faultFacts(error));
    });
  try {
    const running = await start(settings, dependencies, cleanup);
    let stopping: Promise<void> | null = null;
    return {
      port: running.port,
      adminPort: running.adminPort,
      reload: running.reload,
      stop() {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  settings: Settings,
  dependencies: ServiceDependencies,
  cleanup: AsyncDisposableStack,
): Promise<Omit<Service, 'stop'>> {
  // Checked first, so that a start with an occupied port creates no folder and reads no feed.
  await expectFree(settings);
  const probes = new Probes(dependencies.clock);
  const admin = await openAdminPort(settings, probes, dependencies, cleanup);
  // The code of the responses is loaded while the thread of the store starts.
  const [parts, { App }] = await Promise.all([open(settings, dependencies, cleanup), import('./app.ts')]);
  const built = build(App, settings, parts, dependencies, cleanup);
  admin?.addMetrics(metricsSources(parts, built, dependencies));
  const { app, queries, files } = built;
  const listening = await listen(app.server, app.connections, settings, dependencies.stopTimes);
  cleanup.defer(() => {
    probes.stage = 'stopping';
    return listening.close();
  });
  const { port } = listening;
  app.port = port;
  probes.report(parts, queries);
  // The first search would wait for its index, and the first request of a page for its rendering.
  if (dependencies.preparesPages !== false) {
    parts.holder.onPrices(() => app.preparePages());
    app.preparePages();
  }
  cleanup.defer(() => app.stopPreparing());
  parts.ingestion.start();
  const url = settings.baseUrlIsSet ? settings.baseUrl : `http://localhost:${port}/`;
  const plans = parts.holder.current()?.planCount ?? 0;
  dependencies.log.info('listening', { url, port, plans, version: VERSION });
  const reload = () => {
    files.reload(parts, app);
    parts.ingestion.wake();
  };
  return { port, adminPort: admin?.port ?? null, reload };
}

/** What the admin port reports. It opens before the store does. */
class Probes {
  stage: 'starting' | 'listening' | 'stopping' = 'starting';
  #service: (Pick<Parts, 'store' | 'holder'> & { readonly queries: Queries }) | null = null;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** From now on, the reports are about these parts. */
  report({ store, holder }: Parts, queries: Queries): void {
    this.#service = { store, holder, queries };
    this.stage = 'listening';
  }

  /** The reason in one word, or null if the service is ready. */
  notReady(): string | null {
    if (this.stage !== 'listening' || this.#service === null) return this.stage;
    const { store, holder } = this.#service;
    if (!store.status().working) return 'store';
    return catalogueStatus(holder.current(), this.#clock()).status === 'failing' ? 'catalogue' : null;
  }

  /** null while the service starts. */
  health() {
    return this.#service?.queries.healthNow() ?? null;
  }
}

interface AdminPort {
  /** The actual port. */
  readonly port: number;
  readonly addMetrics: (sources: MetricsSources) => void;
}

/** Returns null if the operator wants no admin port. It closes last, so that it can report that the service is stopping. */
async function openAdminPort(
  { adminPort, adminHost }: Settings,
  probes: Probes,
  { log }: ServiceDependencies,
  cleanup: AsyncDisposableStack,
): Promise<AdminPort | null> {
  if (adminPort === null) return null;
  // prom-client takes longer to load than most of the service, so it is loaded only if its metrics can be read.
  const { addServiceMetrics, createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(() => probes.notReady() === null);
  const server = createAdminServer({
    adminHost,
    metrics,
    notReady: () => probes.notReady(),
    health: () => probes.health(),
    onFault: faultLog(log),
  });
  const admin = await listenPlainly(server, { host: adminHost, port: adminPort });
  cleanup.defer(() => admin.close());
  return { port: admin.port, addMetrics: (sources) => addServiceMetrics(metrics, sources) };
}

const faultLog = (log: Log) => (error: unknown) => log.error('a request failed', faultFacts(error));

/** The parts with a state. All of them exist before the first request. */
type Parts = Awaited<ReturnType<typeof open>>;

/** Opens the store and loads the catalogue. Without one, all sources are read first. */
async function open(settings: Settings, dependencies: ServiceDependencies, cleanup: AsyncDisposableStack) {
  const store = await openServiceStore(settings, dependencies);
  cleanup.defer(() => store.close());
  const limiter = await createServiceLimiter(settings, store, dependencies);
  const serving = createServingMetrics();
  const answers = createAnswers(settings, { store, limiter, serving }, dependencies);
  const holder = createServiceHolder(store, answers, dependencies);
  cleanup.defer(() => holder.stop());
  await holder.start();
  const ingestion = await createIngestion({ settings, store, holder, ...dependencies });
  cleanup.defer(() => ingestion.stop());
  // The first catalogue is published before the service listens. Later ones are prepared in a worker thread.
  if (holder.current() === null) await unlessCancelled(ingestion.createFirstCatalogue(), dependencies.signal);
  return { store, limiter, serving, answers, holder, ingestion };
}

/** Builds the responses and the server, which does not listen yet. */
function build(
  AppClass: typeof App,
  settings: Settings,
  { store, limiter, serving, answers, holder, ingestion }: Parts,
  { log, clock, isOverloaded }: ServiceDependencies,
  cleanup: AsyncDisposableStack,
) {
  const files = new ReloadedFiles(settings, log);
  const overload = createOverloadDetector();
  cleanup.defer(() => overload.stop());
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const queries = new Queries({
    configured: () => ingestion.configured(),
    areFilesBroken: () => ingestion.areFilesBroken() || files.areBroken,
    isSnapshotDamaged: holder.isDamaged,
    reference: () => files.reference,
    catalogue: holder.current,
    answers,
    storeStatus: () => store.status(),
    identity,
    version: VERSION,
    clock,
  });
  const app = new AppClass({
    settings,
    identity,
    queries,
    limiter,
    catalogue: holder.current,
    lowestPrices: holder.lowestPrices,
    isDiscontinued: ingestion.isDiscontinued,
    rates: () => ingestion.rates(),
    version: VERSION,
    clock,
    isOverloaded: isOverloaded ?? overload.isOverloaded,
    onFault: faultLog(log),
    observe: serving.observeResponse,
    onCrowded: (open, max) => log.warn('half of all connections are in use', { open, max }),
  });
  return { app, queries, files };
}

type Built = ReturnType<typeof build>;

function metricsSources(
  { store, limiter, serving, answers, holder, ingestion }: Parts,
  { app, queries }: Built,
  { clock }: ServiceDependencies,
): MetricsSources {
  return {
    serving,
    connections: app.connections,
    limiter: () => limiter.stats(),
    burstCallers: () => limiter.burstCallers(),
    budgets: () => store.counters.budgets(),
    callersInMemory: () => store.counters.callersInMemory?.() ?? null,
    catalogue: holder.current,
    store: () => store.status(),
    runs: () => ingestion.runs(),
    healthReasons: () => queries.healthNow().reasons.map(({ code }) => code),
    ratesAt: () => ingestion.ratesAt(),
    cached: () => answers.cached(),
    clock,
  };
}

/** The operator's files that are read again without a restart, except those of the sources. */
class ReloadedFiles {
  readonly #settings: Settings;
  readonly #log: Log;
  reference: Reference;
  /** True after a reload that found an error in the file of limits or agreements. */
  areBroken = false;

  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
    this.reference = this.#loadReference();
  }

  reload({ store, limiter }: Parts, app: App): void {
    const { limitsFile, agreementsFile } = this.#settings;
    this.areBroken = false;
    this.#attempt('limits', limitsFile, () => {
      const limits = readLimits(limitsFile);
      store.counters.usePolicies(limits.policies);
      app.useLimits(limits);
    });
    this.#attempt('agreements', agreementsFile, () => limiter.useAgreements(readAgreements(agreementsFile)));
    this.reference = this.#loadReference();
    app.renderAgain();
  }

  #attempt(what: string, file: string | null, apply: () => void): void {
    if (file === null) return;
    try {
      apply();
      this.#log.info(`the ${what} were reloaded`);
    } catch (error) {
      this.areBroken = true;
      this.#log.error(`the ${what} were not changed: ${(error as Error).message}`);
    }
  }

  /** A mistake in a table stops nothing: the table is switched off, and health reports it. */
  #loadReference(): Reference {
    const reference = loadReference(this.#settings.referenceFolder);
    for (const problem of reference.problems) this.#log.error(serialiseProblem(problem));
    return reference;
  }
}

/** The process was asked to stop before the service was ready. */
export class StartCancelled extends Error {
  override readonly name = 'StartCancelled';
}

/** A slow feed must not delay a stop. The ingest releases its lease when the signal aborts. */
async function unlessCancelled(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work, aborted]);
  if (signal.aborted) throw new StartCancelled('the start was cancelled');
}

function openServiceStore(
  { storeUrl, limits }: Settings,
  { log, clock, storeDeadlineMs }: ServiceDependencies,
): Promise<Store> {
  return openStore({
    url: storeUrl,
    mode: 'serve',
    clock,
    deadlineMs: storeDeadlineMs,
    policies: limits.policies,
    onEvent: ({ level, message }) => log[level](message),
  });
}

async function createServiceLimiter(
  settings: Settings,
  store: Store,
  { log, clock }: ServiceDependencies,
): Promise<Limiter> {
  if (trustsEverybody(settings.trustProxy)) log.warn(TRUSTS_EVERYBODY);
  return createLimiter({
    counters: store.counters,
    burst: createBurstLimit({ clock, ...settings.limits.burst }),
    secret: await store.counters.secret(),
    trusted: settings.trustProxy,
    agreements: settings.agreements,
    onForwardedIgnored: () =>
      log.warn(
        'requests have X-Forwarded-For but TRUST_PROXY is not set, so all visitors behind the proxy share one quota',
      ),
  });
}

function createAnswers(
  settings: Settings,
  { store, limiter, serving }: { store: Store; limiter: Limiter; serving: ServingMetrics },
  { log, clock }: ServiceDependencies,
): Answers {
  return new Answers({
    store: { cache: store.cache, leases: store.leases, counters: limiter },
    clock,
    scope: [settings.baseUrl, settings.serviceName, VERSION],
    onEvent: (level, message, error) => {
      // A store that fails logs it once. This would be one more line per request.
      const isKnown =
        error instanceof StoreError && (error.code === 'unavailable' || error.code === 'damaged');
      log[isKnown ? 'debug' : level](message, faultFacts(error));
    },
    onLookup: serving.observeLookup,
  });
}

function createServiceHolder(
  store: Store,
  answers: Answers,
  { log, clock }: ServiceDependencies,
): CatalogueHolder {
  return createCatalogueHolder({
    snapshots: store.snapshots,
    clock,
    onEvent: (event) => {
      if (event.kind !== 'loaded') return log.error(event.message);
      // After a rollback the cached responses are wrong. After a new snapshot they are only older.
      if (event.snapshot.reason === 'rollback') answers.forget();
      log.info(event.message);
    },
  });
}
