/** How long a plan lasts, in whole days. Part of a day is dropped: the traveller cannot count on it. */
import { DAY_MS } from '../../domain/freshness.ts';
import type { ClockStart } from '../../domain/plan.ts';
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
/** "Validity: 30 days", "7 day pass", "30 days from activation". */
const PERIOD_TEXT =
  /^(?:valid(?:ity)?(?: for)?:?|up to|for)? ?(\d{1,5})[ -]?(?:\(?(?:calendar )?([\p{L}\p{M}]+)\)?)?(?: (?:valid(?:ity)?|plan|pass|(?:from|after|upon) .{1,40}))?\.?\*?$/iu;
/** "30 days (1 month)", "30 Days / 1 Month": the same length in other words. */
const SAID_AGAIN = /^(.*?) ?[(/] ?(.*?)\)?$/s;
/** A month is 30 or 31 days, a year 360 or 365. */
const SAID_AGAIN_TOLERANCE = 0.04;
/** After the "T", "M" means minutes, so only hours are read there. */
const ISO_DURATION = /^P(?:(\d{1,5})([DWMY])|T(\d{1,5})H)$/;
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

/** "P30D", "PT72H". */
function isoLength(text: string): number | null {
  const [, number, letter = '', hours] = ISO_DURATION.exec(text) ?? [];
  const count = number ?? hours;
  return count === undefined ? null : bounded(Number(count) * DAYS_PER[ISO_UNITS[letter] ?? 'hour']);
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
  const [, number, word] = PERIOD_TEXT.exec(text) ?? [];
  if (number === undefined) return null;
  const unit = word === undefined ? 'day' : TIME_UNITS.get(word.toLowerCase());
  return unit === undefined ? null : bounded(Number(number) * DAYS_PER[unit]);
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

// When the validity of a plan starts, in prose. Only clear sentences are read.

/** "When the eSIM first connects to a network", "activates upon arrival". */
const FIRST_USE =
  /\bfirst byte\b|\bfirst data usage\b|\bfirst (?:use|usage|(?:network )?connection)\b|\b(?:first|e ?sim|sim|once|when|is|it|you) connect(?:s|ed|ing)? (?:to|with) (?:a|an|the|any) |\bauto(?:matically)? ?(?:activat|start)\w* (?:when|once|on|upon|as soon as) (?:connected|arrival|you land|you arrive)|\bactivat\w* (?:on|upon|at) arrival\b|\bactivat\w* (?:when|once|as soon as) you (?:land|arrive)|^(?:(?:at|on|upon|after) )?network connection$/i;
const AT_PURCHASE =
  /\bactivated when it is purchased\b|\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|from|immediately after) (?:the |your )?(?:moment of |time of |date of )?purchase\b|^(?:(?:at|on|upon|from|immediately after) )?(?:the )?(?:date of )?purchase(?: date)?$/i;
const AT_INSTALL =
  /\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|after|when|once|from) (?:you )?(?:the )?(?:e ?sim )?(?:is )?install|^(?:(?:at|on|upon|after) )?install(?:ation|ed|ing)?$/i;
/** Long enough for what shops write around the one sentence that matters. */
const PROSE_CHARACTERS_MAX = 1000;

export function startOf(prose: unknown): ClockStart {
  if (typeof prose !== 'string') return 'unknown';
  const text = prose.slice(0, PROSE_CHARACTERS_MAX).replace(/[\s_-]+/g, ' ');
  const found: ClockStart[] = [];
  if (FIRST_USE.test(text)) found.push('first_use');
  if (AT_PURCHASE.test(text)) found.push('purchase');
  if (AT_INSTALL.test(text)) found.push('install');
  return found.length === 1 ? (found[0] ?? 'unknown') : 'unknown';
}
