/**
 * The metrics that the operator's Prometheus reads. `docs/operating.md` says what each is for. No label ever contains a
 * caller, an address or a query.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Catalogue } from './catalogue/catalogue.ts';
import { LOOKUP_OUTCOMES, type LookupOutcome } from './comparison/answers.ts';
import type { Connections } from './http/connections.ts';
import type { ObserveResponse } from './http/listener.ts';
import type { LimiterStats } from './limits/limiter.ts';
import type { HeldCallers, WindowUsage } from './limits/port.ts';
import type { StoreStatus } from './store/port.ts';
import { HEALTH_REASONS } from './wire/sentences/health.ts';

/** The last run of a source and its settings. */
export interface SourceMetrics {
  readonly source: string;
  readonly paused: boolean;
  /** How often it is read; null while the operator's files have an error. */
  readonly everyMs: number | null;
  readonly lastSuccessAt: number | null;
  readonly plansServed: number;
  readonly counts: { readonly rejected: number; readonly quarantined: number };
  readonly failures: number;
}

/** In seconds: from a cached response, below a millisecond, to the usual timeout of clients. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Labelled = readonly [labels: Record<string, string>, value: number];

export type ServingMetrics = ReturnType<typeof createServingMetrics>;

/**
 * A histogram that counts in one array for each route. `observe` of prom-client's own looks up the label and the bucket
 * as text, which takes microseconds for each request. The registry reads the values of a gauge by `get` alone, so a gauge
 * is what this class extends.
 */
class RouteDurations extends Gauge<'route'> {
  static readonly NAME = 'esim_http_duration_seconds';
  readonly #byRoute = new Map<string, { readonly buckets: number[]; sum: number }>();

  constructor() {
    super({
      name: RouteDurations.NAME,
      help: 'Time from the headers of a request to the last write of its response, by route. Requests without a route are not measured.',
      labelNames: ['route'],
      registers: [],
    });
  }

  add(route: string, seconds: number): void {
    let counted = this.#byRoute.get(route);
    if (counted === undefined) {
      // The last bucket has the durations above all limits.
      counted = { buckets: Array(DURATION_BUCKETS.length + 1).fill(0), sum: 0 };
      this.#byRoute.set(route, counted);
    }
    const at = DURATION_BUCKETS.findIndex((limit) => seconds <= limit);
    counted.buckets[at === -1 ? DURATION_BUCKETS.length : at]! += 1;
    counted.sum += seconds;
  }

  override async get() {
    const metric = await super.get();
    return {
      ...metric,
      // prom-client writes the type as text, although its declaration says that it is a number.
      type: 'histogram' as unknown as typeof metric.type,
      values: [...this.#byRoute].flatMap(([route, counted]) => this.#values(route, counted)),
    };
  }

  /** The buckets of Prometheus are cumulative. */
  #values(route: string, { buckets, sum }: { readonly buckets: readonly number[]; readonly sum: number }) {
    let count = 0;
    const cumulative = buckets.map((each, at) => {
      count += each;
      return {
        metricName: `${RouteDurations.NAME}_bucket`,
        labels: { le: DURATION_BUCKETS[at] ?? '+Inf', route },
        value: count,
      };
    });
    return [
      ...cumulative,
      { metricName: `${RouteDurations.NAME}_sum`, labels: { route }, value: sum },
      { metricName: `${RouteDurations.NAME}_count`, labels: { route }, value: count },
    ];
  }
}

/**
 * The metrics that are updated with every request. The others are read when Prometheus requests them. Counts are kept in
 * maps, because a labelled counter of prom-client takes microseconds.
 */
export function createServingMetrics() {
  const responses = {
    api: new Map<number, number>(),
    mcp: new Map<number, number>(),
    page: new Map<number, number>(),
  };
  const durations = new RouteDurations();
  // A counter that is missing until its first event has no rate.
  const lookups = new Map<LookupOutcome, number>(LOOKUP_OUTCOMES.map((outcome) => [outcome, 0]));
  const observeResponse: ObserveResponse = (format, status, route, seconds) => {
    const byStatus = responses[format];
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (route !== null) durations.add(route, seconds);
  };
  return {
    register(registry: Registry) {
      registry.registerMetric(durations);
    },
    observeResponse,
    observeLookup: (outcome: LookupOutcome) => void lookups.set(outcome, (lookups.get(outcome) ?? 0) + 1),
    responses: (): readonly Labelled[] =>
      Object.entries(responses).flatMap(([format, byStatus]) =>
        Array.from(byStatus, ([status, count]): Labelled => [{ format, status: String(status) }, count]),
      ),
    lookups: (): readonly Labelled[] => Array.from(lookups, ([outcome, count]) => [{ outcome }, count]),
  };
}

export interface MetricsSources {
  readonly serving: ServingMetrics;
  readonly connections: Pick<Connections, 'open' | 'refused'>;
  readonly limiter: () => LimiterStats;
  readonly burstCallers: () => number;
  /** Of the service's windows; rejects while the store does not answer. */
  readonly budgets: () => Promise<readonly WindowUsage[]>;
  /** null: the store keeps the callers. */
  readonly held: () => HeldCallers | null;
  readonly catalogue: () => Catalogue | null;
  readonly store: () => StoreStatus;
  /** Of the configured sources; none while the store does not answer. */
  readonly runs: () => Promise<readonly SourceMetrics[]>;
  /** The codes of the reasons why health is not `ok`. */
  readonly healthReasons: () => readonly string[];
  /** Of the exchange rates, in milliseconds; null: there are none. */
  readonly ratesAt: () => Promise<number | null>;
  readonly cached: () => { readonly entries: number; readonly bytes: number };
  readonly clock: () => number;
}

/** The metrics that exist while the service starts: those of the process, and whether it is ready. */
export function createMetrics(isReady: () => boolean): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'esim_' });
  new Gauge({
    name: 'esim_ready',
    help: '1 if /readyz returns 200.',
    registers: [registry],
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  return registry;
}

export function addServiceMetrics(registry: Registry, sources: MetricsSources): void {
  sources.serving.register(registry);
  const registers = [registry];
  const age = (at: number | null) => (at === null ? -1 : Math.max(0, (sources.clock() - at) / 1000));
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const gauges = (name: string, help: string, label: string, read: () => Promise<readonly Labelled[]>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset();
        for (const [labels, value] of await read()) this.set(labels, value);
      },
    });
  const counts = (name: string, help: string, labelNames: string[], read: () => readonly Labelled[]) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });

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
  counts(
    'esim_limit_decisions_total',
    'Units taken, requests refused, and admissions after which at most a tenth of the window was left, by window.',
    ['window', 'outcome'],
    () =>
      Object.entries(sources.limiter()).flatMap(([window, { taken, refused, nearEnd }]): Labelled[] => [
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
      const budgets = await sources.budgets().catch(() => []);
      // A budget of 0 switches a kind of request off. It is never spent, so no alert may say so.
      return budgets
        .filter(({ limit }) => limit > 0)
        .map(({ name, limit, taken }) => [{ window: name }, Math.max(0, limit - taken)]);
    },
  );
  gauge(
    'esim_limit_callers',
    'Callers with counters in this process. -1 if a shared store has the counters.',
    () => sources.held()?.callers ?? -1,
  );
  gauge(
    'esim_limit_callers_max',
    'Maximum of callers with counters in this process. -1 if a shared store has the counters.',
    () => sources.held()?.max ?? -1,
  );
  gauge(
    'esim_limit_table_full',
    '1 while new callers get 503, because there is no room for their counters.',
    () => (sources.held()?.isFull ? 1 : 0),
  );
  gauge('esim_burst_callers', 'Callers with a token bucket of the burst limit.', () =>
    sources.burstCallers(),
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
  gauge('esim_catalogue_plans', 'Plans in the served catalogue.', () => sources.catalogue()?.planCount ?? 0);
  gauge('esim_catalogue_serial', 'Serial of the served snapshot.', () => sources.catalogue()?.serial ?? 0);
  gauge(
    'esim_catalogue_age_seconds',
    'Age of the newest price in the served catalogue, in seconds. -1 without prices.',
    () => age(sources.catalogue()?.newest ?? null),
  );
  gauge('esim_rates_age_seconds', 'Age of the exchange rates in seconds. -1 without rates.', async () =>
    age(await sources.ratesAt().catch(() => null)),
  );
  const perSource = (name: string, help: string, read: (run: SourceMetrics) => number | null) =>
    gauges(name, help, 'source', async () =>
      (await sources.runs()).flatMap((run): Labelled[] => {
        const value = read(run);
        return value === null ? [] : [[{ source: run.source }, value]];
      }),
    );
  perSource('esim_source_age_seconds', 'Time since the last successful run; -1: there was none.', (run) =>
    age(run.lastSuccessAt),
  );
  perSource(
    'esim_source_last_success_timestamp_seconds',
    'Time of the last successful run; 0: there was none.',
    ({ lastSuccessAt }) => Math.floor((lastSuccessAt ?? 0) / 1000),
  );
  perSource('esim_source_plans', 'Published plans of the source.', ({ plansServed }) => plansServed);
  perSource(
    'esim_source_rejected',
    'Rejected rows of the last run of the source.',
    (run) => run.counts.rejected,
  );
  perSource(
    'esim_source_quarantined',
    'Quarantined prices of the last run of the source.',
    (run) => run.counts.quarantined,
  );
  perSource('esim_source_failures', 'Failed runs in a row.', ({ failures }) => failures);
  perSource('esim_source_paused', '1 if the operator paused the source.', ({ paused }) => (paused ? 1 : 0));
  perSource('esim_source_interval_seconds', 'How often the source is read.', ({ everyMs }) =>
    everyMs === null ? null : everyMs / 1000,
  );
  gauges('esim_health_reason', '1 if health has this reason, by its code.', 'code', async () => {
    const given = new Set(sources.healthReasons());
    return Object.keys(HEALTH_REASONS).map((code) => [{ code }, given.has(code) ? 1 : 0]);
  });
  gauge('esim_store_working', '1 while the store can be reached and written.', () =>
    sources.store().working ? 1 : 0,
  );
  gauge(
    'esim_cached_answers',
    'Responses and their forms in the response cache of this process.',
    () => sources.cached().entries,
  );
  gauge(
    'esim_cached_bytes',
    'Bytes of the cached responses and of their compressed copies, at most 128 MiB.',
    () => sources.cached().bytes,
  );
}
