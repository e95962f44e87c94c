/**
 * Reads fair-use rules in prose: "Lower speed rate of 1 Mbps after 3 GB usage per day."
 * It reads only what is stated once and clearly. Everything else stays null. Every pattern is linear: no quantifier is
 * inside another, and the text is cut first.
 */
import type { ResetRule } from '../../domain/plan.ts';
import type { Draft } from '../draft.ts';
import { amountOfText, type Base, shareOfADay } from './data.ts';
import { type Token, tokensOf } from './tokens.ts';
import { positiveOrNull, writtenNumber } from './value.ts';
import type { Kind } from './words.ts';

const PROSE_CHARACTERS_MAX = 400;
/** Stands for a speed in a text. */
const SPEED_MARK = '§';

export interface FairUse {
  /** The amount after which the rule applies. */
  readonly cap: number | null;
  /** null: the prose does not say. */
  readonly period: 'day' | 'whole' | null;
  readonly throttleKbps: number | null;
  readonly isSlowed: boolean;
  /** The amount is available at full speed, even if the prose does not say what follows. */
  readonly isFullSpeed: boolean;
  /** The prose says that nothing is ever slowed. */
  readonly isNeverSlowed: boolean;
  /** The top speed, if the prose names no amount after which it falls. */
  readonly maxKbps: number | null;
  readonly reset: ResetRule | null;
}

// "64Kb/s" and "1.25 MB/s" are speeds, not amounts of data.
const AMOUNTS = /(?<![\d.,])\d{1,5}(?:\.\d{1,3})? ?(?:GB|MB|TB)(?![a-z]|\/s)/gi;
const SPEEDS =
  /(?<![\d.,])\d{1,6}(?:[.,]\d{1,3})? ?(?:[kKmM][bB][pP][sS]|[kKmM]bit\/s|[kKM]b\/s)(?![a-zA-Z])/g;
const UNREADABLE_AMOUNT = /\d[,–-] ?\d{1,5}(?:\.\d{1,3})? ?(?:GB|MB|TB)/i;
const WHOLE = /\btotal\b|\bwhole\b|\bentire\b/i;
const SLOWS =
  /\b(?:reduced|reduces|lower|lowered|slow|slower|slowed|slows|throttles?|throttled|throttling|drops?|dropped|after|afterwards|thereafter|then|danach|puis|luego|poi|sonra)\b/i;
/** Words around an amount that is available at full speed. */
const CAP = /\b(?:fup|fair[ -]us(?:e|age)|cap|high[ -]speed|full[ -]speed|max(?:imum)? speed|first)\b/i;
const TOP_SPEED = /\b(?:max(?:imum)?|top|up to|capped|limited)\b/i;
const UNTHROTTLED =
  /\b(?:unthrottled|no throttling|not throttled|without throttling|no speed (?:limits?|caps?|reduction)|no fup|no fair[ -]us(?:e|age))\b/i;
const NO_DAILY_LIMIT = /\bno daily\b/i;
const UTC_RESET = /\b(?:midnight|until|at) (?:00:00 )?(?:utc|gmt)\b/i;
const ROLLING_RESET = /\b(?:every|each) 24 ?h/i;

function onlyOne(matches: readonly string[]): string | null {
  const distinct = new Set(matches.map((match) => match.toLowerCase().replaceAll(' ', '')));
  return distinct.size === 1 ? (matches[0] ?? null) : null;
}

/** "Daily", "per day", "/ 1 day", "every 24 hours". "7 günlük" is a length. */
const isDaily = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kinds }, at) => {
    const before = tokens[tokens[at - 1]?.text === '1' || tokens[at - 1]?.text === '24' ? at - 2 : at - 1];
    const isPer = before?.text === '/' || before?.kinds.has('per') === true;
    if (kinds.has('daily')) return isPer || before?.type !== 'number';
    return isPer && (kinds.has('day') || (kinds.has('hour') && tokens[at - 1]?.text === '24'));
  });

export function readFairUse(prose: unknown, base: Base): FairUse | null {
  if (typeof prose !== 'string') return null;
  const text = prose.slice(0, PROSE_CHARACTERS_MAX).normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (text === '') return null;
  const amount = UNREADABLE_AMOUNT.test(text) ? null : onlyOne(text.match(AMOUNTS) ?? []);
  const isNeverSlowed = UNTHROTTLED.test(text);
  const saysSlow = !isNeverSlowed && SLOWS.test(text);
  const speed = onlyOne(text.match(SPEEDS) ?? []);
  const daily = isDaily(tokensOf(text)) && !NO_DAILY_LIMIT.test(text);
  const isCapped = amount !== null && CAP.test(text);
  return {
    cap: amount === null ? null : amountOfText(amount, base),
    period: daily ? 'day' : WHOLE.test(text) ? 'whole' : null,
    throttleKbps: speed !== null && (saysSlow || isCapped) ? kbpsOfText(speed) : null,
    isSlowed: saysSlow || (!isNeverSlowed && isCapped && speed !== null),
    isFullSpeed: !isNeverSlowed && isCapped,
    isNeverSlowed,
    maxKbps:
      speed !== null && amount === null && !saysSlow && TOP_SPEED.test(text) ? kbpsOfText(speed) : null,
    reset: UTC_RESET.test(text) ? 'utc_midnight' : ROLLING_RESET.test(text) ? 'rolling_24h' : null,
  };
}

type FairUseFields = Pick<
  Draft,
  'afterCap' | 'throttleKbps' | 'fullSpeedPerDay' | 'uncapped' | 'reset' | 'maxKbps'
>;

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
  if (rule.isSlowed && (rule.throttleKbps !== null || rule.cap !== null)) {
    fields.afterCap = 'throttle';
    fields.throttleKbps = rule.throttleKbps;
  }
  if (rule.reset !== null) fields.reset = rule.reset;
  if (rule.maxKbps !== null) fields.maxKbps = rule.maxKbps;
  if (model !== 'unlimited') return fields;
  if (rule.isNeverSlowed && rule.cap === null) fields.uncapped = true;
  if (rule.isSlowed || rule.isFullSpeed) fields.uncapped = false;
  if ((rule.isSlowed || rule.isFullSpeed) && rule.cap !== null) {
    fields.fullSpeedPerDay = rule.period === 'day' ? rule.cap : shareOfADay(rule.cap, days);
  }
  return fields;
}

// Speeds in kbps. "MB/s" is left unread: feeds write it for megabits and for megabytes alike.

const SPEED_TEXT = /^(\d[\d.,]{0,8}) ?([kKmMgG])(?:[bB][pP][sS]|bit\/s|b\/s)?$/;
const KBPS_OF: Readonly<Record<string, number>> = { k: 1, m: 1000, g: 1_000_000 };

/** "1 Mbps", "128kbps", "64Kb/s", "512K"; null for anything else. */
export function kbpsOfText(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const [, number, letter = ''] = SPEED_TEXT.exec(value.trim()) ?? [];
  // "5G" is a network.
  if (number === undefined || /^\dG$/i.test(value.trim())) return null;
  // "1.000 kbps" is a thousand: nobody sells less than one.
  const plain = /^[kK]$/.test(letter) ? number.replace(/^(\d{1,2})\.(\d{3})$/, '$1$2') : number;
  return positiveOrNull(Math.round((writtenNumber(plain) ?? 0) * (KBPS_OF[letter.toLowerCase()] ?? 0)));
}

/** The one speed in a text: "up to 1 Mbps", "128 kbps (2G)". */
export function speedIn(value: unknown): number | null {
  const whole = kbpsOfText(value);
  if (whole !== null || typeof value !== 'string') return whole;
  const only = onlyOne(value.slice(0, PROSE_CHARACTERS_MAX).match(SPEEDS) ?? []);
  return only === null ? null : kbpsOfText(only);
}

/** Words in a cell that do not change its amount, speed or period: those of these kinds, and these. */
const BESIDE_KINDS: readonly Kind[] = [
  ...(['unlimited', 'data', 'fast', 'slow', 'then', 'total', 'with', 'joint'] as const),
  ...(['per', 'daily', 'day', 'hour'] as const),
];
const BESIDE_WORDS: ReadonlySet<string> = new Set(
  'after at high full max maximum speed speeds fup fair use usage policy limited capped cap first up'.split(
    ' ',
  ),
);

/** True if a cell has words or numbers that an allowance does not explain. */
const saysMore = (tokens: readonly Token[]): boolean =>
  tokens.some(({ type, lower, kinds }, at) => {
    if (type === 'mark') return false;
    const isCount = (lower === '1' || lower === '24') && tokens[at - 1]?.kinds.has('per') === true;
    return !isCount && !BESIDE_WORDS.has(lower) && !BESIDE_KINDS.some((kind) => kinds.has(kind));
  });

/** An allowance in one cell that says more than an amount: "Unlimited - 1GB/day then 384kbps", "1GB/day, then 128kbps". */
export function allowanceInWords(value: unknown, base: Base, days: number | null): Partial<Draft> | null {
  const text = typeof value === 'string' ? value.slice(0, PROSE_CHARACTERS_MAX).normalize('NFKC').trim() : '';
  const rule = readFairUse(text, base);
  if (rule === null) return null;
  const amounts = text.match(AMOUNTS) ?? [];
  const tokens = tokensOf(text.replace(SPEEDS, SPEED_MARK).replace(AMOUNTS, ' '));
  if (saysMore(tokens) || amounts.length > 1) return null;
  const unlimitedAt = tokens.findIndex(({ kinds }) => kinds.has('unlimited'));
  const unlimited = unlimitedAt >= 0;
  const daily = rule.period === 'day';
  // "1 GB + unlimited 128 kbps": only the slow data has no limit.
  const isSlowRest = tokens
    .slice(unlimitedAt + 1, unlimitedAt + 4)
    .some(({ text: mark }) => mark === SPEED_MARK);
  if (unlimited && (rule.cap === null || daily || !isSlowRest)) {
    const meant = {
      ...rule,
      isFullSpeed: rule.cap !== null,
      maxKbps: rule.maxKbps ?? (rule.cap === null ? speedIn(text) : null),
    };
    return { model: 'unlimited', data: null, ...fairUseFields(meant, 'unlimited', days) };
  }
  if (rule.cap === null || (!rule.isSlowed && !unlimited)) return null;
  const slowed = { afterCap: 'throttle', throttleKbps: rule.throttleKbps ?? speedIn(text) } as const;
  return { model: daily ? 'per_day' : 'total', data: rule.cap, ...slowed };
}
