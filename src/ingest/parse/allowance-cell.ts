/** Reads an allowance in one cell that states more than an amount: "Unlimited - 1GB/day then 384kbps". */
import type { Draft } from '../draft.ts';
import type { Base } from './data.ts';
import { AMOUNTS, fairUseFields, proseOf, readFairUse } from './fair-use.ts';
import { SPEEDS, speedIn } from './speeds.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Kind } from './words.ts';

/** Stands for a speed in the tokens of a cell. */
const SPEED_MARK = '§';
/** "Unlimited data at 128 kbps": the speed is at most the third token after "unlimited". */
const TOKENS_TO_SPEED = 3;

/** Kinds of words that may stand beside an amount and a speed: "daily", "then", "per day", "high speed data". */
const AMOUNT_KINDS: readonly Kind[] = ['unlimited', 'data', 'fast', 'slow', 'then', 'total', 'with', 'joint'];
const TIME_KINDS: readonly Kind[] = ['per', 'daily', 'day', 'hour'];
const KINDS_BESIDE = [...AMOUNT_KINDS, ...TIME_KINDS];
/** Further words that may stand there and have no kind: "FUP", "capped at". */
const WORDS_BESIDE: ReadonlySet<string> = new Set(
  'after at high full max maximum speed speeds fup fair use usage policy limited capped cap first'.split(' '),
);

/** null if the cell has anything that is not certain, such as "Unlimited calls" or "5 GB + 2 GB". */
export function allowanceInWords(value: unknown, base: Base, days: number | null): Partial<Draft> | null {
  const text = proseOf(value);
  const rule = readFairUse(text, base);
  if (rule === null) return null;
  const amounts = text.match(AMOUNTS) ?? [];
  const tokens = tokensOf(text.replace(SPEEDS, SPEED_MARK).replace(AMOUNTS, ' '));
  if (amounts.length > 1 || tokens.some((_, at) => isUnexplained(tokens, at))) return null;
  const { cap, isDaily, effect } = rule;
  const speed = speedIn(text);
  const unlimitedAt = tokens.findIndex(({ kinds }) => kinds.has('unlimited'));
  if (unlimitedAt < 0) {
    // "1GB/day, then 128kbps".
    if (cap === null || effect !== 'slowed') return null;
    return { model: isDaily ? 'per_day' : 'total', data: cap, afterCap: 'throttle', throttleKbps: speed };
  }
  if (cap === null) {
    // The speed of "Unlimited at 5 Mbps" is the highest. That of "Unlimited, then 384 kbps" follows an unstated amount and
    // stays in `rule.throttleKbps`.
    const maxKbps = effect === 'slowed' ? null : speed;
    return { model: 'unlimited', data: null, ...fairUseFields({ ...rule, maxKbps }, 'unlimited', days) };
  }
  // "1 GB + unlimited 128 kbps" is sold as a plan of 1 GB, and only its slow data has no limit. Shops sell a daily amount
  // with it ("1 GB/day then unlimited 128 kbps") as an unlimited plan.
  if (!isDaily && isSpeedAfter(tokens, unlimitedAt))
    return { model: 'total', data: cap, afterCap: 'throttle', throttleKbps: speed };
  // "Unlimited (2GB/day)": the amount of an unlimited plan is at full speed, even if no word says so.
  const meant = { ...rule, effect: effect === 'not_stated' ? 'full_speed_first' : effect } as const;
  return { model: 'unlimited', data: null, ...fairUseFields(meant, 'unlimited', days) };
}

/** True for a word or a number that is no part of an allowance. */
function isUnexplained(tokens: readonly Token[], at: number): boolean {
  const { type, lower, kinds } = tokens[at]!;
  if (type === 'mark' || WORDS_BESIDE.has(lower)) return false;
  // "per 1 day", "every 24 hours".
  if ((lower === '1' || lower === '24') && tokens[at - 1]?.kinds.has('per') === true) return false;
  // "Up to 5 Mbps" is a top speed, and "then up to 128 kbps" a speed that follows. "Up to 5 GB" is neither.
  if (kinds.has('upTo') && tokens[at + 1]?.text === SPEED_MARK) return false;
  return !KINDS_BESIDE.some((kind) => kinds.has(kind));
}

const isSpeedAfter = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(at + 1, at + 1 + TOKENS_TO_SPEED).some(({ text }) => text === SPEED_MARK);
