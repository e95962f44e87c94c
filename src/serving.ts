/** Everything wired together on an open store: catalogue, use case, routes, listeners, ingest. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { createLibrary, type Library } from './catalogue/library.ts';
import { catalogueStatus } from './catalogue/status.ts';
import { Answers } from './comparison/answers.ts';
import { Comparison } from './comparison/comparison.ts';
import { createAdminServer } from './http/admin.ts';
import { AnswerCounts } from './http/counts.ts';
import { createMetrics } from './http/metrics.ts';
import { requestIds } from './http/requestId.ts';
import { createShedder } from './http/shed.ts';
import { createIngestion, type Ingestion } from './ingestion.ts';
import { createBurstGuard } from './limits/burst.ts';
import { createGuard, type Guard } from './limits/guard.ts';
import { faultFacts, type Log } from './log.ts';
import type { ServiceParts } from './parts.ts';
import { createRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/port.ts';

/** What runs is given this long to finish; the whole way down stays within 25 s. */
const DRAIN_MS = 20_000;

const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export interface ServingOptions {
  readonly settings: Settings;
  readonly store: Store;
  readonly parts: ServiceParts;
  /** Each part adds how it is taken down again; the last one goes first. */
  readonly undo: (() => Promise<void>)[];
}

export interface Ports {
  readonly port: number;
  readonly adminPort: number | null;
}

export async function startServing({ settings, store, parts, undo }: ServingOptions): Promise<Ports> {
  const { log } = parts;
  const guard = await createServiceGuard(settings, store, parts);
  const answers = createAnswers(settings, store, guard, parts);
  const library = createServiceLibrary(store, answers, log);
  undo.push(() => library.stop());
  await library.start();

  const ingestion = await createIngestion({ settings, store, library, parts });
  undo.push(() => ingestion.stop());
  // The first catalogue is made before anybody can ask; later ones are made beside the serving thread.
  if (library.current() === null) await ingestion.first();

  const listening = await listen(settings, { store, guard, answers, library, ingestion }, parts);
  undo.push(...listening.undo);
  ingestion.start();
  log.info('listening', {
    port: listening.port,
    plans: library.current()?.planCount ?? 0,
    version: VERSION,
  });
  return listening;
}

async function createServiceGuard(
  settings: Settings,
  store: Store,
  { log, clock }: ServiceParts,
): Promise<Guard> {
  return createGuard({
    counters: store.counters,
    burst: createBurstGuard({ clock, ...settings.limits.burst }),
    secret: await store.counters.secret(),
    trusted: settings.trustProxy,
    onEvent: () =>
      log.warn(
        'X-Forwarded-For arrives but TRUST_PROXY is not set: all visitors behind the proxy share one allowance',
      ),
  });
}

function createAnswers(
  settings: Settings,
  store: Store,
  guard: Guard,
  { log, clock }: ServiceParts,
): Answers {
  return new Answers({
    store: {
      cache: store.cache,
      leases: store.leases,
      counters: {
        take: (kind, key) => guard.take(kind, { key }),
        refusal: (kind, key) => guard.refusal(kind, { key }),
        giveBack: (receipt) => guard.giveBack(receipt),
      },
    },
    clock,
    scope: [settings.baseUrl, settings.serviceName, VERSION],
    onEvent: (level, message, error) => log[level](message, faultFacts(error)),
  });
}

function createServiceLibrary(store: Store, answers: Answers, log: Log): Library {
  return createLibrary({
    snapshots: store.snapshots,
    onEvent: (event) => {
      if (event.kind !== 'loaded') return log.error(event.message);
      // A rollback says that what was served is wrong; a new edition only says that it is older.
      if (event.edition.reason === 'rollback') answers.forget();
      log.info(event.message);
    },
  });
}

interface Running {
  readonly store: Store;
  readonly guard: Guard;
  readonly answers: Answers;
  readonly library: Library;
  readonly ingestion: Ingestion;
}

async function listen(settings: Settings, running: Running, { log, clock }: ServiceParts) {
  const { store, guard, answers, library, ingestion } = running;
  const catalogue = () => library.current();
  const storeStatus = () => store.status();
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const comparison = new Comparison({ catalogue, answers, storeStatus, identity, version: VERSION, clock });
  const counts = new AnswerCounts();
  const onFault = (error: unknown) => log.error('a request met a fault', faultFacts(error));
  const shedder = createShedder();
  let port = settings.port;

  const { routes, render } = createRoutes({
    settings,
    identity,
    comparison,
    guard,
    catalogue,
    hasDeparted: ingestion.hasDeparted,
    storeStatus,
    version: VERSION,
    clock,
    port: () => port,
  });
  const app = buildApp({
    routes,
    render,
    baseUrl: settings.baseUrl,
    guard,
    isOverloaded: shedder.isOverloaded,
    requestId: requestIds(),
    onFault,
    onAnswer: (area, status) => counts.add(area, status),
  });
  const undo = [async () => shedder.stop(), () => drain(app)];
  await app.listen({ port, host: settings.host });
  port = (app.server.address() as AddressInfo).port;
  const { adminPort, adminHost } = settings;
  if (adminPort === null) return { port, adminPort, undo };
  const metrics = createMetrics({
    answers: counts,
    guard: () => guard.stats(),
    catalogue,
    store: storeStatus,
    cached: () => answers.held,
    clock,
  });
  const notReady = () => {
    if (!store.status().working) return 'store';
    return catalogueStatus(library.current(), clock()).status === 'failing' ? 'catalogue' : null;
  };
  const admin = createAdminServer({ metrics, notReady, onFault });
  undo.push(() => closeServer(admin));
  await new Promise<void>((resolve, reject) => {
    admin.once('error', reject).listen(adminPort, adminHost, resolve);
  });
  return { port, adminPort: (admin.address() as AddressInfo).port, undo };
}

/** Stops accepting and waits for what runs; a connection that will not end is cut. */
async function drain(app: ReturnType<typeof buildApp>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
