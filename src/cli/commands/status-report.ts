/** What `esim status` knows: the state of the files, the store, the sources and the running service. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS } from '../../catalogue/publish.ts';
import { type ClickRow, readClicks } from '../../clicks/clicks.ts';
import { isoDay } from '../../domain/calendar.ts';
import { PRICED_DAYS } from '../../domain/coupon.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { hasEnded } from '../../ingest/config/coupons.ts';
import type { IngestConfig, SourceConfig } from '../../ingest/config/load.ts';
import { dateProblem, type RateTable } from '../../ingest/config/rates.ts';
import type { CouponEntry } from '../../ingest/config/schema.ts';
import {
  type QuarantinedPlan,
  type QuarantineReason,
  quarantinedSince,
  readQuarantine,
} from '../../ingest/documents/quarantine.ts';
import { type RatesProblem, readRatesProblem, readStoredRates } from '../../ingest/read/rates.ts';
import { NO_SOURCES_FILE } from '../../ingest/run/sample-guard.ts';
import { readSeenPlans } from '../../ingest/run/seen-plans.ts';
import { unusedEntries } from '../../ingest/run/unused.ts';
import type { WindowUsage } from '../../limits/port.ts';
import { loadReference, type Reference } from '../../reference/load.ts';
import { notesDue, topicsDue } from '../../reference/notes.ts';
import { configFor } from '../../service/ingestion.ts';
import type { Settings } from '../../service/settings.ts';
import { VERSION } from '../../service/version.ts';
import type { StoreStatus } from '../../store/port.ts';
import { serialiseHealth } from '../../wire/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { messageOf } from '../errors.ts';
import { embeddedFolder, folderFault, hasNoData, loadCatalogue, readStore } from '../store.ts';
import { readSources, type SourceJson } from './sources.ts';

/** A service on this machine responds within milliseconds, or within seconds if it is busy. This ends a wait for one that hangs. */
const SERVICE_TIMEOUT_MS = 30_000;

export type Report = Awaited<ReturnType<typeof readReport>>;

/** The status without the running service. It also answers if the files or the store cannot be used. */
export async function readReport(settings: Settings, areLimitsBroken: boolean, deps: Dependencies) {
  const now = deps.clock();
  const files = await readConfigured(settings, now);
  const stored = await readStored(settings, files, deps);
  const { catalogue } = stored;
  const reference = loadReference(settings.referenceFolder);
  const isReadable = stored.fault === null;
  // If the store cannot be written, no request can be counted, so the service refuses all counted requests.
  const fault = stored.fault ?? folderFault(settings);
  const { status, reasons, checked_at } = serialiseHealth(
    catalogue,
    { ...stored.store, working: stored.store.working && fault === null },
    {
      serviceName: settings.serviceName,
      version: VERSION,
      now,
      // Without the store, it is unknown which sources were never read.
      configured: isReadable ? files.sources : [],
      areFilesBroken: files.fault !== null || areLimitsBroken,
      isSnapshotDamaged: stored.isDamaged,
      isReferenceBroken: reference.problems.length > 0,
    },
  );
  // Started without the settings of the service. The sample market would be listed instead of its sources.
  const lacksSourcesFile = settings.sourcesFile === null && catalogue?.sample === false;
  const { kind } = stored.store;
  const state = hasNoData(settings.storeUrl) ? 'not created yet' : stored.store.state;
  return {
    version: VERSION,
    status: fault === null ? status : ('failing' as const),
    // Without its store, it is unknown whether there is a catalogue.
    reasons: reasons.filter(({ code }) => isReadable || code !== 'no_catalogue'),
    checked_at,
    store: { kind, folder: embeddedFolder(settings), state: fault ?? state, readable: isReadable, fault },
    catalogue:
      catalogue === null || stored.publishedAt === null
        ? null
        : {
            snapshot: catalogue.serial,
            publishedAt: stored.publishedAt,
            version: catalogue.version,
            sample: catalogue.sample,
            plans: catalogue.planCount,
            providers: catalogue.providers.length,
            destinations: catalogue.destinations.length,
            newestAt: catalogue.newest,
            oldestAt: catalogue.oldest,
          },
    hasSnapshots: stored.hasSnapshots,
    sourcesFault: lacksSourcesFile ? NO_SOURCES_FILE : files.fault,
    sources: stored.sources,
    quarantined: stored.quarantine.length,
    quarantinedByKind: byKind(stored.quarantine),
    quarantinedFrom: stored.quarantine
      .map(quarantinedSince)
      .reduce<number | null>((oldest, since) => Math.min(oldest ?? since, since), null),
    clicks: stored.clicks,
    reviews: reviewsDue(reference, files.config, stored.sources, now),
    budgets: stored.budgets,
    unused: unusedIn(files.config, catalogue, stored.seenPlans, now),
    rates: stored.rates && { date: stored.rates.date, usable: dateProblem(stored.rates, now) === null },
    ratesProblem: files.config?.rates === null ? null : stored.ratesProblem,
  };
}

interface Configured {
  /** null: the files have an error. */
  readonly config: IngestConfig | null;
  readonly sources: readonly SourceConfig[];
  readonly fault: string | null;
}

/** An error in the configuration files is part of the status and must not hide the rest. */
async function readConfigured({ sourcesFile }: Settings, now: number): Promise<Configured> {
  try {
    const config = await configFor(sourcesFile, now);
    return { config, sources: config.sources, fault: null };
  } catch (error) {
    return { config: null, sources: [], fault: `the configuration has an error: ${messageOf(error)}` };
  }
}

/** Entries of the operator's files that match nothing. The sample market has no such files. */
function unusedIn(
  config: IngestConfig | null,
  catalogue: Catalogue | null,
  seenPlans: ReadonlySet<string> | null,
  now: number,
): string[] {
  if (config === null || config.sample || catalogue === null || catalogue.sample) return [];
  const isRead = (id: string) =>
    catalogue.sources.some((source) => source.id === id && source.lastSuccess !== null);
  return unusedEntries(
    config,
    Array.from(catalogue.plans(), ({ plan }) => plan),
    seenPlans,
    isRead,
    now,
  );
}

function byKind(plans: readonly QuarantinedPlan[]): Partial<Record<QuarantineReason, number>> {
  const counts: Partial<Record<QuarantineReason, number>> = {};
  for (const { reason } of plans) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Hosts usually renew a certificate a month before it ends. */
const CERTIFICATE_DAYS = 14;

/**
 * What a person should look at again: facts whose review is due, coupons that nobody confirmed for a month, and feeds whose
 * certificate expires soon.
 */
function reviewsDue(
  { notes, guide }: Reference,
  config: IngestConfig | null,
  sources: readonly SourceJson[],
  now: number,
) {
  const isUnconfirmed = ({ verifiedAt }: CouponEntry) =>
    Math.floor((now - Date.parse(verifiedAt)) / DAY_MS) > PRICED_DAYS;
  const coupons =
    config === null || config.sample ? [] : config.coupons.filter((coupon) => !hasEnded(coupon, now));
  return {
    countryNotes: notes === null ? 0 : notesDue(notes, now).length,
    guideTopics: guide === null ? 0 : topicsDue(guide, now).length,
    coupons: coupons.filter(isUnconfirmed).map(({ id }) => id),
    certificates: sources.flatMap(({ source, state, certificate_until: until }) =>
      state !== 'paused' && until !== null && Date.parse(until) - now < CERTIFICATE_DAYS * DAY_MS
        ? { source, until }
        : [],
    ),
  };
}

/** Clicks of browsers. */
function clicksByDay(rows: readonly ClickRow[], now: number) {
  const on = (at: number) => {
    const day = isoDay(at);
    return rows.filter(({ date }) => date === day).reduce((sum, { clicks }) => sum + clicks, 0);
  };
  return { today: on(now), yesterday: on(now - DAY_MS) };
}

interface Stored {
  /** Why the store could not be read. The other facts are then unknown and left empty. */
  readonly fault: string | null;
  readonly store: StoreStatus;
  readonly catalogue: Catalogue | null;
  readonly publishedAt: number | null;
  readonly hasSnapshots: boolean;
  readonly isDamaged: boolean;
  readonly sources: readonly SourceJson[];
  readonly quarantine: readonly QuarantinedPlan[];
  /** The budgets that all callers share. */
  readonly budgets: readonly WindowUsage[];
  readonly clicks: { readonly today: number; readonly yesterday: number } | null;
  readonly rates: RateTable | null;
  readonly ratesProblem: RatesProblem | null;
  /** The plans that the feeds listed. They are read only if an override hides a plan; null: unknown. */
  readonly seenPlans: ReadonlySet<string> | null;
}

async function readStored(
  settings: Settings,
  { config, sources: configured }: Configured,
  deps: Dependencies,
): Promise<Stored> {
  const hidesPlans = config?.overrides.some(({ hide }) => hide === true) === true;
  try {
    return await readStore(settings, deps, async (store) => {
      const { catalogue, isDamaged } = await loadCatalogue(store, deps);
      const snapshots = await store.snapshots.list(ALL_SNAPSHOTS);
      const quarantine: QuarantinedPlan[] = [];
      for (const { id } of configured)
        quarantine.push(...((await readQuarantine(store.documents, id))?.plans ?? []));
      return {
        fault: null,
        store: store.status(),
        catalogue,
        publishedAt: snapshots.find(({ serial }) => serial === catalogue?.serial)?.publishedAt ?? null,
        hasSnapshots: snapshots.length > 0,
        isDamaged,
        sources: await readSources(store.documents, configured, catalogue),
        quarantine,
        budgets: await store.counters.budgets(),
        clicks: clicksByDay(await readClicks(store.clicks), deps.clock()),
        rates: await readStoredRates(store.documents),
        ratesProblem: await readRatesProblem(store.documents),
        seenPlans: hidesPlans ? await readSeenPlans(store.documents) : null,
      };
    });
  } catch (error) {
    const kind = embeddedFolder(settings) === null ? 'redis' : 'embedded';
    return {
      fault: messageOf(error),
      store: { kind, working: false, state: 'unreadable' },
      catalogue: null,
      publishedAt: null,
      hasSnapshots: false,
      isDamaged: false,
      sources: [],
      quarantine: [],
      budgets: [],
      clicks: null,
      rates: null,
      ratesProblem: null,
      seenPlans: null,
    };
  }
}

export type ServiceStatus = Omit<Awaited<ReturnType<typeof queryService>>, 'limits'>;

/** Requests only documents that take no quota. `ready`: the response of the admin port; null if there is no such port. */
export async function queryService({ host, port, adminHost, adminPort }: Settings) {
  // A service that listens on all addresses also responds on the loopback address.
  const loopback = new Map([
    ['::', '::1'],
    ['0.0.0.0', '127.0.0.1'],
  ]);
  const addressOf = (name: string, at: number) => {
    const own = loopback.get(name) ?? name;
    return `http://${own.includes(':') ? `[${own}]` : own}:${at}/`;
  };
  const request = (url: string) => fetch(url, { signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS) });
  // Another program may use this port and return something else.
  const document = <T>(url: string): Promise<Partial<T> | null> =>
    request(url)
      .then((response) => response.json() as Promise<Partial<T>>)
      .catch(() => null);
  const url = addressOf(host, port);
  const [server, api, ready] = await Promise.all([
    document<{ version: string }>(`${url}server.json`),
    document<{ 'x-limits': Readonly<Record<string, number>> }>(`${url}openapi.json`),
    adminPort === null
      ? null
      : request(`${addressOf(adminHost, adminPort)}readyz`)
          .then((response) => response.text())
          .catch(() => 'no answer'),
  ]);
  const version = server?.version ?? null;
  const limits = api?.['x-limits'] ?? null;
  return { url, running: version !== null, version, ready: ready?.trim() ?? null, limits };
}
