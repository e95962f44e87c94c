/** Amounts of data in decimal bytes, from numbers with a unit beside them and from short texts such as "3 GB". */
import type { Draft } from '../draft.ts';
import { allowanceIn } from './name/allowance.ts';
import { onlyLength } from './name/lengths.ts';
import { readName } from './name/read-name.ts';
import { numberOrNull, reject, show, textOrNull, withoutThousandsPoint, writtenNumber } from './value.ts';
import { endsInFirstPeriod, PERIODS, periodName, SIZE_UNITS, sizeUnitOf, wordsFor } from './words.ts';

/** How many MB a feed counts to a GB. */
export type Base = 1000 | 1024;
export const DECIMAL: Base = 1000;
export type Unit = 'bytes' | 'MB' | 'GB';

export function unitOrNull(value: unknown): Unit | null {
  const unit = typeof value === 'string' ? SIZE_UNITS.get(value.trim().toLowerCase()) : undefined;
  return unit === undefined || unit === 'TB' ? null : unit;
}

/** The decimal bytes that a shop advertises, or null if the value is no positive number. */
export function amountOrNull(value: unknown, unit: Unit, base: Base): number | null {
  const amount = writtenNumber(value);
  if (amount === null) return null;
  const bytes = Math.round(advertisedBytes(amount, unit, base));
  return bytes >= 1 && Number.isFinite(bytes) ? bytes : null;
}

/**
 * A feed at 1,024 MB to a GB writes 10240 for "10 GB" and 512 for "0.5 GB", but 500 for "500 MB" and 1500 for
 * "1.5 GB". Multiples of 512 are counted in that base. Other round hundreds are already what the shop says.
 */
function advertisedBytes(amount: number, unit: Unit, base: Base): number {
  if (unit === 'GB') return amount * 1e9;
  if (base === 1000) return unit === 'MB' ? amount * 1e6 : amount;
  const megabytes = unit === 'MB' ? amount : amount / 1024 ** 2;
  if (megabytes % 512 === 0) return (megabytes / 1024) * 1e9;
  if (megabytes < 1024 || megabytes % 100 === 0) return megabytes * 1e6;
  // Shops advertise at most two decimals: 10342 MB is "10.1 GB".
  return Math.round((megabytes / 1024) * 100) * 1e7;
}

export function needAmount(value: unknown, unit: Unit, base: Base): number {
  return (
    amountOrNull(value, unit, base) ??
    reject('impossible_data', `The amount of data is ${show(value)} ${unit}${adviceFor(value)}.`)
  );
}

/** Advice for the operator if a value is not an amount. */
export function adviceFor(value: unknown): string {
  const number = numberOrNull(numberPart(value));
  return number !== null && number <= 0 ? '; if that means "no limit", `unlimitedValues` says so' : '';
}

const AMOUNT_TEXT = /^(\d[\d.,' ]{0,11}?) ?([\p{L}\p{M}]+)$/u;

/** "3 GB", "500MB", "1,5 gb", "1 TB", "5 Go"; null for anything else. */
export function amountOfText(value: unknown, base: Base): number | null {
  if (typeof value !== 'string') return null;
  const [, number = '', word = ''] = AMOUNT_TEXT.exec(value.normalize('NFKC').trim()) ?? [];
  const unit = sizeUnitOf(word);
  if (unit === null) return null;
  if (unit === 'TB') return amountOrNull((writtenNumber(number) ?? 0) * base, 'GB', base);
  return amountOrNull(unit === 'MB' ? withoutThousandsPoint(number) : number, unit, base);
}

/**
 * The share of each day in a cap that counts for the whole validity, rounded down to a whole MB. null: the share is less
 * than 1 MB, or the plan never ends.
 */
export function shareOfADay(bytes: number, days: number | null): number | null {
  if (days === null || days <= 0) return null;
  return amountOrNull(Math.floor(bytes / 1e6 / days), 'MB', 1000);
}

/** "10 GB", "500 MB": as a shop would print it. */
export function bytesLabel(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${Number((bytes / 1e9).toFixed(2))} GB`;
}

// The model of allowance: an amount with a period, or words for "no limit".

export type Allowance = Pick<Draft, 'model' | 'data' | 'periodDays'>;

/** Compares a value with the feed's special words as text, ignoring case, and as a number ("0.0" is "0"). */
export function isOneOf(value: unknown, words: readonly string[]): boolean {
  const text = textOrNull(value)?.toLowerCase() ?? '';
  const number = numberOrNull(value);
  return words.some(
    (word) => word.toLowerCase() === text || (number !== null && numberOrNull(word) === number),
  );
}

/** What feeds write if the amount is for the whole plan. */
const WHOLE: ReadonlySet<string> = new Set(
  'total once none null plan whole fixed validity period package lifetime - n/a na 0'.split(' '),
);
/** "/", "per" and "1" in "/day", "per 1 day". */
const BEFORE_PERIOD = new RegExp(`^(?:\\/ ?|(?:${wordsFor('per').join('|')}) )?(?:1 ?)?`, 'iu');
const DAYS_BY_PERIOD: ReadonlyMap<string, number> = new Map(
  PERIODS.flatMap(({ days, unit, adverb }) =>
    [...wordsFor(unit), ...wordsFor(adverb)].map((word) => [word, days] as const),
  ),
);

/** Days after which an amount renews. null: it is for the whole plan. undefined: the word is not known. */
function periodOf(word: string): number | null | undefined {
  if (WHOLE.has(word)) return null;
  const plain = word.normalize('NFKC').replace(BEFORE_PERIOD, '').replaceAll(' ', '');
  return DAYS_BY_PERIOD.get(plain);
}

/** A cap per day is a daily allowance. One per week or month renews, unless the plan ends with its first period. */
export function allowancePer(data: number, period: unknown, days: number | null): Allowance {
  const word = textOrNull(period)?.toLowerCase() ?? null;
  if (word === null) return { model: 'total', data };
  const periodDays = periodOf(word);
  if (periodDays === null) return { model: 'total', data };
  if (periodDays === undefined) return reject('impossible_data', `The data is per ${show(word)}.`);
  if (periodDays === 1) return { model: 'per_day', data };
  const isOnePeriod = days !== null && endsInFirstPeriod(days, periodDays);
  return isOnePeriod ? { model: 'total', data } : { model: 'total', data, periodDays };
}

// What people write for an amount of data in one cell: "1000 MB/day", "Unlimited".

interface AmountCell {
  readonly unlimited: boolean;
  /** Of an unlimited plan: the amount at full speed on each day. */
  readonly data: number | null;
  /** "day", "week" or "month" where the cell says so. */
  readonly per: string | null;
  /** The length that the cell states too: "5GB/4일". */
  readonly days: number | null;
}

/** "3 GB", "1000 MB/day", "Daily 500 MB", "5 GB/4 days", "15+3 GB", "Unlimited", "Unlimited (2 GB/day)"; null for anything else. */
export function amountCell(value: unknown, base: Base): AmountCell | null {
  const text = textOrNull(value);
  if (text === null) return null;
  const plain = amountOfText(text, base);
  if (plain !== null) return { unlimited: false, data: plain, per: null, days: null };
  const cell = readName(text);
  const allowance = allowanceIn(cell, null);
  const days = onlyLength(cell.lengths);
  const isWhole = cell.rest().replace(/[*/]/g, '').trim() === '' && cell.windows.length === 0;
  // "From 1 GB" is one of several amounts.
  if (allowance === null || cell.isChoice || !isWhole || allowance.afterCap !== undefined) return null;
  if (days === null && cell.lengths.length > 0) return null;
  const [amount] = cell.amounts;
  const data = amount === undefined ? null : amountOrNull(amount.bytes / 1e6, 'MB', base);
  if (allowance.model === 'unlimited') return { unlimited: true, data, per: null, days };
  return data === null ? null : { unlimited: false, data, per: periodName(amount?.periodDays), days };
}

/** The bare number of "0 MB", for words that mean "no limit". */
export const numberPart = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/ ?[GM]B$/i, '') : value;
