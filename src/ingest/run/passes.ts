/**
 * The passes of a run over a group of sources: read, normalise, accept, quarantine, merge and discounts. Nothing is
 * published or recorded.
 */
import type { Market } from '../../catalogue/catalogue.ts';
import type { DocumentStore } from '../../store/port.ts';
import { readPast } from '../accept/accept-source.ts';
import { withPlausibleDiscounts } from '../accept/discounts.ts';
import { marketPrices } from '../accept/market-prices.ts';
import { convertCoupons } from '../config/coupons.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { readHidden } from '../documents/hidden.ts';
import { createOverrides, type Overrides } from '../normalise/overrides.ts';
import { createParser } from '../read/parsing.ts';
import type { RunRates } from '../read/rates.ts';
import { readRates } from '../read/rates.ts';
import { acceptRun } from './accept-run.ts';
import type { ProgressNote } from './in-progress.ts';
import { type Merged, mergeSources } from './merge.ts';
import type { Records } from './plan-run.ts';
import { lastGoodPlans, type PublishedMarket } from './published.ts';
import { quarantineRun } from './quarantine-run.ts';
import { type ReadSourceDeps, readSource } from './read-source.ts';
import { isUnfinished } from './record.ts';
import type { AcceptedRun, FailedRun, FinishedRun, HeldRun } from './source-run.ts';

interface PassesInput extends Omit<ReadSourceDeps, 'providers' | 'overrides' | 'rates' | 'parser'> {
  readonly config: IngestConfig;
  readonly sources: readonly SourceConfig[];
  readonly records: Records;
  readonly processorMs?: () => number;
  readonly published: PublishedMarket;
  readonly documents: DocumentStore;
  /** Notes which sources are being read, for the run after a crash. null: the sample market, which has only bundled files. */
  readonly note: ProgressNote | null;
}

export interface PassesResult {
  /** Of the sources that were read, in the order of the file. */
  readonly runs: readonly FinishedRun[];
  readonly merged: Merged;
  /** The market to publish. */
  readonly market: Market;
  readonly rates: RunRates;
  readonly overrides: Overrides;
  /** Coupons that are left out, because there is no exchange rate. */
  readonly unconverted: readonly string[];
  /** Coupons that are left out, because they were confirmed in the future. */
  readonly future: readonly string[];
}

/** Requests to one feed are paced, so a feed may be slow. With a few at a time, one slow feed does not delay all. */
const SOURCES_AT_ONCE = 4;

export async function runPasses(input: PassesInput): Promise<PassesResult> {
  const { config, sources, records, published, documents, note, now } = input;
  const { clock, random, network } = input;
  const rates = await readRates(config.rates, documents, { clock, random, ...network }, now);
  const overrides = createOverrides(config.overrides, await readHidden(documents), now);

  // Read and normalise: each source by itself.
  const parser = createParser(input.processorMs);
  const deps = { ...input, providers: config.providers, overrides, rates, parser };
  const read = (source: SourceConfig) => readSource(source, deps);
  const reads = await inParallel(sources, SOURCES_AT_ONCE, (source) =>
    note === null ? read(source) : note.during(source.id, () => read(source)),
  );

  // Accept: each source, and each provider of a shared source, against its own last good run.
  const checked: CheckedOrFailed[] = [];
  for (const run of reads) {
    if (run.stage === 'failed') {
      checked.push(run);
      continue;
    }
    const { id } = run.source;
    const past = await readPast(documents, id, records.get(id)?.lastGood ?? null);
    checked.push(acceptRun(run, past, published, now));
  }

  // Quarantine: single prices against their own past and against the prices of all other sources.
  // The invented prices of the sample market are not compared with each other.
  const prices = marketPrices(
    config.sample ? [] : plansOfMarket(config, checked, published, overrides.hides, now),
  );
  const runs = checked.map((run) =>
    run.stage === 'accepted' ? quarantineRun(run, prices, published, now) : run,
  );

  // Merge.
  const { coupons, unconverted, future } = convertCoupons(config.coupons, rates.table, now);
  const merged = mergeSources({
    config,
    runs: new Map(runs.map((run) => [run.source.id, run])),
    published,
    coupons,
    hides: overrides.hides,
    isUnfinished: (source) => isUnfinished(records.get(source)),
    now,
  });

  // Discounts: one that the operator has not confirmed must not make a price far below the market.
  const market = withPlausibleDiscounts(merged.market, prices);
  return { runs, merged, market, rates, overrides, unconverted, future };
}

type CheckedOrFailed = AcceptedRun | HeldRun | FailedRun;

/** This run's candidates, and the last good plans of all other sources. */
function* plansOfMarket(
  { sources }: IngestConfig,
  runs: readonly CheckedOrFailed[],
  published: PublishedMarket,
  hides: Overrides['hides'],
  now: number,
) {
  const accepted = new Map(
    runs.flatMap((run) => (run.stage === 'accepted' ? [[run.source.id, run.accepted] as const] : [])),
  );
  for (const source of sources) {
    const own = accepted.get(source.id)?.candidates ?? lastGoodPlans(published, source, now);
    for (const { plan } of own) if (!hides(plan.provider, plan.id)) yield plan;
  }
}

/** Runs a task for each item, at most `limit` at once. Returns the results in the order of the items. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  // All workers have stopped before an error is reported.
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return results;
}
