/** Reads the exchange rates of one run from a file or a feed. If that fails, uses the last good table while recent. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentStore } from '../../store/port.ts';
import type { RatesConfig } from '../config/load.ts';
import { areTooOld, parseRates, RATES_AGE_MAX_DAYS } from '../config/rates.ts';
import { readStoredRates, writeStoredRates } from '../documents.ts';
import { FeedError, type RateTable, type RunRates } from '../types.ts';
import { createFeedClient, type NetworkOptions } from './client.ts';

/** A table of rates has a few kilobytes. */
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 20_000;

type Deps = NetworkOptions & { readonly clock: () => number; readonly random: () => number };

export async function readRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  deps: Deps,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  let table = await readStoredRates(documents);
  let problem: string | null = null;
  const name = config.kind === 'file' ? basename(config.path) : 'exchange rates';
  try {
    const read = parseRates(await readText(config, deps));
    if (table === null || read.date >= table.date) {
      table = read;
      await writeStoredRates(documents, read);
    } else if (areTooOld(read, now)) {
      problem = `${name}: is from ${read.date}, more than ${RATES_AGE_MAX_DAYS} days ago`;
    }
  } catch (error) {
    problem = `${name}: ${error instanceof Error ? error.message : 'cannot be read'}`;
  }
  const rates = usableRates(table, problem ?? 'there are no exchange rates', now);
  if (problem === null || rates.table === null) return rates;
  return { ...rates, problem: `${problem}; the rates of ${rates.table.date} are used` };
}

/** Reads rates for `esim try`, which downloads and writes nothing: from the file, or those of the last ingest. */
export async function readKnownRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  if (config.kind === 'url')
    return usableRates(await readStoredRates(documents), 'the exchange rates were not downloaded yet', now);
  try {
    const text = config.kind === 'text' ? config.text : await readFile(config.path, 'utf8');
    return usableRates(parseRates(text), '', now);
  } catch (error) {
    return { table: null, problem: `the exchange rates cannot be read: ${(error as Error).message}` };
  }
}

function usableRates(table: RateTable | null, problem: string, now: number): RunRates {
  if (table === null) return { table: null, problem };
  if (!areTooOld(table, now)) return { table, problem: null };
  return {
    table: null,
    problem: `exchange rates of ${table.date} are older than ${RATES_AGE_MAX_DAYS} days`,
  };
}

async function readText(config: RatesConfig, deps: Deps): Promise<string> {
  if (config.kind === 'text') return config.text;
  if (config.kind === 'file')
    return readFile(config.path, 'utf8').catch(() => {
      throw new FeedError('cannot be read');
    });
  const client = createFeedClient({ ...deps, paceMs: 0, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  try {
    const { status, body } = await client.request({ url: config.url });
    if (status !== 200) throw new FeedError(`returned status ${status}`);
    return new TextDecoder().decode(body);
  } finally {
    client.close();
  }
}
