/**
 * What the operator's Prometheus reads; docs/operating.md says what each is for. The serving path only adds to plain
 * numbers; they become metrics when somebody asks. No label ever holds a caller, an address or a query.
 */
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CacheCounts } from '../comparison/answers.ts';
import type { LimiterStats } from '../limits/limiter.ts';
import type { HeldCallers, WindowUsage } from '../limits/port.ts';
import type { StoreStatus } from '../store/port.ts';
import type { Connections } from './connections.ts';
import { type AnswerCounts, DURATION_BUCKETS, type Durations } from './listener.ts';

/** How a source fared last, as ingest remembers it. */
export interface SourceRun {
  readonly source: string;
  readonly lastSuccessAt: number | null;
  readonly plansServed: number;
  readonly counts: { readonly rejected: number; readonly quarantined: number };
  readonly failures: number;
}

export interface MetricsSources {
  readonly answers: AnswerCounts;
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
  readonly runs: () => Promise<readonly SourceRun[]>;
  /** Of the exchange rates, in milliseconds; null: there are none. */
  readonly ratesAt: () => Promise<number | null>;
  readonly cached: () => number;
  readonly cacheCounts: () => CacheCounts;
  readonly clock: () => number;
}

export function createMetrics(sources: MetricsSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'esim_' });
  registry.registerMetric(durations(sources.answers));
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
  type Labelled = readonly [labels: Record<string, string>, value: number];
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

  counts('esim_http_answers_total', 'Answers by area and status.', ['area', 'status'], () =>
    [...sources.answers.entries()].map(({ area, status, count }) => [{ area, status }, count]),
  );
  counts(
    'esim_limit_decisions_total',
    'Units taken, requests refused, and admissions that left a window nearly spent, by window.',
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
    'Units left of a budget of the whole service until midnight UTC; none while the store does not answer.',
    'window',
    async () => {
      const budgets = await sources.budgets().catch(() => []);
      return budgets.map(({ name, limit, taken }) => [{ window: name }, Math.max(0, limit - taken)]);
    },
  );
  gauge(
    'esim_limit_callers',
    'Callers in the table of counts; -1: the shared store keeps them.',
    () => sources.held()?.callers ?? -1,
  );
  gauge(
    'esim_limit_callers_max',
    'How many the table of counts holds; -1: the shared store keeps them.',
    () => sources.held()?.max ?? -1,
  );
  gauge('esim_limit_table_full', '1 while new callers get 503, because the table of counts is full.', () =>
    sources.held()?.isFull ? 1 : 0,
  );
  gauge('esim_burst_callers', 'Callers whom the burst limit remembers.', () => sources.burstCallers());
  gauge(
    'esim_http_connections',
    'Open connections of the public port, at most 10,000.',
    () => sources.connections.open,
  );
  counts(
    'esim_http_connections_refused_total',
    'Connections refused, because their caller or all callers together held as many as they may.',
    ['held_by'],
    () => [
      [{ held_by: 'caller' }, sources.connections.refused.caller],
      [{ held_by: 'all' }, sources.connections.refused.total],
    ],
  );
  gauge(
    'esim_catalogue_plans',
    'Plans in the catalogue being served.',
    () => sources.catalogue()?.planCount ?? 0,
  );
  gauge('esim_catalogue_serial', 'Edition being served.', () => sources.catalogue()?.serial ?? 0);
  gauge('esim_catalogue_age_seconds', 'Age of the newest observation; -1: there is none.', () =>
    age(sources.catalogue()?.newest ?? null),
  );
  gauge(
    'esim_rates_age_seconds',
    'Since the day that the exchange rates are of; -1: there are none.',
    async () => age(await sources.ratesAt().catch(() => null)),
  );
  const perSource = (name: string, help: string, read: (run: SourceRun) => number) =>
    gauges(name, help, 'source', async () =>
      (await sources.runs()).map((run) => [{ source: run.source }, read(run)]),
    );
  perSource('esim_source_age_seconds', 'Since its last good read; -1: never.', (run) =>
    age(run.lastSuccessAt),
  );
  perSource(
    'esim_source_last_success_timestamp_seconds',
    'When it was last read well; 0: never.',
    ({ lastSuccessAt }) => Math.floor((lastSuccessAt ?? 0) / 1000),
  );
  perSource('esim_source_plans', 'Its plans in the catalogue.', ({ plansServed }) => plansServed);
  perSource('esim_source_rejected', 'Rows refused in its last read.', (run) => run.counts.rejected);
  perSource('esim_source_withheld', 'Prices held back in its last read.', (run) => run.counts.quarantined);
  perSource('esim_source_failures', 'Reads in a row that did not go through.', ({ failures }) => failures);
  gauge('esim_store_working', '1 while the store can be reached and written.', () =>
    sources.store().working ? 1 : 0,
  );
  gauge('esim_cached_answers', 'Cached answers held by this process.', () => sources.cached());
  counts(
    'esim_cache_lookups_total',
    'Answers looked for: hit (in this process), stored (in the store), computed, joined (somebody computed it already).',
    ['outcome'],
    () => Object.entries(sources.cacheCounts()).map(([outcome, value]) => [{ outcome }, value]),
  );
  return registry;
}

/** What a scrape sees of the answers' durations. The library's own histogram would weigh each of them when it happens. */
function durations(answers: AnswerCounts): Metric {
  const name = 'esim_http_duration_seconds';
  const help = 'From a request’s head to its answer handed to the system, by route; where a route was found.';
  const get = async () => {
    const values = [...answers.durations].flatMap(([route, taken]) => valuesOf(name, route, taken));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  };
  return { name, get, reset() {} } as unknown as Metric;
}

function valuesOf(name: string, route: string, { counts, sum }: Durations) {
  let count = 0;
  const buckets = counts.map((taken, at) => {
    count += taken;
    const labels = { le: String(DURATION_BUCKETS[at] ?? '+Inf'), route };
    return { metricName: `${name}_bucket`, labels, value: count };
  });
  const labels = { route };
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
