/**
 * The metrics that the operator's Prometheus reads. `docs/operating.md` says what each is for. No label ever contains a
 * caller, an address or a query.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answers } from '../answers/answers.ts';
import type { Queries } from '../answers/queries.ts';
import type { CatalogueHolder } from '../catalogue/holder.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import type { Connections } from '../http/connections.ts';
import type { RunRecord } from '../ingest/documents/runs.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Store } from '../store/port.ts';
import { HEALTH_REASONS } from '../wire/sentences/health.ts';
import type { Labelled, ServingMetrics } from './serving-metrics.ts';

/** The upper limits in seconds: from a cached response, below a millisecond, to the usual timeout of clients. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface MetricsSources {
  readonly serving: ServingMetrics;
  readonly connections: Pick<Connections, 'open' | 'refused'>;
  readonly limiter: Pick<Limiter, 'stats' | 'burstCallers'>;
  readonly store: Pick<Store, 'counters' | 'status'>;
  readonly holder: Pick<CatalogueHolder, 'current'>;
  readonly ingestion: {
    /** The last runs of the configured sources. Empty while the store does not respond. */
    runs(): Promise<readonly RunRecord[]>;
    isPaused(source: string): boolean;
    /** How often a source is read, by the last configuration without an error; null: the source is not in it. */
    everyMs(source: string): number | null;
    /** The date of the exchange rates, in milliseconds; null: there are none. */
    ratesAt(): Promise<number | null>;
  };
  readonly queries: Pick<Queries, 'healthNow'>;
  readonly answers: Pick<Answers, 'cached'>;
  readonly clicks: Pick<ClickCounter, 'totals'>;
  readonly clock: () => number;
}

/** First the metrics that exist while the service starts: those of the process, and whether it is ready. */
export class Metrics {
  readonly #registry = new Registry();

  constructor(isReady: () => boolean) {
    collectDefaultMetrics({ register: this.#registry, prefix: 'esim_' });
    addersFor(this.#registry).gauge('esim_ready', '1 if /readyz returns 200.', () => (isReady() ? 1 : 0));
  }

  addService(sources: MetricsSources): void {
    const add = addersFor(this.#registry);
    addRequestMetrics(add, sources);
    addLimitMetrics(add, sources);
    addCatalogueMetrics(add, sources);
    addSourceMetrics(add, sources);
    this.#measureDurations(sources.serving);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #measureDurations(serving: ServingMetrics): void {
    const durations = new Histogram({
      name: 'esim_http_duration_seconds',
      help: 'Time from the headers of a request to the last write of its response, by route. Requests without a route are not measured.',
      labelNames: ['route'],
      buckets: DURATION_BUCKETS,
      registers: [this.#registry],
    });
    serving.measureDurations((route, seconds) => durations.observe({ route }, seconds));
  }
}

type Adders = ReturnType<typeof addersFor>;

/** Functions that add a metric. Its value is read whenever Prometheus asks for it. */
function addersFor(registry: Registry) {
  const registers = [registry];
  return {
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    /** One value for each label. */
    gauges: (name: string, help: string, label: string, read: () => Promise<readonly Labelled[]>) =>
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          for (const [labels, value] of await read()) this.set(labels, value);
        },
      }),
    /** Counters. Each value is the total since the start, so the previous one is removed first. */
    counts: (name: string, help: string, labelNames: string[], read: () => readonly Labelled[]) =>
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.inc(labels, value);
        },
      }),
  };
}

function addRequestMetrics({ gauge, counts }: Adders, sources: MetricsSources): void {
  counts(
    'esim_http_answers_total',
    'Responses by error format and status.',
    ['format', 'status'],
    sources.serving.responses,
  );
  counts(
    'esim_cache_lookups_total',
    'Cache lookups: hit (in this process), stored (in the shared store), computed, joined (waited for an identical request).',
    ['outcome'],
    sources.serving.lookups,
  );
  gauge(
    'esim_http_connections',
    'Open connections of the public port, at most 10,000.',
    () => sources.connections.open,
  );
  counts(
    'esim_http_connections_refused_total',
    'Connections refused because their caller, or all callers together, had the maximum.',
    ['held_by'],
    () => [
      [{ held_by: 'caller' }, sources.connections.refused.caller],
      [{ held_by: 'all' }, sources.connections.refused.total],
    ],
  );
  counts(
    'esim_clicks_total',
    'Clicks on outbound links that a browser opened, by provider and interface. esim clicks has those of all processes.',
    ['provider', 'via'],
    () => sources.clicks.totals().map(({ provider, via, clicks }): Labelled => [{ provider, via }, clicks]),
  );
  gauge(
    'esim_cached_answers',
    'Responses and their forms in the response cache of this process.',
    () => sources.answers.cached().entries,
  );
  gauge(
    'esim_cached_bytes',
    'Bytes of the cached responses and of their compressed copies, at most 128 MiB.',
    () => sources.answers.cached().bytes,
  );
}

function addLimitMetrics({ gauge, gauges, counts }: Adders, sources: MetricsSources): void {
  const callersInMemory = () => sources.store.counters.callersInMemory?.();
  counts(
    'esim_limit_decisions_total',
    'Units taken, requests refused, and admissions after which at most a tenth of the window was left, by window.',
    ['window', 'outcome'],
    () =>
      Object.entries(sources.limiter.stats()).flatMap(([window, { taken, refused, nearEnd }]): Labelled[] => [
        [{ window, outcome: 'taken' }, taken],
        [{ window, outcome: 'refused' }, refused],
        [{ window, outcome: 'near_end' }, nearEnd],
      ]),
  );
  gauges(
    'esim_limit_budget_left',
    'Units left of a budget of the whole service until midnight UTC. Absent while the store does not respond, and for a budget of 0.',
    'window',
    async () => {
      const budgets = await sources.store.counters.budgets().catch(() => []);
      // A budget of 0 switches a kind of request off. Without a value, no alert reports it as used up.
      return budgets
        .filter(({ limit }) => limit > 0)
        .map(({ name, limit, taken }) => [{ window: name }, Math.max(0, limit - taken)]);
    },
  );
  gauge(
    'esim_limit_callers',
    'Callers with counters in this process. -1 if a shared store has the counters.',
    () => callersInMemory()?.callers ?? -1,
  );
  gauge(
    'esim_limit_callers_max',
    'Maximum of callers with counters in this process. -1 if a shared store has the counters.',
    () => callersInMemory()?.max ?? -1,
  );
  gauge(
    'esim_limit_table_full',
    '1 while new callers get 503, because there is no room for their counters.',
    () => (callersInMemory()?.isFull ? 1 : 0),
  );
  gauge('esim_burst_callers', 'Callers with a token bucket of the burst limit.', () =>
    sources.limiter.burstCallers(),
  );
}

function addCatalogueMetrics({ gauge, gauges }: Adders, sources: MetricsSources): void {
  gauge(
    'esim_catalogue_plans',
    'Plans in the served catalogue.',
    () => sources.holder.current()?.planCount ?? 0,
  );
  gauge(
    'esim_catalogue_serial',
    'Serial of the served snapshot.',
    () => sources.holder.current()?.serial ?? 0,
  );
  gauge(
    'esim_catalogue_age_seconds',
    'Age of the newest price in the served catalogue, in seconds. -1 without prices.',
    () => ageOf(sources.holder.current()?.newest ?? null, sources.clock),
  );
  gauge('esim_rates_age_seconds', 'Age of the exchange rates in seconds. -1 without rates.', async () =>
    ageOf(await sources.ingestion.ratesAt().catch(() => null), sources.clock),
  );
  gauges('esim_health_reason', '1 if health has this reason, by its code.', 'code', async () => {
    const given = new Set<string>(sources.queries.healthNow().reasons.map(({ code }) => code));
    return Object.keys(HEALTH_REASONS).map((code) => [{ code }, given.has(code) ? 1 : 0]);
  });
  gauge('esim_store_working', '1 while the store can be reached and written.', () =>
    sources.store.status().working ? 1 : 0,
  );
}

function addSourceMetrics({ gauges }: Adders, sources: MetricsSources): void {
  const perSource = (name: string, help: string, read: (run: RunRecord) => number | null) =>
    gauges(name, help, 'source', async () =>
      (await sources.ingestion.runs()).flatMap((run): Labelled[] => {
        const value = read(run);
        return value === null ? [] : [[{ source: run.source }, value]];
      }),
    );
  perSource('esim_source_age_seconds', 'Time since the last successful run; -1: there was none.', (run) =>
    ageOf(run.lastSuccessAt, sources.clock),
  );
  perSource(
    'esim_source_last_success_timestamp_seconds',
    'Time of the last successful run; 0: there was none.',
    ({ lastSuccessAt }) => Math.floor((lastSuccessAt ?? 0) / 1000),
  );
  gauges('esim_source_plans', 'Published plans of the source.', 'source', async () =>
    (sources.holder.current()?.sources ?? []).map(({ id, plans }): Labelled => [{ source: id }, plans]),
  );
  perSource(
    'esim_source_rejected',
    'Rejected rows of the last run of the source.',
    (run) => run.counts.rejected,
  );
  perSource(
    'esim_source_quarantined',
    'Quarantined plans of the last run of the source.',
    (run) => run.counts.quarantined,
  );
  perSource('esim_source_failures', 'Failed runs in a row.', ({ failures }) => failures);
  perSource('esim_source_paused', '1 if the operator paused the source.', ({ source }) =>
    sources.ingestion.isPaused(source) ? 1 : 0,
  );
  perSource('esim_source_interval_seconds', 'How often the source is read.', ({ source }) => {
    const everyMs = sources.ingestion.everyMs(source);
    return everyMs === null ? null : everyMs / 1000;
  });
}

/** In seconds; -1 if there is no time. Not negative, although the clock of another process may be ahead. */
const ageOf = (at: number | null, clock: () => number): number =>
  at === null ? -1 : Math.max(0, (clock() - at) / 1000);
