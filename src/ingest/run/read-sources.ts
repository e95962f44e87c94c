/** All sources of one run: read a few at a time, then their prices compared with those of the whole market. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentStore } from '../../store/port.ts';
import type { PendingSource, SourceAttempt } from '../accept/accept-source.ts';
import { createMarketPrices } from '../accept/market-prices.ts';
import { judgePrices } from '../accept/quarantine.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { loadRates } from '../config/rates.ts';
import type { IngestEvent, RunRecord } from '../documents.ts';
import type { Overrides } from '../normalise/overrides.ts';
import type { RunRates } from '../normalise/price.ts';
import { createFeedClient } from '../read/client.ts';
import type { Environment } from '../read/credentials.ts';
import type { Lookup } from '../read/target.ts';
import { type CurrentMarket, NOTHING } from './published.ts';
import { runSource } from './run-source.ts';

/** Feeds are slow and we are polite to each: a few at a time keep one slow feed from holding up all. */
const SOURCES_AT_ONCE = 4;
/** A table of rates has a few kilobytes. */
const RATES_MAX_BYTES = 2_000_000;
const RATES_TIMEOUT_MS = 20_000;

export interface ReadingOptions {
  readonly config: IngestConfig;
  readonly store: { readonly documents: DocumentStore };
  readonly clock: () => number;
  readonly random: () => number;
  /** Where credentials are read from, by name. */
  readonly env: Environment;
  readonly network?: NetworkOptions;
  readonly onEvent?: (event: IngestEvent) => void;
  /** Tells every refused row as it is met. */
  readonly explain?: boolean;
}

/** For tests, and for nothing else but `sleep`. */
export interface NetworkOptions {
  readonly lookup?: Lookup;
  readonly allowLoopback?: boolean;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly connectMs?: number;
}

export async function ratesFor(
  { config, store, clock, random, network = {} }: ReadingOptions,
  now: number,
): Promise<RunRates> {
  const client = createFeedClient({
    clock,
    random,
    sleep,
    ...network,
    paceMs: 0,
    timeoutMs: RATES_TIMEOUT_MS,
    maxBytes: RATES_MAX_BYTES,
  });
  try {
    return await loadRates(config.rates, store.documents, client.request, now);
  } finally {
    client.close();
  }
}

/** What all sources of one run have in common. */
interface SharedTools {
  readonly rates: RunRates;
  readonly overrides: Overrides;
  readonly current: () => Promise<CurrentMarket>;
  /** How each source fared last. */
  readonly records: ReadonlyMap<string, RunRecord | null>;
  /** Throws where the run must not go on. */
  readonly checkLease: () => void;
}

/** A source with what became of it, and how long it took. */
interface Took<T> {
  readonly source: SourceConfig;
  readonly attempt: T;
  readonly durationMs: number;
}
type SettledSource = Took<SourceAttempt>;

export async function readSources(
  options: ReadingOptions,
  wanted: readonly SourceConfig[],
  tools: SharedTools,
  now: number,
): Promise<readonly SettledSource[]> {
  const runs = await inParallel(wanted, SOURCES_AT_ONCE, async (source) => {
    const began = options.clock();
    const attempt = await attemptSource(options, source, tools, now);
    return { source, attempt, durationMs: options.clock() - began };
  });
  return settleAll(options.config, runs, tools.current, now);
}

async function attemptSource(
  options: ReadingOptions,
  source: SourceConfig,
  { records, ...shared }: SharedTools,
  now: number,
): Promise<SourceAttempt | PendingSource> {
  const { config, store, clock, random, env, network = {}, onEvent, explain } = options;
  onEvent?.({ type: 'source_started', source: source.id });
  const attempt = await runSource(source, {
    providers: config.providers,
    ...shared,
    documents: store.documents,
    record: records.get(source.id) ?? null,
    env,
    now,
    client: {
      clock,
      random,
      sleep,
      ...network,
      onRetry: (wait) => onEvent?.({ type: 'waiting', source: source.id, ...wait }),
    },
    onPage: (progress) => onEvent?.({ type: 'page', source: source.id, ...progress }),
    ...(explain === true && onEvent !== undefined
      ? { onReject: (row) => onEvent({ type: 'reject', source: source.id, ...row }) }
      : {}),
  });
  const problem = 'settle' in attempt ? null : attempt.problem;
  onEvent?.({ type: 'source_read', source: source.id, problem });
  return attempt;
}

/** Prices are compared with those of all other sources: this run's, and for the rest what the catalogue holds. */
async function settleAll(
  { sources, sample }: IngestConfig,
  runs: readonly Took<SourceAttempt | PendingSource>[],
  load: () => Promise<CurrentMarket>,
  now: number,
): Promise<readonly SettledSource[]> {
  const pending = new Map(
    runs.flatMap(({ source, attempt }) => ('settle' in attempt ? [[source.id, attempt]] : [])),
  );
  const market = createMarketPrices();
  // Invented prices need no guard.
  if (!sample) {
    for (const { offer } of pending.values()) for (const { plan } of offer.candidates) market.add(plan);
    for (const { id, provider } of sources)
      if (!pending.has(id))
        for (const plan of (await load()).plansOf(id, provider, now).plans) market.add(plan);
  }
  const settled: SettledSource[] = [];
  for (const { source, attempt, durationMs } of runs) {
    if (!('settle' in attempt)) {
      settled.push({ source, attempt, durationMs });
      continue;
    }
    const verdict = judgePrices(attempt.offer, market, now);
    const isAllNew = verdict.withheld.length === 0 && !attempt.keepsSome;
    const lastGood = (isAllNew ? NOTHING : await load()).plansOf(source.id, source.provider, now);
    settled.push({ source, attempt: attempt.settle(verdict, lastGood), durationMs });
  }
  return settled;
}

/** Runs a task for each item, at most `limit` at once; results in the order of the items. The first error ends it. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as T);
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  // All workers have stopped before anything is reported: nothing goes on behind the caller's back.
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return results;
}
