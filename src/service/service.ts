/** The service: opens its parts, builds the responses and the server, listens, and stops everything again. */
import { Queries } from '../answers/queries.ts';
import { expectFree, listen } from '../http/server.ts';
import { openAdminPort, Probes } from './admin-port.ts';
import type { App } from './app.ts';
import { faultFacts, type Log } from './log.ts';
import { openParts, type Parts, type ServiceDependencies } from './parts.ts';
import { ReloadedFiles } from './reloaded-files.ts';
import type { Settings } from './settings.ts';
import { VERSION } from './version.ts';

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
      ...running,
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
  // The port is checked first, so that a start with an occupied port creates no folder and reads no feed.
  await expectFree(settings);
  const probes = new Probes(dependencies.clock);
  const admin = await openAdminPort(settings, probes, faultLog(dependencies.log), cleanup);
  // The code of the responses is loaded while the thread of the store starts.
  const [parts, { App }] = await Promise.all([
    openParts(settings, dependencies, cleanup),
    import('./app.ts'),
  ]);
  const { app, queries, files } = build(App, settings, parts, dependencies);
  const { connections } = app;
  admin?.addMetrics({ ...parts, queries, connections, clock: dependencies.clock });
  const listening = await listen(app.server, connections, settings, dependencies.stopTimes);
  cleanup.defer(() => {
    probes.reportStopping();
    return listening.close();
  });
  const { port } = listening;
  app.port = port;
  probes.startReporting({ ...parts, queries });
  // Indexes and pages are prepared in the background, so that the first request does not wait for them. Pages show the
  // lowest prices, so they are prepared again when these change.
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
    files.reload(parts.store, parts.limiter, app);
    parts.ingestion.wake();
  };
  return { port, adminPort: admin?.port ?? null, reload };
}

/** Builds the responses and the server, which does not listen yet. */
function build(
  AppClass: typeof App,
  settings: Settings,
  { store, limiter, serving, answers, holder, ingestion, clicks }: Parts,
  { log, clock, ...dependencies }: ServiceDependencies,
) {
  const files = new ReloadedFiles(settings, log);
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const queries = new Queries({
    healthFacts: () => ({
      configured: ingestion.configured(),
      areFilesBroken: ingestion.areFilesBroken() || files.hasReloadFailed,
      slowSources: ingestion.slowSources(),
      isSnapshotDamaged: holder.isNewestDamaged(),
      isReferenceBroken: files.reference.problems.length > 0,
    }),
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
    hasTrackingLinks: () => ingestion.configured().some(({ trackingLink }) => trackingLink !== null),
    isDiscontinued: ingestion.isDiscontinued,
    onClick: clicks.count,
    rates: () => ingestion.rates(),
    version: VERSION,
    clock,
    isOverloaded: dependencies.isOverloaded,
    onFault: faultLog(log),
    observe: serving.observeResponse,
    onCrowded: (open, max) => log.warn('half of all connections are in use', { open, max }),
  });
  return { app, queries, files };
}

const faultLog = (log: Log) => (error: unknown) => log.error('a request failed', faultFacts(error));
