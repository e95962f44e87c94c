/**
 * The folder: the wiring. This file is the service: it opens the store, wires catalogue, use case, app, listeners and
 * ingest to it, and takes all down again. It imports everything. `startService` may be called at any time and more than
 * once; what it starts is stopped once.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { buildApp } from './app.ts';
import { type CatalogueHolder, createCatalogueHolder } from './catalogue/holder.ts';
import { catalogueStatus } from './catalogue/status.ts';
import { Answers } from './comparison/answers.ts';
import { Comparison } from './comparison/comparison.ts';
import { createAdminServer } from './http/admin.ts';
import { createMetrics } from './http/metrics.ts';
import { createOverloadDetector } from './http/overload.ts';
import { expectFree, listen, listenPlainly, type StopTimes } from './http/server.ts';
import { createIngestion } from './ingestion.ts';
import { trustsEverybody } from './limits/caller.ts';
import { createBurstLimit, createLimiter, type Limiter } from './limits/limiter.ts';
import { createMemoryCounters } from './limits/memory.ts';
import { faultFacts, type Log } from './log.ts';
import { readAgreements, readLimits, type Settings } from './settings.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/port.ts';

const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** What a process brings to the service; tests bring their own. */
export interface ServiceDependencies {
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  /** Where credentials are read from, by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long the stages of a stop may take; see `http/server.ts`. */
  readonly stopTimes?: Partial<StopTimes>;
  /** Replaces the detection of event-loop lag, which the work of a test in the same thread would trigger. */
  readonly isOverloaded?: () => boolean;
}

export interface Service {
  /** Where it really listens. */
  readonly port: number;
  readonly adminPort: number | null;
  /** Takes changed files, for SIGHUP: limits, agreements, and the sources with an ingest. A bad file changes nothing and is logged. */
  reload(): void;
  /** Stops accepting, finishes what runs, writes what is due. Safe to call twice. */
  stop(): Promise<void>;
}

/** Each step of the start adds how it is taken back; the last one goes first. */
type Undo = (() => Promise<void>)[];

export async function startService(settings: Settings, dependencies: ServiceDependencies): Promise<Service> {
  const { log } = dependencies;
  const undo: Undo = [];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) => log.error('a part did not stop cleanly', faultFacts(error)));
    }
  };
  try {
    const ports = await start(settings, dependencies, undo);
    let stopping: Promise<void> | null = null;
    return {
      ...ports,
      stop() {
        stopping ??= unwind();
        return stopping;
      },
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

async function start(settings: Settings, dependencies: ServiceDependencies, undo: Undo) {
  const { log, clock, stopTimes } = dependencies;
  // Said before a feed is read or a folder made: a start that cannot end well ends at once.
  await expectFree(settings);
  const store = await openServiceStore(settings, dependencies);
  undo.push(() => store.close());
  const limiter = await createServiceLimiter(settings, store, dependencies);
  const answers = createAnswers(settings, store, limiter, dependencies);
  const library = createServiceLibrary(store, answers, log);
  undo.push(() => library.stop());
  await library.start();

  const ingestion = await createIngestion({ settings, store, library, ...dependencies });
  undo.push(() => ingestion.stop());
  // The first catalogue is made before anybody can ask; later ones are made in parallel with the serving thread.
  if (library.current() === null) await ingestion.first();

  const catalogue = library.current;
  const storeStatus = () => store.status();
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const onFault = (error: unknown) => log.error('a request met a fault', faultFacts(error));
  const overload = createOverloadDetector();
  undo.push(async () => overload.stop());
  let port = settings.port;
  let state: 'starting' | 'listening' | 'stopping' = 'starting';
  const comparison = new Comparison({
    isBroken: () => ingestion.isBroken(),
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
    isDiscontinued: ingestion.isDiscontinued,
    version: VERSION,
    clock,
    port: () => port,
    isOverloaded: dependencies.isOverloaded ?? overload.isOverloaded,
    onFault,
    onCrowded: (open, max) =>
      log.warn('half of all connections are in use: look who holds them', { open, max }),
  });

  const notReady = () => {
    if (state !== 'listening') return state;
    if (!store.status().working) return 'store';
    return catalogueStatus(library.current(), clock()).status === 'failing' ? 'catalogue' : null;
  };
  const sources = {
    answers: app.counts,
    connections: app.connections,
    limiter: () => limiter.stats(),
    burstCallers: () => limiter.burstCallers(),
    budgets: () => store.counters.budgets(),
    held: () => store.counters.held?.() ?? null,
    catalogue,
    store: storeStatus,
    runs: () => ingestion.runs(),
    ratesAt: () => ingestion.ratesAt(),
    cached: () => answers.held,
    cacheCounts: () => answers.counts,
    clock,
  };
  const { adminPort, adminHost } = settings;
  // It goes last, so that it still says that the service is stopping.
  const admin =
    adminPort === null
      ? null
      : await listenPlainly(
          createAdminServer({
            metrics: createMetrics(sources),
            notReady,
            health: () => comparison.healthNow(),
            onFault,
          }),
          {
            host: adminHost,
            port: adminPort,
          },
        );
  if (admin !== null) undo.push(() => admin.close());
  const listening = await listen(app.server, app.connections, settings, stopTimes);
  undo.push(() => {
    state = 'stopping';
    return listening.close();
  });
  port = listening.port;
  state = 'listening';
  ingestion.start();
  const url = settings.baseUrlIsSet ? settings.baseUrl : `http://localhost:${port}/`;
  log.info('listening', { url, port, plans: library.current()?.planCount ?? 0, version: VERSION });
  let limits = settings.limits;
  const takeLimits = () => {
    const changed = readLimits(settings.limitsFile);
    store.counters.usePolicies(changed.policies);
    // A new bucket is full, so nobody gets one for nothing.
    const isSameBurst = isDeepStrictEqual(changed.burst, limits.burst);
    if (!isSameBurst) limiter.useBurst(createBurstLimit({ clock, ...changed.burst }));
    app.useLimits(changed);
    limits = changed;
  };
  const reload = () => {
    for (const [what, take] of [
      ['limits', takeLimits],
      ['agreements', () => limiter.useAgreements(readAgreements(settings.agreementsFile))],
    ] as const) {
      try {
        take();
        log.info(`the ${what} were read again`);
      } catch (error) {
        log.error(`the ${what} stay as they were: ${(error as Error).message}`);
      }
    }
    ingestion.wake();
  };
  return { port, adminPort: admin?.port ?? null, reload };
}

function openServiceStore(
  { storeUrl, limits }: Settings,
  { log, clock }: ServiceDependencies,
): Promise<Store> {
  return openStore({
    url: storeUrl,
    mode: 'own',
    clock,
    policies: limits.policies,
    makeCounters: (journal, secret) =>
      createMemoryCounters({
        policies: limits.policies,
        clock,
        journal,
        secret,
        onEvent: (event) => log.warn('counters', event),
      }),
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
      'TRUST_PROXY trusts every address (/0): whoever writes X-Forwarded-For chooses whose allowance is spent; name your proxies alone',
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
        'X-Forwarded-For arrives but TRUST_PROXY is not set: all visitors behind the proxy share one allowance',
      ),
  });
}

function createAnswers(
  settings: Settings,
  store: Store,
  limiter: Limiter,
  { log, clock }: ServiceDependencies,
): Answers {
  return new Answers({
    store: { cache: store.cache, leases: store.leases, counters: limiter },
    clock,
    scope: [settings.baseUrl, settings.serviceName, VERSION],
    onEvent: (level, message, error) => log[level](message, faultFacts(error)),
  });
}

function createServiceLibrary(store: Store, answers: Answers, log: Log): CatalogueHolder {
  return createCatalogueHolder({
    snapshots: store.snapshots,
    onEvent: (event) => {
      if (event.kind !== 'loaded') return log.error(event.message);
      // A rollback says that what was served is wrong; a new snapshot only says that it is older.
      if (event.snapshot.reason === 'rollback') answers.forget();
      log.info(event.message);
    },
  });
}
