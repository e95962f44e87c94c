/** How long a plan lasts, in whole days. Part of a day is dropped: the traveller cannot count on it. */
import type { ClockStart } from '../../domain/plan.ts';
import { numberOrNull, refuse, show } from './value.ts';

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

// When a plan's clock starts, in prose. Only sentences that leave no doubt are read.

/** What a network sees first: "when the eSIM first connects to a network", "activates upon arrival". */
const FIRST_USE =
  /\bfirst byte\b|\bfirst data usage\b|\bfirst (?:use|usage|(?:network )?connection)\b|\b(?:first|e-?sim|sim|once|when|is|it|you) connect(?:s|ed|ing)? (?:to|with) (?:a|an|the|any) |\bauto(?:matically)?[ -]?(?:activat|start)\w* (?:when|once|on|upon|as soon as) (?:connected|arrival|you land|you arrive)|\bactivat\w* (?:on|upon|at) arrival\b/i;
const AT_PURCHASE =
  /\bactivated when it is purchased\b|\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|from|immediately after) (?:the |your )?(?:moment of |time of |date of )?purchase\b/i;
const AT_INSTALL =
  /\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|after|when|once|from) (?:the )?(?:e-?sim )?(?:is )?install/i;
/** Long enough for what shops write around the one sentence that matters. */
const PROSE_CHARACTERS_MAX = 1000;

export function startOf(prose: unknown): ClockStart {
  if (typeof prose !== 'string') return 'unknown';
  const text = prose.slice(0, PROSE_CHARACTERS_MAX).replace(/\s+/g, ' ');
  const found: ClockStart[] = [];
  if (FIRST_USE.test(text)) found.push('first_use');
  if (AT_PURCHASE.test(text)) found.push('purchase');
  if (AT_INSTALL.test(text)) found.push('install');
  return found.length === 1 ? (found[0] ?? 'unknown') : 'unknown';
}
