/** The lengths of time in a name: "7 days", "1 month", "30日間". */
import { textOf } from '../tokens.ts';
import { isUnspaced, TIME_UNITS, type TimeUnit } from '../words.ts';
import type { NameTokens, Span } from './name-tokens.ts';

/** A length in days. A month has 28 to 31 of them. */
export interface NamedLength {
  readonly days: number;
  readonly least: number;
  readonly most: number;
  readonly text: string;
}

interface ReadLengths {
  /** Lengths of use. */
  readonly lengths: readonly NamedLength[];
  /** Times to activate, install or return the plan. */
  readonly windows: readonly NamedLength[];
  readonly spans: readonly Span<NamedLength>[];
}

/** Shorter words are ambiguous: "mo" is a month in English and a megabyte in French. */
const UNIT_LENGTH_MIN = 3;
/** The only complete word for a unit of time that is shorter, and it has no other meaning. */
const TURKISH_MONTH = 'ay';
/** Longer than any plan: "2026年" is a date. */
const LENGTH_DAYS_MAX = 3660;

/** `used`: the positions of the amounts. */
export function readLengths(name: NameTokens, used: ReadonlySet<number>): ReadLengths {
  const spans = name.numbers.flatMap((at) => (used.has(at) ? [] : (lengthAt(name, at) ?? [])));
  const others = spans.filter((span, index) => isOtherLength(name, span, spans[index + 1]));
  return {
    lengths: spans.filter((span) => !others.includes(span)).map(({ value }) => value),
    // Hours to deliver the plan, and hours of service, are nothing that a field of a plan states.
    windows: others.filter(({ to }) => !name.is(to - 1, 'hour')).map(({ value }) => value),
    spans,
  };
}

/** The length whose number is at a position. null: the number is something else. */
function lengthAt(name: NameTokens, at: number): Span<NamedLength> | null {
  const count = name.text(at);
  // "7-day".
  const unitAt = name.text(at + 1) === '-' && !name.isSpaced(at + 1) ? at + 2 : at + 1;
  const unit = unitOfTime(name, unitAt);
  if (unit === null || !/^\d{1,4}$/.test(count) || isNoLength(name, at, unitAt)) return null;
  // "7/15 days" states two lengths, so that no field agrees with it.
  const isChoice = name.text(at - 1) === '/' && name.isNumber(at - 2) && name.text(at - 2) !== count;
  const times = timesBehind(name, at + 2);
  const from = isChoice ? at - 2 : at;
  const to = times > 1 ? unitAt + 3 : unitAt + 1;
  const text = textOf(name.tokens.slice(from, to));
  if (isChoice) return { from, to, value: { days: 0, least: Infinity, most: 0, text } };
  const days = daysOf(Number(count) * times, unit);
  return days === null ? null : { from, to, value: { ...days, text } };
}

/** The 2 of "30 days x 2". In "30 days x 2 GB", it is an amount. */
function timesBehind(name: NameTokens, at: number): number {
  const isTimes = name.isTimes(at) && name.isNumber(at + 1) && !name.startsAmount(at + 1);
  return isTimes ? Number(name.text(at + 1)) : 1;
}

function unitOfTime(name: NameTokens, at: number): TimeUnit | null {
  const word = name.lower(at);
  const isShort = word.length < UNIT_LENGTH_MIN && !isUnspaced(word) && word !== TURKISH_MONTH;
  // "7d" and "24h" are written without a blank.
  const isLetter = /^[dh]$/.test(word) && !name.isSpaced(at);
  return isShort && !isLetter ? null : (TIME_UNITS.get(word) ?? null);
}

/** "7-30 days" is a range, "6月30日" a date, "1日5GB" an amount a day. */
function isNoLength(name: NameTokens, at: number, unitAt: number): boolean {
  const isDate = name.text(at - 1) === '月';
  const next = name.skip(unitAt + 1, 1, 'data', 'fast');
  const isEachDay = name.isOneDay(at) && name.startsAmount(next);
  return name.isEndOfRange(at) || isDate || isEachDay;
}

/**
 * True if a length is the time to activate, deliver or return a plan, or the hours of a service, and not the length of
 * use. `next` is the length behind it.
 */
function isOtherLength(
  name: NameTokens,
  { from, to, value }: Span<NamedLength>,
  next: Span<NamedLength> | undefined,
): boolean {
  const last = to - 1;
  const isHours = name.is(last, 'hour');
  // "Install within 90 days", "30 days money back".
  if (name.hasBefore(from, 3, 'windowBefore') || name.is(to, 'windowAfter')) return true;
  // "QR code in 24 hours".
  if (isHours && name.lower(from - 1) === 'in') return true;
  // "7 days a week", "los 7 días de la semana", "haftanın 7 günü".
  const isOfWeek = name.hasBehind(last, 3, 'week') || name.hasBefore(from, 1, 'week');
  if (value.days === 7 && name.is(last, 'day') && isOfWeek) return true;
  const isAlways = (isHours && value.days === 1) || value.days === 365;
  if (!isAlways) return false;
  // "24 hours customer support", "support 24h", "24時間・年中無休サポート".
  if (name.hasBehind(last, 4, 'support') || name.hasBefore(from, 2, 'support')) return true;
  if (name.is(to + 1, 'support')) return true;
  // "24 hours 365 days support".
  return next !== undefined && next.from === to && isOtherLength(name, next, undefined);
}

function daysOf(count: number, unit: TimeUnit): Omit<NamedLength, 'text'> | null {
  const [least, days, most] = {
    hour: [Math.floor(count / 24), Math.floor(count / 24), Math.ceil(count / 24)] as const,
    day: [count, count, count] as const,
    week: [7 * count, 7 * count, 7 * count] as const,
    month: [28 * count, 30 * count, 31 * count] as const,
    year: [360 * count, 365 * count, 366 * count] as const,
  }[unit];
  return count === 0 || most > LENGTH_DAYS_MAX ? null : { least, days, most };
}
