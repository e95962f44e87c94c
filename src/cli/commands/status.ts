/** `esim status`: the state of the store, the sources and the running service. */
import { figuresOf } from '../../limits/policies.ts';
import { readSettings, type Settings } from '../../service/settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT, messageOf } from '../errors.ts';
import { ago, count, type JsonOption, labelled, moment, plural, printJson, toJson } from '../output.ts';
import { NO_USABLE_SNAPSHOT } from '../store.ts';
import { oneLine } from '../table.ts';
import { problemText, STATES } from './sources.ts';
import { queryService, type Report, readReport, type ServiceStatus } from './status-report.ts';

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
    section('Quarantine', quarantined === 0 ? 'no plan is quarantined' : quarantinedText(report, now));
    section('Unused', ...report.unused);
    section('Rates', ...ratesTexts(report, now));
    section('Reviews', ...reviewsTexts(report, now));
    section('Budgets', ...budgetsTexts(report));
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

/** "3 plans (2 fell, 1 amount), the first 5 h ago: see esim quarantine". */
function quarantinedText({ quarantined, quarantinedByKind, quarantinedFrom }: Report, now: number): string {
  const kinds = Object.entries(quarantinedByKind).map(([kind, plans]) => `${plans} ${kind}`);
  const since = quarantinedFrom === null ? '' : `, the first ${ago(quarantinedFrom, now)}`;
  return `${plural(quarantined, 'plan')} (${kinds.join(', ')})${since}: see esim quarantine`;
}

/** "due for 22 country notes, 1 coupon not confirmed for a month (save10): see esim check". */
function reviewsTexts(
  { reviews: { countryNotes, guideTopics, coupons, certificates } }: Report,
  now: number,
): readonly string[] {
  const due = [
    countryNotes > 0 && plural(countryNotes, 'country note'),
    guideTopics > 0 && plural(guideTopics, 'guide topic'),
    coupons.length > 0 &&
      `${plural(coupons.length, 'coupon')} not confirmed for a month (${coupons.join(', ')})`,
  ].filter((text) => text !== false);
  const expiring = certificates.map(({ source, until }) => {
    const verb = Date.parse(until) > now ? 'expires' : 'expired';
    return `the certificate of the feed ${source} ${verb} on ${until.slice(0, 10)}: ask the seller to renew it, because the feed cannot be read after that`;
  });
  return [...(due.length === 0 ? [] : [`due for ${due.join(', ')}: see esim check`]), ...expiring];
}

/** "comparison.service.day 310 of 2,000 used". A budget that nobody used is left out. */
function budgetsTexts({ budgets }: Report): readonly string[] {
  const used = budgets.filter(({ taken }) => taken > 0);
  const texts = used.map(({ name, taken, limit }) => `${name} ${count(taken)} of ${count(limit)}`);
  return texts.length === 0 ? [] : [`used today: ${texts.join(', ')}: see esim limits --usage`];
}

function clicksTexts({ clicks }: Report): readonly string[] {
  if (clicks === null || clicks.today + clicks.yesterday === 0) return [];
  return [`${plural(clicks.yesterday, 'click')} yesterday, ${clicks.today} today, see esim clicks`];
}

function ratesTexts({ rates, ratesProblem }: Report, now: number): readonly string[] {
  return [
    rates === null
      ? 'none stored yet; without rates, only prices in USD are accepted'
      : `of ${rates.date}${rates.usable ? '' : ', too old to use'}`,
    ...(ratesProblem === null
      ? []
      : [
          `cannot be read since ${ago(ratesProblem.startedAt, now)}: ${ratesProblem.message}; correct "rates" in the sources file, then esim ingest`,
        ]),
  ];
}
