/** Which model of allowance a feed means by an amount and a period, and by which words it says "no limit". */
import type { DataAmount, Draft } from '../adapter.ts';
import { refuse, show } from './refusal.ts';
import { numberOrNull, textOrNull } from './value.ts';

export interface Allowance {
  readonly model: Draft['model'];
  readonly data: DataAmount | null;
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

/**
 * A cap per day is a daily allowance. A cap per week or month is the sum over the whole periods of the validity:
 * at least one, since one is sold, and no part of another, since nobody may have it.
 */
export function allowancePer(data: DataAmount, period: unknown, days: number | null): Allowance {
  const word = textOrNull(period)?.toLowerCase() ?? null;
  if (word === null) return { model: 'total', data };
  const periodDays = Object.hasOwn(PERIOD_DAYS, word) ? PERIOD_DAYS[word] : undefined;
  if (periodDays === undefined) return refuse('impossible_data', `The data is per ${show(word)}.`);
  if (periodDays === 1) return { model: 'per_day', data };
  const periods = Math.max(1, Math.floor((days ?? 0) / periodDays));
  return { model: 'total', data: { ...data, amount: data.amount * periods } };
}
