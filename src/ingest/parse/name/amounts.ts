/** The amounts of data in a name: "5 GB", "1 GB/day", "1日5GB". */
import { writtenNumber } from '../value.ts';
import { isSizeWord, isUnspaced, PERIODS, SIZE_UNITS, type SizeUnit } from '../words.ts';
import { type NameTokens, RANGE_MARKS, type Span, TIMES_MARKS } from './name-tokens.ts';

/** An amount of data, with the days after which it renews. null: the name does not say that it renews. */
export interface NamedAmount {
  readonly bytes: number;
  readonly periodDays: number | null;
  /** "Total 5 GB": the amount is for the whole plan. */
  readonly isTotal: boolean;
}

interface ReadAmounts {
  /** The amounts of the plan. */
  readonly amounts: readonly NamedAmount[];
  /** The amounts that may be used by hotspot, in bytes. */
  readonly hotspotCaps: readonly number[];
  /** All amounts, also those of a trial. */
  readonly spans: readonly Span<NamedAmount>[];
}

const BYTES_OF: Readonly<Record<SizeUnit, number>> = { bytes: 1, MB: 1e6, GB: 1e9, TB: 1e12 };

export function readAmounts(name: NameTokens): ReadAmounts {
  const spans = name.numbers.flatMap((at) => amountAt(name, at) ?? []);
  const isOnly = spans.length === 1 && !name.has('unlimited');
  const caps = isOnly ? [] : spans.filter((span) => isHotspotCap(name, span));
  const own = spans.filter((span) => !caps.includes(span) && !isTrial(name, span));
  return {
    amounts: own.map(({ value }) => value),
    hotspotCaps: caps.map(({ value }) => value.bytes),
    spans,
  };
}

function amountAt(name: NameTokens, at: number): Span<NamedAmount> | null {
  const word = name.text(at + 1);
  const unit = SIZE_UNITS.get(word.toLowerCase());
  // "500 Mo" are French megabytes, "6 mo" are months.
  if (unit === undefined || !isSizeWord(word) || word === 'mo') return null;
  // "5 MB/s" is a speed, "1-3 GB" a range.
  if (name.text(at + 2) === '/' && /^s$/i.test(name.text(at + 3))) return null;
  const joint = name.isSpaced(at) ? '' : name.text(at - 1);
  if (RANGE_MARKS.has(joint) && name.isNumber(at - 2)) return null;
  const amount = writtenNumber(name.text(at));
  if (amount === null || amount === 0) return null;
  const added = joint === '+' ? summandBefore(name, at) : 0;
  const from = added > 0 ? at - 2 : at;
  const [before, after] = [periodBefore(name, from), periodAfter(name, at + 2)];
  return {
    from,
    to: after?.to ?? at + 2,
    value: {
      bytes: Math.round((added + amount) * BYTES_OF[unit]),
      periodDays: after?.days ?? before,
      isTotal: name.isAfter(from, 1, 'total') || name.isBefore(at + 1, 2, 'total'),
    },
  };
}

/** The 3 of "3+2 GB". In "Plan A-3+2 GB", it is a part of another word. */
function summandBefore(name: NameTokens, at: number): number {
  const isSum = name.isNumber(at - 2) && !name.isSpaced(at - 1);
  const isFree = name.isSpaced(at - 2) || at === 2 || name.isMark(at - 3);
  return isSum && isFree ? Number(name.text(at - 2)) : 0;
}

/** "/day", "per day", "daily", "x 7 days", "high speed a day" behind an amount. */
function periodAfter(name: NameTokens, end: number): { readonly days: number; readonly to: number } | null {
  const at = name.skip(end, 1, 'data', 'fast');
  const isPer = name.text(at) === '/' || name.is(at, 'per');
  const unit = isPer ? at + (name.text(at + 1) === '1' ? 2 : 1) : at;
  // "10 GB, daily 1 GB": the word belongs to the next amount.
  const isNext = !isPer && name.isNumber(unit + 1) && isSizeWord(name.text(unit + 2));
  for (const { days, unit: word, adverb } of PERIODS) {
    if (isPer && name.is(unit, word, adverb)) return { days, to: unit + 1 };
    if (!isPer && !isNext && name.is(unit, adverb)) return { days, to: unit + 1 };
    if (!isPer && !isNext && name.is(at, word) && name.text(at).length > 1) return { days, to: at + 1 };
  }
  if (isPer && name.text(unit) === '24' && name.is(unit + 1, 'hour')) return { days: 1, to: unit + 2 };
  const isTimes = TIMES_MARKS.has(name.lower(at)) && name.isNumber(at + 1) && name.is(at + 2, 'day');
  // In Spanish and Portuguese, "x" is short for "por": "10 GB x 30 días" are 10 GB for 30 days.
  return isTimes && !/^d[ií]as?$/i.test(name.text(at + 2)) ? { days: 1, to: at + 1 } : null;
}

/** "Daily 5 GB", "1日5GB", "per day 5 GB". "7 günlük 5GB" states a length. */
function periodBefore(name: NameTokens, from: number): number | null {
  let at = from - 1;
  while ([':', '-', '/'].includes(name.text(at)) || name.is(at, 'data', 'fast')) at -= 1;
  for (const { days, unit: word, adverb } of PERIODS) {
    if (name.is(at, adverb) && !name.isNumber(at - 1)) return days;
    if (name.is(at, adverb) && name.text(at - 1) === '1' && isUnspaced(name.text(at))) return days;
    if (name.is(at, word) && name.is(at - 1, 'per')) return days;
  }
  return name.isOneDay(at - 1) ? 1 : null;
}

const isTrial = (name: NameTokens, { from, to }: Span<NamedAmount>): boolean =>
  name.isAfter(from, 2, 'trial') || name.isBefore(to - 1, 2, 'trial');

/** "Unlimited, 10 GB hotspot". In "10 GB hotspot allowed" the amount is not the hotspot's. */
function isHotspotCap(name: NameTokens, { from, to }: Span<NamedAmount>): boolean {
  const isBehind = name.is(to, 'hotspot') && !name.isBefore(to, 2, 'allowed', 'hotspot', 'noAfter');
  const before = name.skip(name.text(from - 1) === ':' ? from - 2 : from - 1, -1, 'noise');
  return isBehind || (name.is(before, 'hotspot') && !name.isNegated(before, 1, 0));
}
