/**
 * Fair-use rules in prose: "Lower speed rate of 1 Mbps after 3 GB usage per day."
 * Reads only what stands there once and clearly; everything else stays null. Every pattern is linear: no quantifier
 * stands inside another, and the text is cut first.
 */
import type { ResetRule } from '../../domain/plan.ts';
import type { DataAmount, Draft } from '../adapter.ts';
import { amountOfText, type Base, shareOfADay } from './data.ts';
import { positiveOrNull } from './value.ts';

const PROSE_CHARACTERS_MAX = 400;

export interface FairUse {
  /** The amount after which the rule acts. */
  readonly cap: DataAmount | null;
  /** null: the prose does not say. */
  readonly period: 'day' | 'whole' | null;
  readonly throttleKbps: number | null;
  readonly slows: boolean;
  /** The prose says that nothing is ever slowed. */
  readonly unthrottled: boolean;
  readonly reset: ResetRule | null;
}

// "64Kb/s" and "1.25 MB/s" are speeds too, and are not to be taken for amounts of data.
const AMOUNTS = /(?<![\d.,])\d{1,5}(?:\.\d{1,3})? ?(?:GB|MB|TB)(?![a-z]|\/s)/gi;
const SPEEDS = /(?<![\d.,])\d{1,6}(?:\.\d{1,3})? ?(?:kbps|mbps|kbit\/s|mbit\/s)(?![a-z])/gi;
const UNREADABLE_AMOUNT = /\d[,–-] ?\d{1,5}(?:\.\d{1,3})? ?(?:GB|MB|TB)/i;
const PER_DAY = /\b(?:per|a|each|every) day\b|\bdaily\b|\/ ?day\b|\b(?:per|every) 24 ?h/i;
const WHOLE = /\btotal\b|\bwhole\b|\bentire\b/i;
const SLOWS =
  /\b(?:reduced|reduces|lower|lowered|slow|slower|slowed|throttled|throttling|after|afterwards|then)\b/i;
const UNTHROTTLED = /\b(?:unthrottled|no throttling|not throttled|without throttling)\b/i;
const NO_DAILY_LIMIT = /\bno daily\b/i;
const UTC_RESET = /\b(?:midnight|until|at) (?:00:00 )?(?:utc|gmt)\b/i;
const ROLLING_RESET = /\b(?:every|each) 24 ?h/i;

function onlyOne(matches: readonly string[]): string | null {
  const distinct = new Set(matches.map((match) => match.toLowerCase().replaceAll(' ', '')));
  return distinct.size === 1 ? (matches[0] ?? null) : null;
}

export function readFairUse(prose: unknown, base: Base): FairUse | null {
  if (typeof prose !== 'string') return null;
  const text = prose.slice(0, PROSE_CHARACTERS_MAX).replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const amount = UNREADABLE_AMOUNT.test(text) ? null : onlyOne(text.match(AMOUNTS) ?? []);
  const unthrottled = UNTHROTTLED.test(text);
  const slows = !unthrottled && SLOWS.test(text);
  const speed = onlyOne(text.match(SPEEDS) ?? []);
  const daily = PER_DAY.test(text) && !NO_DAILY_LIMIT.test(text);
  return {
    cap: amount === null ? null : amountOfText(amount, base),
    period: daily ? 'day' : WHOLE.test(text) ? 'whole' : null,
    throttleKbps: slows && speed !== null ? kbpsOfText(speed) : null,
    slows,
    unthrottled,
    reset: UTC_RESET.test(text) ? 'utc_midnight' : ROLLING_RESET.test(text) ? 'rolling_24h' : null,
  };
}

type FairUseFields = Pick<Draft, 'afterCap' | 'throttleKbps' | 'fullSpeedPerDay' | 'uncapped' | 'reset'>;

/**
 * What a rule means for a plan. On an unlimited plan the cap is what a day has at full speed; a cap without a
 * period counts for the whole validity. On any other plan the rule says only what follows its own cap.
 */
export function fairUseFields(
  rule: FairUse | null,
  model: Draft['model'],
  days: number | null,
): FairUseFields {
  if (rule === null) return {};
  const fields: { -readonly [Key in keyof FairUseFields]: FairUseFields[Key] } = {};
  if (rule.slows && (rule.throttleKbps !== null || rule.cap !== null)) {
    fields.afterCap = 'throttle';
    fields.throttleKbps = rule.throttleKbps;
  }
  if (rule.reset !== null) fields.reset = rule.reset;
  if (model !== 'unlimited') return fields;
  if (rule.unthrottled && rule.cap === null) fields.uncapped = true;
  if (rule.slows) fields.uncapped = false;
  if (rule.slows && rule.cap !== null) {
    fields.fullSpeedPerDay = rule.period === 'day' ? rule.cap : shareOfADay(rule.cap, days);
  }
  return fields;
}

// Speeds in kbps. "MB/s" is left unread: feeds write it for megabits and for megabytes alike.

const SPEED_TEXT = /^(\d{1,6}(?:\.\d{1,3})?) ?(kbps|kbit\/s|mbps|mbit\/s|gbps)$/i;
const KBPS_OF: Readonly<Record<string, number>> = { k: 1, m: 1000, g: 1_000_000 };

/** No network gives a terabit to a telephone. */
const KBPS_MAX = 1e9;

export function kbpsOrNull(value: unknown): number | null {
  const kbps = positiveOrNull(value);
  return kbps !== null && kbps <= KBPS_MAX ? kbps : null;
}

/** "1 Mbps", "128kbps", "512 Kbps"; null for anything else. */
export function kbpsOfText(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = SPEED_TEXT.exec(value.trim());
  if (match === null) return null;
  return kbpsOrNull(Math.round(Number(match[1]) * (KBPS_OF[(match[2] ?? '')[0]?.toLowerCase() ?? ''] ?? 0)));
}
