/** The exchange rates of one run. They come from a file or a feed, or from the store while that cannot be read. */
import { basename } from 'node:path';
import { readFileTextAsync } from '../../operator-files/read-file.ts';
import type { DocumentStore } from '../../store/port.ts';
import { FeedError } from '../adapter.ts';
import type { RatesConfig } from '../config/load.ts';
import { dateProblem, parseRates, type RateTable } from '../config/rates.ts';
import { getJson, putJson } from '../documents/json.ts';
import { createFeedClient, type NetworkOptions } from './client.ts';

/** Both fields are null if no rates are configured. */
export interface RunRates {
  /** null if the date of no table can be used. */
  readonly table: RateTable | null;
  /** Why the configured rates cannot be used. An earlier table may still be used instead. */
  readonly problem: string | null;
}

/** A daily table has a few kilobytes. The complete history of the ECB has about 8 MB and grows by 0.3 MB in a year. */
const MAX_BYTES = 16_000_000;
/** The rates are read before the feeds, so a slow server delays the whole run. */
const TIMEOUT_MS = 20_000;

type Deps = NetworkOptions & { readonly clock: () => number; readonly random: () => number };

export async function readRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  deps: Deps,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  const name = config.kind === 'file' ? basename(config.path) : 'exchange rates';
  const stored = await readStoredRates(documents);
  let read: RateTable;
  try {
    read = parseRates(await readText(config, deps));
  } catch (error) {
    return failed(`${name}: ${messageOf(error)}`);
  }
  const problem = dateProblem(read, now);
  if (problem !== null) return failed(`${name}: the table ${problem}`);
  // A table with an earlier date than the stored one is used as well: an operator corrects wrong rates with it.
  await writeStoredRates(documents, read);
  await writeRatesProblem(documents, null);
  return { table: read, problem: null };

  async function failed(message: string): Promise<RunRates> {
    const startedAt = (await readRatesProblem(documents))?.startedAt ?? now;
    await writeRatesProblem(documents, { message, startedAt });
    return storedInstead(stored, message, now);
  }
}

/** Reads the rates without downloading or writing anything: from the file, or those of the last ingest. */
export async function readKnownRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  if (config.kind === 'url') {
    const stored = await readStoredRates(documents);
    return stored === null
      ? { table: null, problem: 'the exchange rates were not downloaded yet' }
      : usable(stored, now);
  }
  try {
    const text = config.kind === 'text' ? config.text : await readFileTextAsync(config.path);
    return usable(parseRates(text), now);
  } catch (error) {
    return { table: null, problem: `the exchange rates cannot be read: ${messageOf(error)}` };
  }
}

function storedInstead(stored: RateTable | null, problem: string, now: number): RunRates {
  if (stored === null) return { table: null, problem };
  const storedProblem = dateProblem(stored, now);
  return storedProblem === null
    ? { table: stored, problem: `${problem}; the rates of ${stored.date} are used` }
    : { table: null, problem: `${problem}; the stored table ${storedProblem}` };
}

function usable(table: RateTable, now: number): RunRates {
  const problem = dateProblem(table, now);
  return problem === null
    ? { table, problem: null }
    : { table: null, problem: `the table of exchange rates ${problem}` };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'cannot be read');

async function readText(config: RatesConfig, deps: Deps): Promise<string> {
  if (config.kind === 'text') return config.text;
  if (config.kind === 'file')
    return readFileTextAsync(config.path).catch(() => {
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

interface StoredRates {
  readonly date: string;
  readonly usdFor: Readonly<Record<string, string>>;
}

/** Returns the last table that was read, or null. */
export async function readStoredRates(documents: DocumentStore): Promise<RateTable | null> {
  const { date, usdFor } = (await getJson<Partial<StoredRates>>(documents, 'rates', 'latest')) ?? {};
  if (date === undefined || usdFor === undefined) return null;
  return { date, usdFor: new Map(Object.entries(usdFor)) };
}

export const writeStoredRates = (documents: DocumentStore, { date, usdFor }: RateTable) =>
  putJson(documents, 'rates', 'latest', { date, usdFor: Object.fromEntries(usdFor) });

/** Why the configured table cannot be used, and since which run. */
export interface RatesProblem {
  readonly message: string;
  readonly startedAt: number;
}

/** Returns null if the last run could use the table. */
export const readRatesProblem = (documents: DocumentStore) =>
  getJson<RatesProblem>(documents, 'rates', 'problem');

const writeRatesProblem = (documents: DocumentStore, problem: RatesProblem | null): Promise<void> =>
  problem === null ? documents.delete('rates', 'problem') : putJson(documents, 'rates', 'problem', problem);
