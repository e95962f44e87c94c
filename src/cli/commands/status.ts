/** `esim status`: everything at a glance, from the store and from the service where one answers. */
import { resolve } from 'node:path';
import { areTooOld } from '../../ingest/config/rates.ts';
import { readRuns } from '../../ingest/documents.ts';
import { readStoredRates } from '../../ingest/read/rates.ts';
import { configFor } from '../../ingestion.ts';
import { networksText } from '../../limits/agreements.ts';
import { changedFigures } from '../../limits/policies.ts';
import { readSettings, type Settings } from '../../settings.ts';
import { folderOf } from '../../store/open.ts';
import type { Store } from '../../store/port.ts';
import { serialiseHealth } from '../../wire/lists.ts';
import { type Dependencies, painter, type Tone } from '../dependencies.ts';
import { ago, count, forPrograms, type JsonOption, moment, plural, printJson } from '../display.ts';
import { EXIT, explainFailure } from '../failure.ts';
import { isAbsent, loadCatalogue, lookInStore, readingCounts } from '../store.ts';
import { oneLine, wrap } from '../text/table.ts';
import { type SourceJson, sourceJson } from './sources.ts';

/** A service on this machine answers in milliseconds; one that does not is as good as none. */
const ASK_WITHIN_MS = 1_500;

export async function showStatus(
  { json }: JsonOption,
  around: Dependencies,
  version: string,
): Promise<number> {
  const settings = readSettings(around.env);
  const [stored, service] = await Promise.all([lookInside(settings, around, version), askService(settings)]);
  const { health, ...rest } = stored;
  if (json) {
    const { status, reasons, checked_at } = health;
    printJson(around.out, forPrograms({ status, reasons, checked_at, service, ...rest }));
  } else printStatus(stored, service, around);
  return health.status === 'failing' ? EXIT.failure : EXIT.ok;
}

type Stored = Awaited<ReturnType<typeof lookInside>>;

async function lookInside(settings: Settings, around: Dependencies, version: string) {
  const now = around.clock();
  // A mistake in the files is one of the things to see, and no reason to show nothing else.
  const files = await configFor(settings.sourcesFile, now).then(
    (config) => ({ config, fault: null }),
    (error: unknown) => ({
      config: null,
      fault: explainFailure(error, undefined).text.replace(/^esim: /, ''),
    }),
  );
  const look = async (store: Store) => {
    const catalogue = await loadCatalogue(store, around);
    const edition = await store.snapshots.current();
    const runs = await readRuns(store.documents);
    const rates = await readStoredRates(store.documents);
    const context = { serviceName: settings.serviceName, version, now, isBroken: files.fault !== null };
    const sources = (files.config?.sources ?? []).map((source) =>
      sourceJson(source, runs.find((run) => run.source === source.id) ?? null),
    );
    const { kind, state } = store.status();
    return {
      health: serialiseHealth(catalogue, store.status(), context),
      store: { kind, folder: kind === 'embedded' ? resolve(folderOf(settings.storeUrl)) : null, state },
      catalogue: catalogue &&
        edition && {
          edition: edition.serial,
          publishedAt: edition.publishedAt,
          version: catalogue.version,
          sample: catalogue.sample,
          plans: catalogue.planCount,
          providers: catalogue.providers.length,
          destinations: catalogue.destinations.length,
          newestAt: catalogue.newest,
          oldestAt: catalogue.oldest,
        },
      sourcesFault: files.fault,
      sources,
      withheld: runs.reduce((sum, { counts }) => sum + counts.quarantined, 0),
      rates: rates && { date: rates.date, usable: !areTooOld(rates, now) },
      limits: {
        changed: changedFigures(settings.limits),
        budgets: (await store.counters.budgets()).map(({ name, limit, taken }) => ({
          name,
          limit,
          taken,
          left: Math.max(0, limit - taken),
        })),
      },
      agreements: settings.agreements.map((agreement) => ({
        name: agreement.name,
        networks: networksText(agreement),
      })),
    };
  };
  const found = await lookInStore(settings, around, look, { makeCounters: readingCounts(settings, around) });
  return isAbsent(settings.storeUrl) ? { ...found, store: { ...found.store, state: 'not made yet' } } : found;
}

type ServiceSeen = Awaited<ReturnType<typeof askService>>;

/** Asked for documents that are not counted. `ready` is what the admin port says; null where there is none. */
async function askService({ host, port, adminHost, adminPort }: Settings) {
  const addressOf = (name: string, at: number) =>
    `http://${name.includes(':') ? `[${name === '::' ? '::1' : name}]` : name}:${at}/`;
  const ask = async (url: string) => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    return answer.text();
  };
  const url = addressOf(host, port);
  const [document, ready] = await Promise.all([
    ask(`${url}openapi.json`).catch(() => null),
    adminPort === null
      ? null
      : ask(`${addressOf(adminHost, adminPort)}readyz`).catch(() => 'does not answer'),
  ]);
  const version = document === null ? null : versionIn(document);
  return { url, running: version !== null, version, ready: ready?.trim() ?? null };
}

/** null: something else answers there. */
function versionIn(document: string): string | null {
  try {
    const { info } = JSON.parse(document) as { info?: { version?: unknown } };
    return typeof info?.version === 'string' ? info.version : null;
  } catch {
    return null;
  }
}

const STATUS_TONES = { ok: 'green', degraded: 'yellow', failing: 'red' } as const satisfies Record<
  string,
  Tone
>;
const LABEL_WIDTH = 11;

function printStatus(stored: Stored, service: ServiceSeen, { out, clock }: Dependencies): void {
  const paint = painter(out.colour);
  const now = clock();
  const { health } = stored;
  const width = out.columns === null ? null : out.columns - LABEL_WIDTH;
  const section = (label: string, ...texts: readonly string[]) => {
    const lines = texts.flatMap((text) => wrap(oneLine(text), width));
    for (const [at, line] of lines.entries())
      out.write(`${at === 0 ? paint('cyan', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH)}${line}\n`);
  };
  out.write(
    `${paint('cyan', 'Status'.padEnd(LABEL_WIDTH))}${paint(STATUS_TONES[health.status], health.status)}\n`,
  );
  if (health.reasons.length > 0) section('', ...health.reasons);
  section('Service', serviceText(service));
  section(
    'Store',
    stored.store.kind === 'redis'
      ? `Redis: ${stored.store.state}`
      : `${stored.store.folder}: ${stored.store.state}`,
  );
  section('Catalogue', ...catalogueTexts(stored, now));
  section('Sources', ...sourceTexts(stored, now));
  section(
    'Withheld',
    stored.withheld === 0 ? 'no price is held back' : `${plural(stored.withheld, 'price')}: esim withheld`,
  );
  section('Rates', ratesText(stored));
  section(
    'Limits',
    ...stored.limits.budgets.map(
      ({ name, limit, taken }) => `${name}: ${count(taken)} of ${count(limit)} used today`,
    ),
    stored.limits.changed.length === 0
      ? 'all figures are the published ones'
      : `changed by LIMITS_FILE: ${stored.limits.changed.join(', ')}`,
  );
  section(
    'Agreements',
    ...(stored.agreements.length === 0
      ? ['none']
      : stored.agreements.map(({ name, networks }) => `${name}: ${networks}`)),
  );
}

function serviceText({ url, running, version, ready }: ServiceSeen): string {
  const admin = ready === null ? '' : `; admin port: ${ready}`;
  return running ? `runs at ${url}, version ${version}${admin}` : `none answers at ${url}${admin}`;
}

function catalogueTexts({ catalogue }: Stored, now: number): readonly string[] {
  if (catalogue === null) return ['nothing was published yet: esim ingest, or esim serve'];
  const { edition, publishedAt, plans, providers, destinations, sample, newestAt, oldestAt } = catalogue;
  return [
    `edition ${edition}, published ${ago(publishedAt, now)} (${moment(publishedAt)})${sample ? ', the invented sample market' : ''}`,
    `${plural(plans, 'plan')} of ${plural(providers, 'provider')} for ${plural(destinations, 'destination')}`,
    ...(newestAt === null || oldestAt === null
      ? []
      : [`newest price ${ago(newestAt, now)}, oldest ${ago(oldestAt, now)}`]),
  ];
}

const WELL: readonly string[] = ['ok', 'unchanged'];

/** How many stand how; each that does not stand well has its reason. */
function sourceTexts({ sources, sourcesFault }: Stored, now: number): readonly string[] {
  if (sourcesFault !== null) return [`the files have a mistake: ${sourcesFault}`];
  const byState = [...Map.groupBy(sources, ({ state }) => state.replace('_', ' '))];
  return [
    byState.map(([state, of]) => `${of.length} ${state}`).join(', '),
    ...sources
      .filter(({ state }) => !WELL.includes(state) && state !== 'never_read')
      .map((source) => troubleText(source, now)),
  ];
}

function troubleText({ source, state, last_success, problem }: SourceJson, now: number): string {
  const read =
    last_success === null ? 'never read well' : `last read well ${ago(Date.parse(last_success), now)}`;
  return `${source}: ${state.replace('_', ' ')}, ${read}${problem === null ? '' : `: ${problem.message} (${problem.code})`}`;
}

function ratesText({ rates }: Stored): string {
  if (rates === null) return 'none stored: only prices in USD are taken';
  return rates.usable ? `of ${rates.date}` : `of ${rates.date}: too old to be used`;
}
