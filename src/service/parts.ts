/** The parts of the service that have a state: the store, the limiter, the cached responses, the catalogue, the ingest. */
import { Answers } from '../answers/answers.ts';
import { CatalogueHolder } from '../catalogue/holder.ts';
import { createClickCounter } from '../clicks/click-counter.ts';
import type { StopTimes } from '../http/server.ts';
import { createBurstLimit } from '../limits/burst.ts';
import { TRUSTS_EVERYBODY, trustsEverybody } from '../limits/caller.ts';
import { createLimiter, type Limiter } from '../limits/limiter.ts';
import type { Environment } from '../operator-files/secrets.ts';
import { openStore } from '../store/open.ts';
import { type Store, StoreError } from '../store/port.ts';
import { createIngestion } from './ingestion.ts';
import { faultFacts, type Log } from './log.ts';
import { createServingMetrics, type ServingMetrics } from './serving-metrics.ts';
import type { Settings } from './settings.ts';
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
  /** false: the first ingest uses `clock`, as a test with its own clock needs. Its thread has the clock of the machine. */
  readonly ingestsInThread?: boolean;
  /** Cancels a start that still reads the feeds. `startService` then rejects with `StartCancelled`. */
  readonly signal?: AbortSignal;
  /** How long the stages of a stop may take; see `http/server.ts`. */
  readonly stopTimes?: Partial<StopTimes>;
  /** Replaces the detection of overload. */
  readonly isOverloaded?: () => boolean;
  /** Replaces the deadlines of the store, which a test exceeds if the machine is busy. */
  readonly storeDeadlineMs?: number;
  /** false: pages are rendered on request. Preparing all of them takes seconds of each test. */
  readonly preparesPages?: boolean;
}

/** All parts exist before the first request. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the store and loads the catalogue. Without one, all sources are read first. */
export async function openParts(
  settings: Settings,
  dependencies: ServiceDependencies,
  cleanup: AsyncDisposableStack,
) {
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
  const { clock, log } = dependencies;
  const clicks = createClickCounter({
    store: store.clicks,
    clock,
    onDropped: (dropped) => log.warn('clicks could not be stored and were dropped', { clicks: dropped }),
  });
  cleanup.defer(() => clicks.stop());
  return { store, limiter, serving, answers, holder, ingestion, clicks };
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
  { log, clock, storeDeadlineMs }: ServiceDependencies,
): Answers {
  return new Answers({
    store: { cache: store.cache, leases: store.leases, counters: limiter },
    clock,
    deadlineMs: storeDeadlineMs,
    scope: [settings.baseUrl, settings.serviceName, VERSION],
    onEvent: (level, message, error) => {
      // The store itself logs once that it fails. Here it would be logged for every request.
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
  return new CatalogueHolder({
    snapshots: store.snapshots,
    clock,
    onEvent: (event) => {
      if (event.kind !== 'loaded') return log.error(event.message);
      answers.useCorrections(event.snapshot);
      log.info(event.message);
    },
  });
}
