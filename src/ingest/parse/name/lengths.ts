/** The lengths of time in a name: "7 days", "1 month", "3-10 days", "30日間". */
import { textOf } from '../tokens.ts';
import { isUnspacedScript, TIME_UNITS, type TimeUnit } from '../words.ts';
import type { NameTokens, Span } from './name-tokens.ts';

/** A length in days. Both kinds accept the days from `least` to `most`: a month has 28 to 31 of them. */
export type NamedLength =
  | {
      readonly kind: 'one';
      readonly days: number;
      readonly least: number;
      readonly most: number;
      readonly text: string;
    }
  /** "3-10 days", "3-5-7 days": several lengths, among which the name does not decide. */
  | { readonly kind: 'range'; readonly least: number; readonly most: number; readonly text: string }
  /** "7/15 days": two lengths, so that no field agrees with it. */
  | { readonly kind: 'choice'; readonly text: string };

export const acceptsDays = (length: NamedLength, days: number): boolean =>
  length.kind !== 'choice' && days >= length.least && days <= length.most;

/** The single length of use that a name states. null: it states none, a range or several. */
export function onlyLength(lengths: readonly NamedLength[]): number | null {
  const [first, ...others] = lengths;
  if (first?.kind !== 'one') return null;
  return others.every((other) => other.kind === 'one' && other.days === first.days) ? first.days : null;
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
/** Shorter ones without another meaning: the Turkish month, and the Italian days ("7 gg"). */
const SHORT_UNITS: ReadonlySet<string> = new Set(['ay', 'gg']);
/** Longer than any plan: "2026年" is a date. */
const LENGTH_DAYS_MAX = 3660;
const COUNT = /^\d{1,4}$/;

/** `used`: the positions of the amounts. */
export function readLengths(name: NameTokens, used: ReadonlySet<number>): ReadLengths {
  const spans = name.numbers.flatMap((at) => (used.has(at) ? [] : (lengthAt(name, at) ?? [])));
  const others = spans.filter((span, index) => isOtherLength(name, span, spans[index + 1]));
  const ofUse = spans.filter((span) => !others.includes(span));
  return {
    lengths: joinedRanges(name, ofUse).map(({ value }) => value),
    // Hours to deliver the plan, and hours of service, are nothing that a field of a plan states.
    windows: others.filter(({ to }) => !name.is(to - 1, 'hour')).map(({ value }) => value),
    spans,
  };
}

/** The length whose number is at a position. null: the number is something else. */
function lengthAt(name: NameTokens, at: number): Span<NamedLength> | null {
  // "7-day".
  const unitAt = name.text(at + 1) === '-' && !name.hasBlankBefore(at + 1) ? at + 2 : at + 1;
  const unit = unitOfTime(name, unitAt);
  if (unit === null || !COUNT.test(name.text(at)) || isNoLength(name, at, unitAt)) return null;
  const times = timesAfter(name, unitAt + 1);
  const to = times > 1 ? unitAt + 3 : unitAt + 1;
  const span = (from: number, value: NamedLength) => ({ from, to, value });
  const text = (from: number) => textAt(name, from, to);

  if (isChoice(name, at)) return span(at - 2, { kind: 'choice', text: text(at - 2) });
  const last = daysOf(Number(name.text(at)) * times, unit);
  if (last === null) return null;
  const from = startOfRange(name, at);
  if (from < at) {
    const first = daysOf(Number(name.text(from)), unit);
    return first && span(from, { kind: 'range', least: first.least, most: last.most, text: text(from) });
  }
  // "Up to 30 days".
  if (name.is(at - 1, 'atMost'))
    return span(at, { kind: 'range', least: 1, most: last.most, text: text(at) });
  return span(at, { kind: 'one', ...last, text: text(at) });
}

const textAt = (name: NameTokens, from: number, to: number): string => textOf(name.tokens.slice(from, to));

/** "7/15 days", "7 or 15 days". */
const isChoice = (name: NameTokens, at: number): boolean =>
  name.isOr(at - 1) && name.isNumber(at - 2) && name.text(at - 2) !== name.text(at);

/** The position of the 3 in "3-10 days", "3-5-10 days" and "3 to 10 days". */
function startOfRange(name: NameTokens, at: number): number {
  let from = at;
  while (isRangeTo(name, from)) from -= 2;
  return from;
}

/** A smaller number and a word or mark of a range are in front of a number. */
function isRangeTo(name: NameTokens, at: number): boolean {
  const isJoined = name.isRangeMark(at - 1) && !name.hasBlankBefore(at);
  if (!isJoined && !name.isRangeWord(at - 1)) return false;
  return COUNT.test(name.text(at - 2)) && Number(name.text(at - 2)) < Number(name.text(at));
}

/** "7 days - 10 days" and "3日間-4日間-5日間" are one range. */
function joinedRanges(name: NameTokens, spans: readonly Span<NamedLength>[]): readonly Span<NamedLength>[] {
  const joined: Span<NamedLength>[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isNext = last !== undefined && last.to + 1 === span.from;
    const range = isNext && isBetweenLengths(name, last.to) ? rangeOf(name, last, span) : null;
    if (range === null) joined.push(span);
    else joined[joined.length - 1] = range;
  }
  return joined;
}

const isBetweenLengths = (name: NameTokens, at: number): boolean =>
  name.isRangeMark(at) || name.isRangeWord(at);

function rangeOf(
  name: NameTokens,
  { from, value: first }: Span<NamedLength>,
  { to, value: last }: Span<NamedLength>,
): Span<NamedLength> | null {
  if (first.kind === 'choice' || last.kind === 'choice' || first.most >= last.least) return null;
  return {
    from,
    to,
    value: { kind: 'range', least: first.least, most: last.most, text: textAt(name, from, to) },
  };
}

/** The 2 of "30 days x 2". In "30 days x 2 GB", it is an amount, and in "30 days x 3 pack" several plans. */
function timesAfter(name: NameTokens, at: number): number {
  const isTimes =
    name.isTimes(at) && name.isNumber(at + 1) && !name.startsAmount(at + 1) && !name.is(at + 2, 'packs');
  return isTimes ? Number(name.text(at + 1)) : 1;
}

function unitOfTime(name: NameTokens, at: number): TimeUnit | null {
  const word = name.lower(at);
  const isShort = word.length < UNIT_LENGTH_MIN && !isUnspacedScript(word) && !SHORT_UNITS.has(word);
  // "7d" and "24h" are written without a blank, and "15 j" is French.
  const isLetter = (/^[dh]$/.test(word) && !name.hasBlankBefore(at)) || word === 'j';
  return isShort && !isLetter ? null : (TIME_UNITS.get(word) ?? null);
}

/** "6月30日" is a date, "1日5GB" an amount a day, "1日500円" a price a day. */
function isNoLength(name: NameTokens, at: number, unitAt: number): boolean {
  const isDate = name.text(at - 1) === '月';
  const next = name.skip(unitAt + 1, 1, 'data', 'fast', 'upTo', 'atMost');
  const isEachDay = name.isOneDay(at) && (name.startsAmount(next) || name.startsPrice(next));
  // "10-7 days" is neither a range nor a length.
  const isOddRange = name.isEndOfRange(at) && !isRangeTo(name, at);
  // "7j/7" and "24h/24" are hours of a service.
  const isAlways = name.text(unitAt + 1) === '/' && name.text(unitAt + 2) === name.text(at);
  return isOddRange || isDate || isEachDay || isAlways;
}

/**
 * True if a length is the time to activate, deliver or return a plan, or the hours of a service, and not the length of
 * use. `next` is the length after it.
 */
const isOtherLength = (
  name: NameTokens,
  span: Span<NamedLength>,
  next: Span<NamedLength> | undefined,
): boolean =>
  isWindow(name, span) ||
  isHoursOfDelivery(name, span) ||
  isEveryDayOfTheWeek(name, span) ||
  isServiceTime(name, span, next);

/** "Install within 90 days", "30 days money back", "valid 90 days". In "valid in Japan 7 days" they are the length of use. */
const isWindow = (name: NameTokens, { from, to }: Span<unknown>): boolean =>
  name.hasBefore(from, 3, 'windowBefore') || name.is(to, 'windowAfter') || name.lower(from - 1) === 'valid';

/** "QR code in 24 hours", "resets every 24 hours". */
const isHoursOfDelivery = (name: NameTokens, { from, to }: Span<unknown>): boolean =>
  name.is(to - 1, 'hour') && IN_OR_EVERY.test(name.lower(from - 1));

const IN_OR_EVERY = /^(?:in|every|each|cada|alle|ogni|her|toutes les)$/;

/** "7 days a week", "los 7 días de la semana", "haftanın 7 günü". */
const isEveryDayOfTheWeek = (name: NameTokens, { from, to, value }: Span<NamedLength>): boolean =>
  value.kind === 'one' &&
  value.days === 7 &&
  name.is(to - 1, 'day') &&
  (name.hasAfter(to - 1, 3, 'week') || name.hasBefore(from, 1, 'week'));

/** "24 hours customer support", "support 24h", "24時間・年中無休サポート", "24 hours 365 days support". */
function isServiceTime(
  name: NameTokens,
  { from, to, value }: Span<NamedLength>,
  next: Span<NamedLength> | undefined,
): boolean {
  const days = value.kind === 'one' ? value.days : null;
  const isAlways = days === 365 || (days === 1 && name.is(to - 1, 'hour'));
  if (!isAlways) return false;
  const hasSupportAfter = name.hasAfter(to - 1, 4, 'support') || name.is(to + 1, 'support');
  if (hasSupportAfter || name.hasBefore(from, 2, 'support')) return true;
  return next !== undefined && next.from === to && isOtherLength(name, next, undefined);
}

interface Days {
  readonly least: number;
  readonly days: number;
  readonly most: number;
}

/** Part of a day is dropped. A month has 28 to 31 days, and a year of twelve months of 30 days 360. */
const DAYS_OF: Readonly<Record<TimeUnit, (count: number) => Days>> = {
  hour: (count) => ({
    least: Math.floor(count / 24),
    days: Math.floor(count / 24),
    most: Math.ceil(count / 24),
  }),
  day: (count) => exactly(count),
  week: (count) => exactly(7 * count),
  month: (count) => ({ least: 28 * count, days: 30 * count, most: 31 * count }),
  year: (count) => ({ least: 360 * count, days: 365 * count, most: 366 * count }),
};
const exactly = (days: number): Days => ({ least: days, days, most: days });

function daysOf(count: number, unit: TimeUnit): Days | null {
  const days = DAYS_OF[unit](count);
  return count === 0 || days.most > LENGTH_DAYS_MAX ? null : days;
}
