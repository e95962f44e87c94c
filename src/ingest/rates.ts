/** One dated table of exchange rates. Decimal digits throughout: no binary fraction ever touches money. */
import { readFile } from 'node:fs/promises';
import sax from 'sax';
import type { DocumentStore } from '../store/port.ts';
import type { FeedRequest } from './adapter.ts';
import type { RatesConfig } from './config/load.ts';
import type { RunRates } from './price.ts';

export interface RateTable {
  /** `YYYY-MM-DD`, the day that the rates are of. */
  readonly date: string;
  /** USD for one unit of a currency, as a decimal string. Always holds USD itself as "1". */
  readonly usdFor: ReadonlyMap<string, string>;
}

/** Rates move by a percent or so in a week; beyond that a converted price would mislead. */
export const RATES_AGE_MAX_DAYS = 7;
const MS_PER_DAY = 86_400_000;

export class RatesError extends Error {
  override readonly name = 'RatesError';
}

export function areTooOld(table: RateTable, now: number): boolean {
  return now - Date.parse(`${table.date}T00:00:00Z`) > (RATES_AGE_MAX_DAYS + 1) * MS_PER_DAY;
}

/** Reads an ECB-style table: JSON `{date, base, rates}` or the ECB's own XML, told apart by the first character. */
export function parseRates(text: string): RateTable {
  const start = text.trimStart()[0];
  if (start === '{') return fromJson(text);
  if (start === '<') return fromXml(text);
  throw new RatesError('exchange rates are neither JSON nor XML');
}

function fromJson(text: string): RateTable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RatesError('exchange rates are not valid JSON');
  }
  const { date, base, rates } = value as { date?: unknown; base?: unknown; rates?: unknown };
  if (typeof date !== 'string' || typeof base !== 'string' || typeof rates !== 'object' || rates === null)
    throw new RatesError('exchange rates need "date", "base" and "rates"');
  const entries = Object.entries(rates).map(([code, rate]): [string, string] => [code, String(rate)]);
  return buildTable(date, base, entries);
}

function fromXml(text: string): RateTable {
  const parser = sax.parser(true);
  const rates: [string, string][] = [];
  let date = '';
  let days = 0;
  parser.onopentag = ({ attributes: { time, currency, rate } }) => {
    if (typeof time === 'string' && ++days === 1) date = time;
    // The history file holds many days, the newest first; only that one is wanted.
    if (days === 1 && typeof currency === 'string' && typeof rate === 'string') rates.push([currency, rate]);
  };
  parser.onerror = () => {
    throw new RatesError('exchange rates are not valid XML');
  };
  parser.write(text).close();
  return buildTable(date, 'EUR', rates);
}

/** `rates` are units of a currency for one unit of the base, as the ECB and every copy of it give them. */
function buildTable(date: string, base: string, rates: readonly (readonly [string, string])[]): RateTable {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new RatesError('exchange rates carry no day');
  const perBase = new Map<string, string>([...rates, [base, '1']]);
  const usd = perBase.get('USD');
  if (usd === undefined) throw new RatesError('exchange rates do not name USD');
  const usdFor = new Map<string, string>();
  for (const [code, rate] of perBase) {
    if (!/^[A-Z]{3}$/.test(code)) throw new RatesError('exchange rates name something that is no currency');
    usdFor.set(code, divide(usd, rate));
  }
  return { date, usdFor };
}

/** Digits kept of a quotient: ten tell the cents of ten million dollars apart. */
const SIGNIFICANT_DIGITS = 10;

/** a ÷ b for plain decimal strings, rounded half up to ten significant digits. */
export function divide(a: string, b: string): string {
  const top = parts(a);
  const bottom = parts(b);
  const numerator = top.digits * 10n ** BigInt(bottom.scale);
  const denominator = bottom.digits * 10n ** BigInt(top.scale);
  // As many decimals as leave ten digits: more for a currency of which a dollar buys thousands.
  let decimals = SIGNIFICANT_DIGITS;
  while (numerator * 10n ** BigInt(decimals) < denominator * 10n ** BigInt(SIGNIFICANT_DIGITS - 1))
    decimals++;
  const scaled = (numerator * 10n ** BigInt(decimals) * 2n + denominator) / (denominator * 2n);
  const text = scaled.toString().padStart(decimals + 1, '0');
  const fraction = text.slice(-decimals).replace(/0+$/, '');
  const whole = text.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function parts(decimal: string): { digits: bigint; scale: number } {
  const match = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(decimal);
  const digits = match === null ? 0n : BigInt(`${match[1]}${match[2] ?? ''}`);
  if (digits === 0n) throw new RatesError('an exchange rate is not a positive decimal number');
  return { digits, scale: match?.[2]?.length ?? 0 };
}

// The rate table of one run: from a file or a feed, or the last one that was good, as long as it is recent.

type Ask = (request: FeedRequest) => Promise<{ readonly status: number; readonly body: Uint8Array }>;

export async function loadRates(
  config: RatesConfig | null,
  documents: DocumentStore,
  ask: Ask,
  now: number,
): Promise<RunRates> {
  if (config === null) return { table: null, problem: null };
  const stored = await readStoredRates(documents);
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

/** The last table that was good; null: none was. */
export async function readStoredRates(documents: DocumentStore): Promise<RateTable | null> {
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
