/** Which model of allowance a feed means by an amount and a period, and by which words it says "no limit". */
import type { DataAmount, Draft } from '../adapter.ts';
import { refuse, show } from './refusal.ts';
import { numberOrNull, textOrNull } from './value.ts';

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
