/** `esim status`: the state of the store, the sources and the running service. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS } from '../../catalogue/publish.ts';
import { type ClickRow, readClicks } from '../../clicks/clicks.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import type { IngestConfig, SourceConfig } from '../../ingest/config/load.ts';
import { dateProblem, type RateTable } from '../../ingest/config/rates.ts';
import { type QuarantineReason, readQuarantine } from '../../ingest/documents.ts';
import { readStoredRates } from '../../ingest/read/rates.ts';
import { NO_SOURCES_FILE } from '../../ingest/run/sample-guard.ts';
import { unusedEntries } from '../../ingest/run/unused.ts';
import { figuresOf } from '../../limits/policies.ts';
import { loadReference } from '../../reference/load.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings, type Settings } from '../../service/settings.ts';
import { VERSION } from '../../service/version.ts';
import type { StoreStatus } from '../../store/port.ts';
import { serialiseHealth } from '../../wire/health.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT, messageOf } from '../errors.ts';
import { ago, type JsonOption, labelled, moment, plural, printJson, toJson } from '../output.ts';
import {
  embeddedFolder,
  folderFault,
  hasNoData,
  loadCatalogue,
  NO_USABLE_SNAPSHOT,
  readStore,
} from '../store.ts';
import { oneLine } from '../table.ts';
import { heldText, readSources, type SourceJson, STATES } from './sources.ts';

/** A service on this machine responds within milliseconds, and within seconds if the machine is very busy. */
const SERVICE_TIMEOUT_MS = 5_000;

export async function showStatus({ json }: JsonOption, deps: Dependencies): Promise<number> {
  const { settings, fault } = readUsableSettings(deps.env);
  const [report, reached] = await Promise.all([
    readReport(settings, fault !== null, deps),
    queryService(settings),
  ]);
  const { limits: served, ...service } = reached;
  const limits = { fault, inForce: fault === null ? isInForce(settings, served) : null };
  if (json) printJson(deps.out, toJson({ ...report, service, limits }));
  else printStatus(report, service, limits, deps);
  const isFailing = report.status === 'failing' || fault !== null || !service.running;
  return isFailing ? EXIT.failure : EXIT.ok;
}

/** A running service keeps its limits if their file is broken, so the rest of the status is still true. */
function readUsableSettings(env: Dependencies['env']): {
  readonly settings: Settings;
  readonly fault: string | null;
} {
  try {
    return { settings: readSettings(env), fault: null };
  } catch (error) {
    const others = { ...env, LIMITS_FILE: '', AGREEMENTS_FILE: '' };
    // Throws again if another setting is wrong.
    return { settings: readSettings(others), fault: messageOf(error) };
  }
}

/** Returns null if no service responds. */
function isInForce({ limits }: Settings, served: Readonly<Record<string, number>> | null): boolean | null {
  if (served === null) return null;
  return [...figuresOf(limits)].every(([name, figure]) => served[name] === figure);
}

interface LimitsStatus {
  /** Why the files of limits and agreements cannot be used. */
  readonly fault: string | null;
  /** Whether the running service uses the limits that this command reads; null if that is unknown. */
  readonly inForce: boolean | null;
}

type Report = Awaited<ReturnType<typeof readReport>>;

/** The status without the running service. It also answers if the files or the store cannot be used. */
async function readReport(settings: Settings, areLimitsBroken: boolean, deps: Dependencies) {
  const now = deps.clock();
  const files = await readConfigured(settings, now);
  const stored = await readStored(settings, files.sources, deps);
  const { catalogue } = stored;
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
      isReferenceBroken: loadReference(settings.referenceFolder).problems.length > 0,
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
    quarantined: Object.values(stored.quarantinedByKind).reduce((sum, count) => sum + count, 0),
    quarantinedByKind: stored.quarantinedByKind,
    clicks: stored.clicks,
    unused: unusedIn(files.config, catalogue, now),
    rates: stored.rates && { date: stored.rates.date, usable: dateProblem(stored.rates, now) === null },
  };
}

/** An error in the configuration files is part of the status and must not hide the rest. */
async function readConfigured({ sourcesFile }: Settings, now: number) {
  try {
    const config = await configFor(sourcesFile, now);
    return { config, sources: config.sources, fault: null };
  } catch (error) {
    return { config: null, sources: [], fault: `the configuration has an error: ${messageOf(error)}` };
  }
}

/** Entries of the operator's files that match nothing. The sample market has no such files. */
function unusedIn(config: IngestConfig | null, catalogue: Catalogue | null, now: number): string[] {
  if (config === null || config.sample || catalogue === null || catalogue.sample) return [];
  const isRead = (id: string) =>
    catalogue.sources.some((source) => source.id === id && source.lastSuccess !== null);
  return unusedEntries(
    config,
    Array.from(catalogue.plans(), ({ plan }) => plan),
    isRead,
    now,
  );
}

/** Those of browsers. */
function clicksByDay(rows: readonly ClickRow[], now: number) {
  const on = (at: number) => {
    const day = new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
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
  /** The number of quarantined plans. */
  readonly quarantinedByKind: Readonly<Partial<Record<QuarantineReason, number>>>;
  readonly clicks: { readonly today: number; readonly yesterday: number } | null;
  readonly rates: RateTable | null;
}

async function readStored(
  settings: Settings,
  configured: readonly SourceConfig[],
  deps: Dependencies,
): Promise<Stored> {
  try {
    return await readStore(settings, deps, async (store) => {
      const { catalogue, isDamaged } = await loadCatalogue(store, deps);
      const snapshots = await store.snapshots.list(ALL_SNAPSHOTS);
      const quarantinedByKind: Partial<Record<QuarantineReason, number>> = {};
      for (const { id } of configured)
        for (const { reason } of (await readQuarantine(store.documents, id))?.plans ?? [])
          quarantinedByKind[reason] = (quarantinedByKind[reason] ?? 0) + 1;
      return {
        fault: null,
        store: store.status(),
        catalogue,
        publishedAt: snapshots.find(({ serial }) => serial === catalogue?.serial)?.publishedAt ?? null,
        hasSnapshots: snapshots.length > 0,
        isDamaged,
        sources: await readSources(store.documents, configured),
        quarantinedByKind,
        clicks: clicksByDay(await readClicks(store.clicks), deps.clock()),
        rates: await readStoredRates(store.documents),
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
      quarantinedByKind: {},
      clicks: null,
      rates: null,
    };
  }
}

type ServiceStatus = Omit<Awaited<ReturnType<typeof queryService>>, 'limits'>;

/** Requests only documents that take no quota. `ready`: the response of the admin port; null if there is no such port. */
async function queryService({ host, port, adminHost, adminPort }: Settings) {
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

const STATUS_TONES = { ok: 'green', degraded: 'yellow', failing: 'red' } as const;

function printStatus(
  report: Report,
  service: ServiceStatus,
  limits: LimitsStatus,
  { out, clock }: Dependencies,
): void {
  const now = clock();
  const { status, reasons, store, quarantined, sourcesFault } = report;
  const section = (label: string, ...texts: readonly string[]) => labelled(out, label, texts.map(oneLine));
  labelled(out, 'Status', [painter(out.colour)(STATUS_TONES[status], status)]);
  section('Reasons', ...reasons.map(({ text }) => text));
  section('Version', report.version);
  section('Service', serviceText(service));
  section('Store', `${store.folder ?? 'Redis'}: ${store.state}`);
  if (store.readable) {
    section('Catalogue', ...catalogueTexts(report, now));
    section('Sources', ...(sourcesFault === null ? sourceTexts(report, now) : [sourcesFault]));
    section('Quarantine', quarantined === 0 ? 'no plan is quarantined' : quarantinedText(report));
    section('Unused', ...report.unused);
    section('Rates', ratesText(report));
    section('Clicks', ...clicksTexts(report));
  } else {
    section('Catalogue', 'unknown, because the store cannot be read');
    if (sourcesFault !== null) section('Sources', sourcesFault);
  }
  section('Limits', ...limitsTexts(limits));
}

function limitsTexts({ fault, inForce }: LimitsStatus): readonly string[] {
  if (fault !== null) return [`${fault}; a running service keeps its limits`];
  if (inForce === null) return [];
  return inForce
    ? ['the running service uses the current limits']
    : [
        'the running service uses other limits than this command: set LIMITS_FILE as for the service; if it is the same, send the service SIGHUP or restart it',
      ];
}

function serviceText({ url, running, version, ready }: ServiceStatus): string {
  const admin = ready === null ? '' : `; admin port: ${ready}`;
  return running ? `running at ${url}, version ${version}${admin}` : `not running at ${url}${admin}`;
}

function catalogueTexts({ catalogue, hasSnapshots }: Report, now: number): readonly string[] {
  if (catalogue === null)
    return [
      hasSnapshots ? NO_USABLE_SNAPSHOT : 'no snapshot was published yet: run esim ingest or esim serve',
    ];
  const { snapshot, publishedAt, plans, providers, destinations, sample, newestAt, oldestAt } = catalogue;
  return [
    `snapshot ${snapshot}, published ${ago(publishedAt, now)} (${moment(publishedAt)})${sample ? ', the invented sample market' : ''}`,
    `${plural(plans, 'plan')} of ${plural(providers, 'provider')} for ${plural(destinations, 'destination')}`,
    ...(newestAt === null || oldestAt === null
      ? []
      : [`newest price ${ago(newestAt, now)}, oldest ${ago(oldestAt, now)}`]),
  ];
}

/** The number of sources in each state, then the reason for each source that has a problem. */
function sourceTexts({ sources }: Report, now: number): readonly string[] {
  const byState = [...Map.groupBy(sources, ({ state }) => STATES[state].text)];
  return [
    byState.map(([state, group]) => `${group.length} ${state}`).join(', '),
    ...sources
      .filter(({ state }) => state !== 'ok' && state !== 'never_read')
      .map((source) => problemText(source, now)),
  ];
}

/** "3 plans (2 fell, 1 amount), see esim quarantine". */
function quarantinedText({ quarantined, quarantinedByKind }: Report): string {
  const kinds = Object.entries(quarantinedByKind).map(([kind, plans]) => `${plans} ${kind}`);
  return `${plural(quarantined, 'plan')} (${kinds.join(', ')}), see esim quarantine`;
}

function clicksTexts({ clicks }: Report): readonly string[] {
  if (clicks === null || clicks.today + clicks.yesterday === 0) return [];
  return [`${plural(clicks.yesterday, 'click')} yesterday, ${clicks.today} today, see esim clicks`];
}

function problemText(source: SourceJson, now: number): string {
  if (source.state === 'held') return heldText(source.source);
  const { last_success, problem } = source;
  const success =
    last_success === null ? 'never read successfully' : `last success ${ago(Date.parse(last_success), now)}`;
  const reason = problem === null ? '' : `: ${problem.message} (${problem.code})`;
  return `${source.source}: ${STATES[source.state].text}, ${success}${reason}`;
}

function ratesText({ rates }: Report): string {
  if (rates === null) return 'none stored yet; without rates, only prices in USD are accepted';
  return rates.usable ? `of ${rates.date}` : `of ${rates.date}, too old to use`;
}
