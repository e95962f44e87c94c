/** `esim status`: the state of the store, the sources and the running service. */
import { resolve } from 'node:path';
import { ALL_SNAPSHOTS } from '../../catalogue/publish.ts';
import { areTooOld } from '../../ingest/config/rates.ts';
import { readHold, readQuarantine, readRuns } from '../../ingest/documents.ts';
import { readStoredRates } from '../../ingest/read/rates.ts';
import { NO_SOURCES_FILE } from '../../ingest/run/sample-guard.ts';
import { configFor } from '../../ingestion.ts';
import { figuresOf } from '../../limits/policies.ts';
import { loadReference } from '../../reference/load.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { diskFault, storeFolderFault } from '../../store/access.ts';
import { folderOf } from '../../store/open.ts';
import type { Store } from '../../store/port.ts';
import { serialiseHealth } from '../../wire/lists.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { CommandError, EXIT, messageOf } from '../errors.ts';
import { ago, type JsonOption, labelled, moment, plural, printJson, toJson } from '../output.ts';
import { hasNoData, loadCatalogue, readStore } from '../store.ts';
import { oneLine } from '../table.ts';
import { heldText, type SourceState, STATES, sourceState } from './sources.ts';

/** A service on this machine responds within milliseconds, and within seconds if the machine is very busy. */
const SERVICE_TIMEOUT_MS = 5_000;

export async function showStatus({ json }: JsonOption, deps: Dependencies, version: string): Promise<number> {
  const { settings, fault } = readUsableSettings(deps.env);
  const [stored, reached] = await Promise.all([readStatus(settings, deps, version), queryService(settings)]);
  const { limits: inForce, ...service } = reached;
  const limits = { fault, inForce: fault === null ? isInForce(settings, inForce) : null };
  const { health, ...rest } = stored;
  if (json) {
    const { status, reasons, checked_at } = health;
    printJson(deps.out, toJson({ status, reasons, checked_at, service, limits, ...rest }));
  } else printStatus(stored, service, limits, deps);
  const isFailing = health.status === 'failing' || stored.store.fault !== null || fault !== null;
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
  /** Whether the running service uses the limits of the file; null if that is unknown. */
  readonly inForce: boolean | null;
}

type StoredStatus = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(settings: Settings, deps: Dependencies, version: string) {
  const now = deps.clock();
  // An error in the configuration files is part of the status and must not hide the rest.
  const files = await configFor(settings.sourcesFile, now).then(
    (config) => ({ config, fault: null }),
    (error: unknown) => ({ config: null, fault: `the configuration has an error: ${messageOf(error)}` }),
  );
  const isReferenceBroken = loadReference(settings.referenceFolder).problems.length > 0;
  const read = async (store: Store) => {
    const { catalogue, isDamaged } = await loadCatalogue(store, deps);
    const snapshot = (await store.snapshots.list(ALL_SNAPSHOTS)).find(
      ({ serial }) => serial === catalogue?.serial,
    );
    const runs = await readRuns(store.documents);
    const rates = await readStoredRates(store.documents);
    const context = {
      serviceName: settings.serviceName,
      version,
      now,
      configured: files.config?.sources ?? [],
      isBroken: files.fault !== null,
      isDamaged,
      isReferenceBroken,
    };
    const sources: SourceState[] = [];
    let quarantined = 0;
    for (const source of files.config?.sources ?? []) {
      const isHeld = (await readHold(store.documents, source.id)) !== null;
      sources.push(sourceState(source, runs, isHeld));
      quarantined += (await readQuarantine(store.documents, source.id))?.plans.length ?? 0;
    }
    const { kind, state } = store.status();
    const folder = embeddedFolder(settings);
    const fault = folderFault(folder);
    return {
      health: withFault(serialiseHealth(catalogue, store.status(), context), fault),
      store: { kind, folder, state: fault ?? state, fault },
      catalogue:
        catalogue === null || snapshot === undefined
          ? null
          : {
              snapshot: snapshot.serial,
              publishedAt: snapshot.publishedAt,
              version: catalogue.version,
              sample: catalogue.sample,
              plans: catalogue.planCount,
              providers: catalogue.providers.length,
              destinations: catalogue.destinations.length,
              newestAt: catalogue.newest,
              oldestAt: catalogue.oldest,
            },
      sourcesFault:
        settings.sourcesFile === null && catalogue?.sample === false ? NO_SOURCES_FILE : files.fault,
      sources,
      quarantined,
      rates: rates && { date: rates.date, usable: !areTooOld(rates, now) },
    };
  };
  const found = await readStore(settings, deps, read).catch((error: unknown) => {
    // On a full disk, SQLite cannot even open a database that no service uses.
    const fault = folderFault(embeddedFolder(settings));
    throw fault === null ? error : new CommandError(fault);
  });
  return hasNoData(settings.storeUrl) && found.store.fault === null
    ? { ...found, store: { ...found.store, state: 'not created yet' } }
    : found;
}

/** The folder of the store; null: the store is Redis. */
const embeddedFolder = ({ storeUrl }: Settings): string | null =>
  storeUrl.startsWith('file:') ? resolve(folderOf(storeUrl)) : null;

const folderFault = (folder: string | null): string | null =>
  folder === null ? null : (storeFolderFault(folder, 'write') ?? diskFault(folder));

/** If the folder cannot be written, no request can be counted, so the service refuses all counted requests. */
const withFault = (health: Health, fault: string | null): Health =>
  fault === null ? health : { ...health, status: 'failing' };

type Health = ReturnType<typeof serialiseHealth>;

type ServiceStatus = Omit<Awaited<ReturnType<typeof queryService>>, 'limits'>;

/** Requests only documents that take no quota. `ready`: the response of the admin port; null if there is no such port. */
async function queryService({ host, port, adminHost, adminPort }: Settings) {
  // "::" means that the service listens on all addresses, so it also responds on the loopback address.
  const hostOf = (name: string) => (name === '::' ? '::1' : name);
  const addressOf = (name: string, at: number) =>
    `http://${name.includes(':') ? `[${hostOf(name)}]` : name}:${at}/`;
  const request = (url: string) => fetch(url, { signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS) });
  const url = addressOf(host, port);
  const [document, ready] = await Promise.all([
    // Another program may use this port and return something else.
    request(`${url}openapi.json`)
      .then((response) => response.json() as Promise<ServedDocument>)
      .catch(() => null),
    adminPort === null
      ? null
      : request(`${addressOf(adminHost, adminPort)}readyz`)
          .then((response) => response.text())
          .catch(() => 'no answer'),
  ]);
  const version = document?.info?.version ?? null;
  const limits = document?.['x-limits'] ?? null;
  return { url, running: version !== null, version, ready: ready?.trim() ?? null, limits };
}

interface ServedDocument {
  readonly info?: { readonly version?: string };
  readonly 'x-limits'?: Readonly<Record<string, number>>;
}

const STATUS_TONES = { ok: 'green', degraded: 'yellow', failing: 'red' } as const;

function printStatus(
  stored: StoredStatus,
  service: ServiceStatus,
  limits: LimitsStatus,
  { out, clock }: Dependencies,
): void {
  const now = clock();
  const { health, store, quarantined } = stored;
  const section = (label: string, ...texts: readonly string[]) => labelled(out, label, texts.map(oneLine));
  labelled(out, 'Status', [painter(out.colour)(STATUS_TONES[health.status], health.status)]);
  section('Reasons', ...health.reasons.map(({ text }) => text));
  section('Service', serviceText(service));
  section('Store', `${store.folder ?? 'Redis'}: ${store.state}`);
  section('Catalogue', ...catalogueTexts(stored, now));
  section('Sources', ...sourceTexts(stored, now));
  section(
    'Quarantine',
    quarantined === 0 ? 'no price is quarantined' : `${plural(quarantined, 'price')}, see esim quarantine`,
  );
  section('Rates', ratesText(stored));
  section('Limits', ...limitsTexts(limits));
}

function limitsTexts({ fault, inForce }: LimitsStatus): readonly string[] {
  if (fault !== null) return [`${fault}; a running service keeps its limits`];
  if (inForce === null) return [];
  return inForce
    ? ['the running service uses the current limits']
    : ['the running service uses other limits than LIMITS_FILE: send it SIGHUP or restart it'];
}

function serviceText({ url, running, version, ready }: ServiceStatus): string {
  const admin = ready === null ? '' : `; admin port: ${ready}`;
  return running ? `running at ${url}, version ${version}${admin}` : `not running at ${url}${admin}`;
}

function catalogueTexts({ catalogue }: StoredStatus, now: number): readonly string[] {
  if (catalogue === null) return ['no snapshot was published yet: run esim ingest or esim serve'];
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
function sourceTexts({ sources, sourcesFault }: StoredStatus, now: number): readonly string[] {
  if (sourcesFault !== null) return [sourcesFault];
  const byState = [...Map.groupBy(sources, ({ state }) => STATES[state].text)];
  return [
    byState.map(([state, of]) => `${of.length} ${state}`).join(', '),
    ...sources
      .filter(({ state }) => state !== 'ok' && state !== 'never_read')
      .map((source) => problemText(source, now)),
  ];
}

function problemText(source: SourceState, now: number): string {
  if (source.state === 'held') return heldText(source.source);
  const { last_success, problem } = source;
  const success =
    last_success === null ? 'never read successfully' : `last success ${ago(Date.parse(last_success), now)}`;
  const reason = problem === null ? '' : `: ${problem.message} (${problem.code})`;
  return `${source.source}: ${STATES[source.state].text}, ${success}${reason}`;
}

function ratesText({ rates }: StoredStatus): string {
  if (rates === null) return 'none stored yet; without rates, only prices in USD are accepted';
  return rates.usable ? `of ${rates.date}` : `of ${rates.date}, too old to use`;
}
