/** How long a plan lasts, in whole days. Part of a day is dropped: the traveller cannot count on it. */
import { DAY_MS } from '../../domain/freshness.ts';
import { numberOrNull, reject, show } from './value.ts';
import { TIME_UNITS, type TimeUnit } from './words.ts';

/** The end of a day or a time that an operator writes. A day counts to its end. */
export const endOf = (until: string): number => Date.parse(until) + (until.includes('T') ? 0 : DAY_MS);

const HOURS_PER_DAY = 24;
/** A hundred years. More is a sentinel or an error. */
const DAYS_MAX = 36_500;

/** A month is 30 days, as everywhere here, so 12 months are 360 days and 1 year is 365. */
const DAYS_PER: Readonly<Record<TimeUnit, number>> = {
  hour: 1 / HOURS_PER_DAY,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
};
/** "Valid for 30 days", "Validity: 30 days", "up to 30 days". */
const BEFORE_LENGTH = '(?:valid(?:ity)?(?: for)?:?|up to|for)?';
/** "30", "30 days", "30-day", "30 (calendar days)". */
const COUNT_AND_UNIT = '(?<count>\\d{1,5})[ -]?(?:\\(?(?:calendar )?(?<unit>[\\p{L}\\p{M}]+)\\)?)?';
/** "30 days validity", "7 day pass", "30 days from activation". */
const AFTER_LENGTH = '(?: (?:valid(?:ity)?|plan|pass|(?:from|after|upon) .{1,40}))?';
/** A mark for a footnote: "30 days*". */
const FOOTNOTE = '\\.?\\*?';
const LENGTH_TEXT = new RegExp(`^${BEFORE_LENGTH} ?${COUNT_AND_UNIT}${AFTER_LENGTH}${FOOTNOTE}$`, 'iu');
/** "30 days (1 month)", "30 Days / 1 Month": the same length in other words. */
const SAID_AGAIN = /^(.*?) ?[(/] ?(.*?)\)?$/s;
/** A month is 30 or 31 days, a year 360 or 365. */
const SAID_AGAIN_TOLERANCE = 0.04;
/** "P30D", "PT72H". After the "T", "M" means minutes, so only hours are read there. */
const ISO_DURATION = /^P(?:(?<count>\d{1,5})(?<unit>[DWMY])|T(?<hours>\d{1,5})H)$/;
const ISO_UNITS: Readonly<Record<string, TimeUnit>> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/** 7, "7", "7*", "3Day", "30 days", "2 weeks", "1 month", "72 hours", "P30D"; null for anything else. A bare number is in `unit`. */
export function daysOrNull(value: unknown, unit: 'days' | 'hours' = 'days'): number | null {
  if (typeof value === 'string' && value.length > LENGTH_CHARACTERS_MAX) return null;
  const text = typeof value === 'string' ? value.normalize('NFKC').replace(/\s+/g, ' ').trim() : value;
  const plain = numberOrNull(typeof text === 'string' ? text.replace(/ ?\*$/, '') : text);
  if (plain !== null) return bounded(unit === 'hours' ? plain / HOURS_PER_DAY : plain);
  return typeof text === 'string' ? (isoLength(text) ?? lengthOf(text) ?? lengthSaidAgain(text)) : null;
}

const LENGTH_CHARACTERS_MAX = 80;

function isoLength(text: string): number | null {
  const { count, unit = '', hours } = ISO_DURATION.exec(text)?.groups ?? {};
  const number = count ?? hours;
  return number === undefined ? null : bounded(Number(number) * DAYS_PER[ISO_UNITS[unit] ?? 'hour']);
}

/** "30 days (1 month)", "30 Days / 1 Month", "7 days (from activation)". null: "7/15" and "7 days (or 15)" state two lengths. */
function lengthSaidAgain(text: string): number | null {
  const [, said = '', again = ''] = SAID_AGAIN.exec(text) ?? [];
  const first = lengthOf(said);
  const second = lengthOf(again);
  if (first === null) return null;
  if (second !== null) return isNear(first, second) ? first : null;
  const isRemark = !/^\d/.test(again);
  return isRemark ? first : null;
}

function lengthOf(text: string): number | null {
  const { count, unit: word } = LENGTH_TEXT.exec(text)?.groups ?? {};
  if (count === undefined) return null;
  const unit = word === undefined ? 'day' : TIME_UNITS.get(word.toLowerCase());
  return unit === undefined ? null : bounded(Number(count) * DAYS_PER[unit]);
}

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= SAID_AGAIN_TOLERANCE * Math.max(one, other);

const NO_EXPIRY =
  /^(?:unlimited|no limit|∞|lifetime|never(?: expires?)?|(?:no|without|non)[ -]?(?:expir(?:y|ation|es|ing)|end)(?: date)?|does(?: not|n't) expire)$/i;

export const saysNoExpiry = (value: unknown): boolean =>
  typeof value === 'string' && NO_EXPIRY.test(value.trim());

function bounded(days: number): number | null {
  const whole = Math.floor(days);
  return whole >= 1 && whole <= DAYS_MAX ? whole : null;
}

export function needDays(value: unknown, unit: 'days' | 'hours' = 'days'): number {
  if (value === undefined || value === null || value === '') reject('missing_field', 'It has no validity.');
  return daysOrNull(value, unit) ?? reject('impossible_days', `The validity is ${show(value)} (${unit}).`);
}
