/**
 * What the operator's Prometheus reads. The serving path only adds to plain numbers; they become metrics when somebody
 * asks. No label ever holds a caller, a path or a query.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { GuardStats } from '../limits/guard.ts';
import type { StoreStatus } from '../store/port.ts';
import type { Connections } from './connections.ts';
import type { AnswerCounts } from './counts.ts';

/** How a source fared last, as ingest remembers it. */
export interface SourceRun {
  readonly source: string;
  readonly lastSuccessAt: number | null;
  readonly plansServed: number;
  readonly counts: { readonly rejected: number; readonly withheld: number };
  readonly failures: number;
}

export interface MetricsSources {
  readonly answers: AnswerCounts;
  readonly connections: Pick<Connections, 'open' | 'refused'>;
  readonly guard: () => GuardStats;
  readonly catalogue: () => Catalogue | null;
  readonly store: () => StoreStatus;
  /** Of the configured sources; none while the store does not answer. */
  readonly runs: () => Promise<readonly SourceRun[]>;
  readonly cached: () => number;
  readonly clock: () => number;
}

export function createMetrics(sources: MetricsSources): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'esim_' });

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });

  new Counter({
    name: 'esim_http_answers_total',
    help: 'Answers by area and status.',
    labelNames: ['area', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { area, status, count } of sources.answers.entries()) this.inc({ area, status }, count);
    },
  });
  new Counter({
    name: 'esim_limit_decisions_total',
    help: 'Units taken, requests refused, and admissions that left a window nearly spent, by window.',
    labelNames: ['window', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [window, { taken, refused, nearEnd }] of Object.entries(sources.guard())) {
        this.inc({ window, outcome: 'taken' }, taken);
        this.inc({ window, outcome: 'refused' }, refused);
        this.inc({ window, outcome: 'near_end' }, nearEnd);
      }
    },
  });
  gauge(
    'esim_http_connections',
    'Open connections of the public port, at most 10,000.',
    () => sources.connections.open,
  );
  new Counter({
    name: 'esim_http_connections_refused_total',
    help: 'Connections refused, because their caller or all callers together held as many as they may.',
    labelNames: ['held_by'],
    registers: [registry],
    collect() {
      this.reset();
      const { caller, total } = sources.connections.refused;
      this.inc({ held_by: 'caller' }, caller);
      this.inc({ held_by: 'all' }, total);
    },
  });
  gauge(
    'esim_catalogue_plans',
    'Plans in the catalogue being served.',
    () => sources.catalogue()?.planCount ?? 0,
  );
  gauge('esim_catalogue_serial', 'Edition being served.', () => sources.catalogue()?.serial ?? 0);
  gauge('esim_catalogue_age_seconds', 'Age of the newest observation.', () => {
    const newest = sources.catalogue()?.newest ?? null;
    return newest === null ? -1 : Math.max(0, (sources.clock() - newest) / 1000);
  });
  const perSource = (name: string, help: string, read: (run: SourceRun) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const run of await sources.runs()) this.set({ source: run.source }, read(run));
      },
    });
  perSource('esim_source_age_seconds', 'Since its last good read; -1: never.', ({ lastSuccessAt }) =>
    lastSuccessAt === null ? -1 : Math.max(0, (sources.clock() - lastSuccessAt) / 1000),
  );
  perSource(
    'esim_source_last_success_timestamp_seconds',
    'When it was last read well; 0: never.',
    ({ lastSuccessAt }) => Math.floor((lastSuccessAt ?? 0) / 1000),
  );
  perSource('esim_source_plans', 'Its plans in the catalogue.', ({ plansServed }) => plansServed);
  perSource('esim_source_rejected', 'Rows refused in its last read.', ({ counts }) => counts.rejected);
  perSource('esim_source_withheld', 'Prices held back in its last read.', ({ counts }) => counts.withheld);
  perSource('esim_source_failures', 'Reads in a row that did not go through.', ({ failures }) => failures);
  gauge('esim_store_working', '1 while the store works.', () => (sources.store().working ? 1 : 0));
  gauge('esim_cached_answers', 'Cached answers held by this process.', () => sources.cached());
  return registry;
}
