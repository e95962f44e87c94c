/** Amounts of data: numbers with a unit beside them, and short texts such as "3 GB". */
import type { DataAmount, Draft } from '../adapter.ts';
import { numberOrNull, refuse, show, textOrNull } from './value.ts';

export type Base = DataAmount['base'];
export type Unit = DataAmount['unit'];

/** Above an exabyte no feed means what it says; kept finite so that later sums stay exact. */
const BYTES_MAX = 1e18;
const BYTES_OF: Readonly<Record<Unit, number>> = { bytes: 1, MB: 1e6, GB: 1e9 };

export function unitOrNull(value: unknown): Unit | null {
  if (typeof value !== 'string') return null;
  const word = value.trim().toUpperCase();
  if (word === 'GB' || word === 'MB') return word;
  return word === 'B' || word === 'BYTES' || word === 'BYTE' ? 'bytes' : null;
}

/** A positive amount in a known unit, or null. */
export function amountOrNull(value: unknown, unit: Unit, base: Base): DataAmount | null {
  const amount = numberOrNull(value);
  if (amount === null || amount <= 0 || amount * BYTES_OF[unit] > BYTES_MAX) return null;
  return { amount, unit, base };
}

export function needAmount(value: unknown, unit: Unit, base: Base): DataAmount {
  return (
    amountOrNull(value, unit, base) ??
    refuse('impossible_data', `The amount of data is ${show(value)} ${unit}.`)
  );
}

const AMOUNT_TEXT = /^(\d{1,6}(?:\.\d{1,3})?) ?(GB|MB|TB)$/i;

/** "3 GB", "500MB", "1.5 gb", "1 TB"; null for anything else. */
export function amountOfText(value: unknown, base: Base): DataAmount | null {
  if (typeof value !== 'string') return null;
  const match = AMOUNT_TEXT.exec(value.trim());
  if (match === null) return null;
  const unit = (match[2] ?? '').toUpperCase();
  if (unit === 'TB') return amountOrNull(Number(match[1]) * base, 'GB', base);
  return amountOrNull(match[1], unit === 'GB' ? 'GB' : 'MB', base);
}

function megabytes({ amount, unit, base }: DataAmount): number {
  if (unit === 'MB') return amount;
  return unit === 'GB' ? amount * base : amount / base ** 2;
}

/**
 * A cap whose period nobody states counts for the whole validity: the least generous reading.
 * A day's share is rounded down to a whole MB; null where even that is nothing, or the plan never ends.
 */
export function shareOfADay(whole: DataAmount, days: number | null): DataAmount | null {
  if (days === null || days <= 0) return null;
  return amountOrNull(Math.floor(megabytes(whole) / days), 'MB', whole.base);
}

/** "10 GB", "500 MB": as a shop would print it. */
export function amountLabel(amount: DataAmount): string {
  const whole = megabytes(amount);
  if (whole < amount.base) return `${Number(whole.toFixed(0))} MB`;
  return `${Number((whole / amount.base).toFixed(2))} GB`;
}

// Which model of allowance a feed means by an amount and a period, and by which words it says "no limit".

export interface Allowance {
  readonly model: Draft['model'];
  readonly data: DataAmount | null;
  readonly periodDays?: number;
}

/** True where a value is one of the feed's special words: as text without case, or as the same number ("0.0" is "0"). */
export function isOneOf(value: unknown, words: readonly string[]): boolean {
  const text = textOrNull(value)?.toLowerCase() ?? '';
  const number = numberOrNull(value);
  return words.some(
    (word) => word.toLowerCase() === text || (number !== null && numberOrNull(word) === number),
  );
}

const PERIOD_DAYS: Readonly<Record<string, number>> = {
  day: 1,
  daily: 1,
  week: 7,
  weekly: 7,
  month: 30,
  monthly: 30,
};

/** A month of 31 days is one month. */
const MONTH_DAYS_MAX = 31;

/** A cap per day is a daily allowance. One per week or month renews, unless the plan ends with its first period. */
export function allowancePer(data: DataAmount, period: unknown, days: number | null): Allowance {
  const word = textOrNull(period)?.toLowerCase() ?? null;
  if (word === null) return { model: 'total', data };
  const periodDays = Object.hasOwn(PERIOD_DAYS, word) ? PERIOD_DAYS[word] : undefined;
  if (periodDays === undefined) return refuse('impossible_data', `The data is per ${show(word)}.`);
  if (periodDays === 1) return { model: 'per_day', data };
  const isOnePeriod = days !== null && days <= (periodDays === 30 ? MONTH_DAYS_MAX : periodDays);
  return isOnePeriod ? { model: 'total', data } : { model: 'total', data, periodDays };
}

// What people write for an amount of data in one cell: "1000 MB/day", "Unlimited".

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

// Amounts of data to decimal bytes: the GB that is advertised, whatever a feed counts to it.

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1_000_000_000;
const BYTES_PER_MEBIBYTE = 1_048_576;

/** null where the amount is no positive number. */
export function toBytes(data: DataAmount): number | null {
  const bytes = rawBytes(data);
  if (!Number.isFinite(bytes) || bytes < 1) return null;
  return Math.round(bytes);
}

function rawBytes({ amount, unit, base }: DataAmount): number {
  if (unit === 'GB') return amount * BYTES_PER_GB;
  if (base === 1000) return unit === 'MB' ? amount * BYTES_PER_MB : amount;
  return advertisedBytes(unit === 'MB' ? amount : amount / BYTES_PER_MEBIBYTE);
}

/**
 * A feed at 1,024 MB to a GB writes 10240 for "10 GB" and 512 for "0.5 GB", but 500 for "500 MB" and 1500 for
 * "1.5 GB": halves of 1,024 are counted in that base, other round hundreds are what the shop says already.
 */
function advertisedBytes(megabytes: number): number {
  if (megabytes % 512 === 0) return (megabytes / 1024) * BYTES_PER_GB;
  if (megabytes < 1024 || megabytes % 100 === 0) return megabytes * BYTES_PER_MB;
  // Shops advertise at most two decimals: 10342 MB is "10.1 GB".
  return Math.round((megabytes / 1024) * 100) * (BYTES_PER_GB / 100);
}

// A name for plans of feeds that give only a place: "Thailand, 5 GB, 30 days".

export function composeName(
  place: string,
  data: DataAmount | null,
  perDay: boolean,
  days: number | null,
): string {
  const amount = data === null ? 'unlimited' : amountLabel(data) + (perDay ? ' a day' : '');
  const length = days === null ? 'no expiry' : days === 1 ? '1 day' : `${days} days`;
  return `${capitalised(place)}, ${amount}, ${length}`;
}

function capitalised(text: string): string {
  return text.replace(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());
}
