/** How long a plan lasts, in whole days. Part of a day is dropped: the traveller cannot count on it. */
import { refuse, show } from './refusal.ts';
import { numberOrNull } from './value.ts';

const HOURS_PER_DAY = 24;
/** A century; more is a sentinel or a fault. */
const DAYS_MAX = 36_500;

const PERIOD_TEXT = /^(\d{1,5})[ -]?(days?|d|hours?|hrs?|h|weeks?|years?)?$/i;

/** A month is 28 to 31 days, so it is no certain number and not here. */
const DAYS_PER: Readonly<Record<string, number>> = { d: 1, w: 7, y: 365 };

/** 7, "7", "3Day", "30 days", "2 weeks", "72 hours"; null for anything else. A bare number is in `unit`. */
export function daysOrNull(value: unknown, unit: 'days' | 'hours' = 'days'): number | null {
  const plain = numberOrNull(value);
  if (plain !== null) return bounded(unit === 'hours' ? plain / HOURS_PER_DAY : plain);
  if (typeof value !== 'string') return null;
  const match = PERIOD_TEXT.exec(value.trim());
  if (match === null) return null;
  const letter = (match[2] ?? 'd')[0]?.toLowerCase() ?? 'd';
  const amount = Number(match[1]);
  return bounded(letter === 'h' ? amount / HOURS_PER_DAY : amount * (DAYS_PER[letter] ?? 1));
}

function bounded(days: number): number | null {
  const whole = Math.floor(days);
  return whole >= 1 && whole <= DAYS_MAX ? whole : null;
}

export function needDays(value: unknown, unit: 'days' | 'hours' = 'days'): number {
  if (value === undefined || value === null || value === '') refuse('missing_field', 'It has no validity.');
  return daysOrNull(value, unit) ?? refuse('impossible_days', `The validity is ${show(value)} (${unit}).`);
}
