/** What people write into one cell of a table: "$5.00", "1000 MB/day", "Unlimited", "Europe (36 countries)". */
import type { DataAmount } from '../adapter.ts';
import { amountOfText, type Base } from './amount.ts';
import { needPrice, type Prices } from './money.ts';
import { refuse, show } from './refusal.ts';
import { textOrNull } from './value.ts';

/** Signs that mean one currency. "$" and "¥" stand for several: the column or the constant must say which. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₺': 'TRY',
  '₹': 'INR',
  '₩': 'KRW',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
};
const SHARED_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'],
  '¥': ['JPY', 'CNY'],
};

const MARK = '[A-Z]{3}|[A-Z]{0,2}\\$|[€£₺₹₩¥]';
const MARK_FIRST = new RegExp(`^(${MARK}) ?([\\d.,]+)$`);
const MARK_LAST = new RegExp(`^([\\d.,]+) ?(${MARK})$`);

/** One price with or without its currency: "$5.00", "5.00 USD", "€4,50", "1,299.00". `stated`: what stands beside it. */
export function needPriceCell(value: unknown, stated: unknown, pointPlaces: number): Prices {
  if (typeof value !== 'string') return needPrice(value, stated, pointPlaces);
  const text = value.replace(/\s+/g, ' ').trim();
  const first = MARK_FIRST.exec(text);
  const last = first === null ? MARK_LAST.exec(text) : null;
  const mark = first?.[1] ?? last?.[2];
  const amount = plainDecimal(first?.[2] ?? last?.[1] ?? text);
  return needPrice(amount, mark === undefined ? stated : currencyOf(mark, stated, value), pointPlaces);
}

function currencyOf(mark: string, stated: unknown, value: unknown): string {
  const beside = textOrNull(stated)?.toUpperCase() ?? null;
  const shared = SHARED_SIGNS[mark];
  if (shared !== undefined) {
    if (beside !== null && shared.includes(beside)) return beside;
    return refuse('unknown_currency', `The price is ${show(value)}, and the currency ${show(beside ?? '')}.`);
  }
  const own = SIGNS[mark] ?? mark;
  if (beside !== null && beside !== own)
    refuse('unknown_currency', `The price is ${show(value)}, and the currency ${show(beside)}.`);
  return own;
}

/** "4,50" has a decimal comma and "1,299.00" marks thousands; "1,299" may be either and stays as it is. */
function plainDecimal(text: string): string {
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  return /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text;
}

export interface AmountCell {
  readonly unlimited: boolean;
  /** Of an unlimited plan: what a day has at full speed. */
  readonly data: DataAmount | null;
  /** "day", "week" or "month" where the cell says so. */
  readonly per: string | null;
}

const UNLIMITED = /^(?:unlimited|unlimited data|no limit|∞)$/i;
const UNLIMITED_UP_TO = /^unlimited(?: data)?[ ,:(-]+([\d.]+ ?[GM]B ?(?:\/|per|a|daily)[^)]*)\)?$/i;
const PERIOD = /^(.*?B) ?(?:(?:\/|per|a|each|every) ?(day|week|month)|(daily|weekly|monthly))$/i;

/** "3 GB", "1000 MB/day", "500 MB daily", "Unlimited", "Unlimited (2 GB/day)"; null for anything else. */
export function amountCell(value: unknown, base: Base): AmountCell | null {
  const text = textOrNull(value);
  if (text === null) return null;
  if (UNLIMITED.test(text)) return { unlimited: true, data: null, per: null };
  const upTo = UNLIMITED_UP_TO.exec(text)?.[1]?.trim();
  if (upTo !== undefined) {
    const daily = amountCell(upTo, base);
    return daily?.per === 'day' ? { unlimited: true, data: daily.data, per: null } : null;
  }
  const [, amount, period, adverb] = PERIOD.exec(text) ?? [];
  const data = amountOfText(amount?.trim() ?? text, base);
  if (data === null) return null;
  const word = (period ?? adverb)?.toLowerCase() ?? null;
  return { unlimited: false, data, per: word === 'daily' ? 'day' : (word?.replace(/ly$/, '') ?? null) };
}

/** The bare number of "0 MB", for words that mean "no limit". */
export const numberPart = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/ ?[GM]B$/i, '') : value;

const COUNT_OF_PLACES = /[ ,(-]{0,5}\b\d{1,3}\+? ?(?:countries|destinations|areas|places)\)?$/i;

/** "Europe 36 countries" without the number, which changes with every new agreement. */
export const withoutCount = (text: string): string => text.replace(COUNT_OF_PLACES, '').trim();
