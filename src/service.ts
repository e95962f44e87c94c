/** The service: opens the store, connects the catalogue, the responses, the listeners and the ingest, and stops them. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { buildApp } from './app.ts';
import { type CatalogueHolder, createCatalogueHolder } from './catalogue/holder.ts';
import { catalogueStatus } from './catalogue/status.ts';
import { Answers } from './comparison/answers.ts';
import { Comparison } from './comparison/comparison.ts';
import { placeNames } from './domain/places/names.ts';
import { type AdminOptions, createAdminServer } from './http/admin.ts';
import { createOverloadDetector } from './http/overload.ts';
import { expectFree, listen, listenPlainly, type StopTimes } from './http/server.ts';
import { createBurstLimit } from './limits/burst.ts';
import { trustsEverybody } from './limits/caller.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { faultFacts, type Log } from './log.ts';
import { addServiceMetrics, createMetrics, createServingMetrics, type ServingMetrics } from './metrics.ts';
import { serialiseProblem } from './operator-files/problems.ts';
import { loadReference, type Reference } from './reference/load.ts';
import { readAgreements, readLimits, type Settings } from './settings.ts';
import { openStore } from './store/open.ts';
import { type Store, StoreError } from './store/port.ts';

const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** The service gets these from its process. Tests pass their own. */
export interface ServiceDependencies {
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  /** Contains the credentials of the feeds. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lets the sample market replace the plans of configured sources. */
  readonly allowSample?: boolean;
  /** Cancels a start that still reads the feeds. `startService` then rejects with `StartCancelled`. */
  readonly signal?: AbortSignal;
  /** How long the stages of a stop may take; see `http/server.ts`. */
  readonly stopTimes?: Partial<StopTimes>;
  /** Replaces the detection of event-loop lag, which the work of a test in the same thread would trigger. */
  readonly isOverloaded?: () => boolean;
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

/** Every step of the start adds its cleanup. They run in reverse order. */
type Cleanup = (() => Promise<void>)[];

export async function startService(settings: Settings, dependencies: ServiceDependencies): Promise<Service> {
  const { log } = dependencies;
  const cleanup: Cleanup = [];
  const runCleanup = async () => {
    for (const step of cleanup.splice(0).reverse()) {
      await step().catch((error: unknown) =>
        log.error('a component did not stop cleanly', faultFacts(error)),
      );
    }
  };
  try {
    const ports = await start(settings, dependencies, cleanup);
    let stopping: Promise<void> | null = null;
    return {
      ...ports,
      stop() {
        stopping ??= runCleanup();
        return stopping;
      },
    };
  } catch (error) {
    await runCleanup();
    throw error;
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

async function start(settings: Settings, dependencies: ServiceDependencies, cleanup: Cleanup) {
  const { log, clock, stopTimes } = dependencies;
  // Checked first, so that a start with an occupied port creates no folder and reads no feed.
  await expectFree(settings);
  const onFault = (error: unknown) => log.error('a request failed', faultFacts(error));
  let state: 'starting' | 'listening' | 'stopping' = 'starting';
  /** Set when everything that the probes report on exists. */
  let started: Pick<AdminOptions, 'notReady' | 'health'> | null = null;
  const notReady = () => (state === 'listening' ? (started?.notReady() ?? null) : state);
  const metrics = createMetrics(() => notReady() === null);
  const health = () => started?.health() ?? null;
  const adminPort = await openAdminPort(settings, { metrics, notReady, health, onFault }, cleanup);
  // The code that reads feeds is loaded while the store opens.
  const [store, { createIngestion }] = await Promise.all([
    openServiceStore(settings, dependencies),
    import('./ingestion.ts'),
  ]);
  cleanup.push(() => store.close());
  const limiter = await createServiceLimiter(settings, store, dependencies);
  const serving = createServingMetrics();
  const answers = createAnswers(settings, { store, limiter, serving }, dependencies);
  const holder = createServiceHolder(store, answers, dependencies);
  cleanup.push(() => holder.stop());
  await holder.start();

  const ingestion = await createIngestion({ settings, store, holder, ...dependencies });
  cleanup.push(() => ingestion.stop());
  // The first catalogue is published before the service listens. Later ones are prepared in a worker thread.
  if (holder.current() === null) await unlessCancelled(ingestion.first(), dependencies.signal);

  const catalogue = holder.current;
  let reference = loadFacts(settings, log);
  const storeStatus = () => store.status();
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const overload = createOverloadDetector();
  cleanup.push(async () => overload.stop());
  let port = settings.port;
  const comparison = new Comparison({
    isBroken: () => ingestion.isBroken(),
    isDamaged: holder.isDamaged,
    reference: () => reference,
    catalogue,
    answers,
    storeStatus,
    identity,
    version: VERSION,
    clock,
  });
  const app = buildApp({
    settings,
    identity,
    comparison,
    limiter,
    catalogue,
    lowestPrices: holder.lowestPrices,
    isDiscontinued: ingestion.isDiscontinued,
    rates: () => ingestion.rates(),
    version: VERSION,
    clock,
    port: () => port,
    isOverloaded: dependencies.isOverloaded ?? overload.isOverloaded,
    onFault,
    observe: serving.observeResponse,
    onCrowded: (open, max) => log.warn('half of all connections are in use', { open, max }),
  });

  addServiceMetrics(metrics, {
    serving,
    connections: app.connections,
    limiter: () => limiter.stats(),
    burstCallers: () => limiter.burstCallers(),
    budgets: () => store.counters.budgets(),
    held: () => store.counters.held?.() ?? null,
    catalogue,
    store: storeStatus,
    runs: () => ingestion.runs(),
    ratesAt: () => ingestion.ratesAt(),
    cached: () => answers.cached(),
    clock,
  });
  started = {
    notReady: () => {
      if (!store.status().working) return 'store';
      return catalogueStatus(holder.current(), clock()).status === 'failing' ? 'catalogue' : null;
    },
    health: () => comparison.healthNow(),
  };
  const listening = await listen(app.server, app.connections, settings, stopTimes);
  cleanup.push(() => {
    state = 'stopping';
    return listening.close();
  });
  port = listening.port;
  state = 'listening';
  // The first search of a place would wait for the index.
  setImmediate(placeNames);
  ingestion.start();
  const url = settings.baseUrlIsSet ? settings.baseUrl : `http://localhost:${port}/`;
  log.info('listening', { url, port, plans: holder.current()?.planCount ?? 0, version: VERSION });
  let limits = settings.limits;
  const reloadLimits = () => {
    const changed = readLimits(settings.limitsFile);
    store.counters.usePolicies(changed.policies);
    // New buckets are full, so they are only created if the burst limit changed.
    const isSameBurst = isDeepStrictEqual(changed.burst, limits.burst);
    if (!isSameBurst) limiter.useBurst(createBurstLimit({ clock, ...changed.burst }));
    app.useLimits(changed);
    limits = changed;
  };
  const reload = () => {
    const { limitsFile, agreementsFile } = settings;
    for (const [what, file, apply] of [
      ['limits', limitsFile, reloadLimits],
      ['agreements', agreementsFile, () => limiter.useAgreements(readAgreements(agreementsFile))],
    ] as const) {
      if (file === null) continue;
      try {
        apply();
        log.info(`the ${what} were reloaded`);
      } catch (error) {
        log.error(`the ${what} were not changed: ${(error as Error).message}`);
      }
    }
    reference = loadFacts(settings, log);
    // Pages that link to the facts are rendered again.
    app.useLimits(limits);
    ingestion.wake();
  };
  return { port, adminPort, reload };
}

/** A mistake in a table stops nothing: the table is switched off, and health reports it. */
function loadFacts({ referenceFolder }: Settings, log: Log): Reference {
  const reference = loadReference(referenceFolder);
  for (const problem of reference.problems) log.error(serialiseProblem(problem));
  return reference;
}

/** Returns the actual port, or null without one. It closes last, so that it can report that the service is stopping. */
async function openAdminPort(
  { adminPort, adminHost }: Settings,
  options: AdminOptions,
  cleanup: Cleanup,
): Promise<number | null> {
  if (adminPort === null) return null;
  const admin = await listenPlainly(createAdminServer(options), { host: adminHost, port: adminPort });
  cleanup.push(() => admin.close());
  return admin.port;
}

function openServiceStore(
  { storeUrl, limits }: Settings,
  { log, clock }: ServiceDependencies,
): Promise<Store> {
  return openStore({
    url: storeUrl,
    mode: 'serve',
    clock,
    policies: limits.policies,
    onEvent: ({ level, message }) => log[level](message),
  });
}

async function createServiceLimiter(
  settings: Settings,
  store: Store,
  { log, clock }: ServiceDependencies,
): Promise<Limiter> {
  if (settings.trustProxy !== null && trustsEverybody(settings.trustProxy)) {
    log.warn(
      'TRUST_PROXY trusts every address (/0), so any client can choose its address with X-Forwarded-For; list only your proxies',
    );
  }
  return createLimiter({
    counters: store.counters,
    burst: createBurstLimit({ clock, ...settings.limits.burst }),
    secret: await store.counters.secret(),
    trusted: settings.trustProxy,
    agreements: settings.agreements,
    onEvent: () =>
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
