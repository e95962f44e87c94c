/**
 * Reads fair-use rules in prose: "Lower speed rate of 1 Mbps after 3 GB usage per day." Only what is stated once and
 * clearly is read. A text of a hostile feed takes little time: it is cut first, and no pattern has an unbounded
 * quantifier.
 */
import type { Draft } from '../draft.ts';
import { amountOfText, type Base, shareOfADay } from './data.ts';
import { kbpsOfText, SPEEDS } from './speeds.ts';
import { type Token, tokensOf } from './tokens.ts';
import { onlyMatch } from './value.ts';

/** What a rule does to the speed. */
type Effect =
  /** "No throttling." */
  | 'never_slowed'
  /** "Reduced to 1 Mbps after 3 GB", "FUP: 1GB/24h @384kbps". */
  | 'slowed'
  /** "First 3GB daily at max speed". What follows is not stated. */
  | 'full_speed_first'
  /** "Up to 5 Mbps", "Subject to the terms of the operator." */
  | 'not_stated';

export interface FairUse {
  readonly effect: Effect;
  /** The amount after which the rule applies, in bytes. */
  readonly cap: number | null;
  /** True if the cap is for each day. Otherwise it is for the whole plan. */
  readonly isDaily: boolean;
  /** The speed after the cap. */
  readonly throttleKbps: number | null;
  /** The highest speed of a plan without a cap. */
  readonly maxKbps: number | null;
}

/** A rule has one or two sentences. */
export const PROSE_CHARACTERS_MAX = 400;

/** Amounts of data: "3 GB", "1,5GB", "1,000 MB". "64Kb/s" and "1.25 MB/s" are speeds. */
export const AMOUNTS = /(?<![\d.,])\d{1,5}(?:[.,]\d{1,3})? ?(?:GB|MB|TB)(?![a-z]|\/s)/gi;
/** "1-3 GB" and "1, 3 GB" are two amounts, of which AMOUNTS would find only the second. */
const TWO_AMOUNTS = /\d(?:, |[–-] ?)\d{1,5}(?:[.,]\d{1,3})? ?(?:GB|MB|TB)/i;

const NEVER_SLOWED =
  /\b(?:unthrottled|no throttling|not throttled|without throttling|no speed (?:limits?|caps?|reduction)|no fup|no fair[ -]us(?:e|age))\b/i;
const SLOWED =
  /\b(?:reduced|reduces|lower|lowered|slow|slower|slowed|slows|throttles?|throttled|throttling|drops?|dropped|after|afterwards|thereafter|then|danach|puis|luego|poi|sonra)\b/i;
/** Words beside an amount that is available at full speed. */
const FULL_SPEED =
  /\b(?:fup|fair[ -]us(?:e|age)|cap|high[ -]speed|full[ -]speed|max(?:imum)? speed|first)\b/i;
const TOP_SPEED = /\b(?:max(?:imum)?|top|up to|capped|limited)\b/i;
const NO_DAILY_LIMIT = /\bno daily\b/i;

/** The part of a text that is read, on one line. Empty if the value is no text. */
export function proseOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.slice(0, PROSE_CHARACTERS_MAX).normalize('NFKC').replace(/\s+/g, ' ').trim();
}

export function readFairUse(value: unknown, base: Base): FairUse | null {
  const text = proseOf(value);
  if (text === '') return null;
  const amount = TWO_AMOUNTS.test(text) ? null : onlyMatch(text, AMOUNTS);
  const kbps = kbpsOfText(onlyMatch(text, SPEEDS));
  const effect = effectOf(text, amount !== null, kbps !== null);
  const isTopSpeed = amount === null && effect !== 'slowed' && TOP_SPEED.test(text);
  return {
    effect,
    cap: amountOfText(amount, base),
    isDaily: saysDaily(tokensOf(text)) && !NO_DAILY_LIMIT.test(text),
    throttleKbps: effect === 'slowed' ? kbps : null,
    maxKbps: isTopSpeed ? kbps : null,
  };
}

function effectOf(text: string, hasAmount: boolean, hasSpeed: boolean): Effect {
  if (NEVER_SLOWED.test(text)) return 'never_slowed';
  if (SLOWED.test(text)) return 'slowed';
  if (!hasAmount || !FULL_SPEED.test(text)) return 'not_stated';
  // "FUP: 1GB/24h @384kbps": a speed beside the amount at full speed is the one that follows.
  return hasSpeed ? 'slowed' : 'full_speed_first';
}

/** "Daily", "per day", "/ 1 day", "every 24 hours". */
function saysDaily(tokens: readonly Token[]): boolean {
  return tokens.some(({ kinds }, at) => {
    const count = tokens[at - 1]?.text;
    const isCounted = count === '1' || count === '24';
    const before = tokens[isCounted ? at - 2 : at - 1];
    const isPer = before?.text === '/' || before?.kinds.has('per') === true;
    // "günlük" is "daily", but "7 günlük" is a length.
    if (kinds.has('daily')) return isPer || before?.type !== 'number';
    if (!isPer) return false;
    return kinds.has('day') || (kinds.has('hour') && count === '24');
  });
}

type FairUseFields = Pick<Draft, 'afterCap' | 'throttleKbps' | 'fullSpeedPerDay' | 'uncapped' | 'maxKbps'>;

/**
 * What a rule means for a plan. The cap of the rule is the data at full speed of an unlimited plan. For any other plan it is
 * ignored, because the amount of the plan is its cap.
 */
export function fairUseFields(
  rule: FairUse | null,
  model: Draft['model'],
  days: number | null,
): FairUseFields {
  if (rule === null) return {};
  const { effect, cap, isDaily, throttleKbps, maxKbps } = rule;
  // "Slower at peak times" states neither a speed nor a cap, so it says nothing about the end of the data.
  const isThrottled = effect === 'slowed' && (throttleKbps !== null || cap !== null);
  const always: FairUseFields = {
    ...(isThrottled && { afterCap: 'throttle', throttleKbps }),
    ...(maxKbps !== null && { maxKbps }),
  };
  if (model !== 'unlimited' || effect === 'not_stated') return always;
  // "Never slowed" and a cap contradict each other, so neither is used.
  if (effect === 'never_slowed') return cap === null ? { ...always, uncapped: true } : always;
  // There is a cap, but it is not stated.
  if (cap === null) return { ...always, uncapped: false };
  const fullSpeedPerDay = isDaily ? cap : shareOfADay(cap, days);
  return { ...always, uncapped: false, fullSpeedPerDay };
}
