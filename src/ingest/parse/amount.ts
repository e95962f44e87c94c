/** Amounts of data: numbers with a unit beside them, and short texts such as "3 GB". */
import type { DataAmount } from '../adapter.ts';
import { refuse, show } from './refusal.ts';
import { numberOrNull } from './value.ts';

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
