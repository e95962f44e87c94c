/** The rate table of one run: from a file or a feed, or the last one that was good, as long as it is recent. */
import { readFile } from 'node:fs/promises';
import type { DocumentStore } from '../store/port.ts';
import type { FeedRequest } from './adapter.ts';
import type { RatesConfig } from './config/load.ts';
import type { RunRates } from './price.ts';
import { areTooOld, parseRates, RATES_AGE_MAX_DAYS, RatesError, type RateTable } from './rates.ts';

type Ask = (request: FeedRequest) => Promise<{ readonly status: number; readonly body: Uint8Array }>;

export async function loadRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  ask: Ask,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  const stored = await readStored(documents);
  let problem: string | null = null;
  let table = stored;
  try {
    const read = parseRates(await readText(config, ask));
    if (table === null || read.date >= table.date) {
      table = read;
      await writeStored(documents, read);
    }
  } catch (error) {
    problem = error instanceof Error ? error.message : 'exchange rates cannot be read';
  }
  if (table === null) return { table: null, problem: problem ?? 'there are no exchange rates' };
  if (areTooOld(table, now))
    return {
      table: null,
      problem: `exchange rates of ${table.date} are older than ${RATES_AGE_MAX_DAYS} days`,
    };
  return { table, problem: null };
}

async function readText(config: RatesConfig, ask: Ask): Promise<string> {
  if (config.kind === 'text') return config.text;
  if (config.kind === 'url') {
    const { status, body } = await ask({ url: config.url });
    if (status !== 200) throw new RatesError(`exchange rates: answered ${status}`);
    return new TextDecoder().decode(body);
  }
  try {
    return await readFile(config.path, 'utf8');
  } catch {
    throw new RatesError('the file of exchange rates cannot be read');
  }
}

const [COLLECTION, KEY] = ['rates', 'latest'] as const;

async function readStored(documents: DocumentStore): Promise<RateTable | null> {
  const bytes = await documents.get(COLLECTION, KEY);
  if (bytes === null) return null;
  try {
    const { date, usdFor } = JSON.parse(new TextDecoder().decode(bytes)) as {
      date: string;
      usdFor: Record<string, string>;
    };
    return { date, usdFor: new Map(Object.entries(usdFor)) };
  } catch {
    return null;
  }
}

async function writeStored(documents: DocumentStore, { date, usdFor }: RateTable): Promise<void> {
  const text = JSON.stringify({ date, usdFor: Object.fromEntries(usdFor) });
  await documents.put(COLLECTION, KEY, new TextEncoder().encode(text));
}
