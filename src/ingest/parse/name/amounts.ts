/** The amounts of data in a name: "5 GB", "1 GB/day", "1日5GB". */
import { writtenNumber } from '../value.ts';
import { isUnspaced, PERIODS, type SizeUnit } from '../words.ts';
import type { NameTokens, Span } from './name-tokens.ts';

/** An amount of data, with the days after which it renews. null: the name does not say that it renews. */
export interface NamedAmount {
  readonly bytes: number;
  readonly periodDays: number | null;
  /** "Total 5 GB": the amount is for the whole plan. */
  readonly isTotal: boolean;
  /** "10GBまで高速": only this amount is at full speed, so that slower data follows. */
  readonly isFastUpTo: boolean;
  /** "22 GB at high speed": beside "unlimited", slower data follows. */
  readonly isFast: boolean;
  /** "15 GB + 15 GB bonus": this amount is added to the one before it. `unclear`: it may be for something else, as in "10 GB + 10 GB roaming". */
  readonly added: 'no' | 'yes' | 'unclear';
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
  // In "Japan 5 GB hotspot", the only amount is that of the plan, although "hotspot" is beside it.
  const isOnlyAmount = spans.length === 1 && !name.has('unlimited');
  const caps = isOnlyAmount ? [] : spans.filter((span) => isHotspotCap(name, span));
  const hasTotal = spans.some(({ value }) => value.periodDays === null);
  const ofPlan = spans.filter(
    (span) =>
      !caps.includes(span) &&
      !isTrial(name, span) &&
      !isDenied(name, span) &&
      !(hasTotal && isShareOfTotal(name, span)),
  );
  return {
    amounts: ofPlan.map(({ value }) => value),
    hotspotCaps: caps.map(({ value }) => value.bytes),
    spans,
  };
}

/** "2GB/日ではなく合計": not this amount. */
const isDenied = (name: NameTokens, { to }: Span<NamedAmount>): boolean =>
  name.text(to) === 'では' && name.text(to + 1) === 'なく';

/** "12 Go (soit env. 1 Go/jour)", "15GB 1日3GB目安": what a total means for each day. */
function isShareOfTotal(name: NameTokens, { from, to, value }: Span<NamedAmount>): boolean {
  if (value.periodDays === null) return false;
  const before = name.text(from - 1) === '.' ? from - 2 : from - 1;
  return isAboutWord(name.lower(before)) || ABOUT_BEHIND.test(name.lower(to));
}

const ABOUT =
  /^(?:env|environ|soit|ca|circa|etwa|rund|about|approx|approximately|aprox|aproximadamente|unos|yaklaşik|約|约|大約|大约|약|≈)$/;
export const isAboutWord = (word: string): boolean => ABOUT.test(word);
const ABOUT_BEHIND = /^(?:目安|相当|換算|程度|정도|左右)$/;

/** The amount whose number is at a position. null: the number is something else. */
function amountAt(name: NameTokens, at: number): Span<NamedAmount> | null {
  const unit = name.sizeUnitAt(at);
  // "1.000 MB" are a thousand: nobody sells a thousandth of a megabyte.
  const isThousands = unit === 'MB' && /^[1-9]\d{0,2}\.\d{3}$/.test(name.text(at));
  const number = writtenNumber(isThousands ? name.text(at).replace('.', '') : name.text(at));
  if (number === null || number === 0 || unit === null) return null;
  if (isMonths(name, at) || isSpeed(name, at) || name.isEndOfRange(at)) return null;
  const summand = summandBefore(name, at);
  const from = summand === null ? at : at - 2;
  const behind = periodBehind(name, at + 2);
  const to = behind?.to ?? at + 2;
  return {
    from,
    to,
    value: {
      bytes: Math.round(((summand ?? 0) + number) * BYTES_OF[unit]),
      periodDays: behind?.days ?? periodBefore(name, from),
      // "Total 5 GB", "5 GB data in total".
      isTotal: name.hasBefore(from, 1, 'total') || name.hasBehind(at + 1, 2, 'total'),
      isFastUpTo: isFastUpTo(name, from, to),
      isFast: name.hasBehind(at + 1, 2, 'fast'),
      added: addedAt(name, from, to),
    },
  };
}

/** "6 mo" are months. "500 Mo" are French megabytes. */
const isMonths = (name: NameTokens, at: number): boolean => name.text(at + 1) === 'mo';

/** "5 MB/s". */
const isSpeed = (name: NameTokens, at: number): boolean =>
  name.text(at + 2) === '/' && name.lower(at + 3) === 's';

/** The 3 of "3+2 GB". null: there is none. In "Global120+ 10 GB" and "A3+2 GB", the number is a part of another word. */
function summandBefore(name: NameTokens, at: number): number | null {
  const [first, plus] = [at - 2, at - 1];
  if (!name.isNumber(first) || name.text(plus) !== '+') return null;
  if (name.isSpaced(plus) || name.isSpaced(at)) return null;
  const startsWord = first === 0 || name.isSpaced(first) || name.isMark(first - 1);
  return startsWord ? writtenNumber(name.text(first)) : null;
}

/** "15 GB + 15 GB bonus", "10 GB (+2 GB bonus)", "10GB + ボーナス2GB". */
function addedAt(name: NameTokens, from: number, to: number): NamedAmount['added'] {
  const isBonusBefore = name.is(from - 1, 'bonus');
  const plus = isBonusBefore ? from - 2 : from - 1;
  const next = name.skip(to, 1, 'data', 'fast', 'total');
  const isBonus = isBonusBefore || name.is(name.text(next) === '(' ? next + 1 : next, 'bonus');
  if (name.text(plus) === '+') {
    // "20 GB (incl. +5 GB bonus)" are 20 GB.
    if (isBonus) return name.is(plus - 1, 'with') ? 'unclear' : 'yes';
    // "100 minutes + 10 GB": no amount is in front of it.
    const last = name.skip(name.text(plus - 1) === '(' ? plus - 2 : plus - 1, -1, 'data', 'fast', 'total');
    return name.startsAmount(last - 1) ? 'unclear' : 'no';
  }
  // "5 GB, get 5 GB extra": it is not certain whether these are 10 GB. But "5 GB free hotspot" is about the hotspot.
  const behind = name.skip(next, 1, 'bonus');
  return isBonus && (name.endsClause(behind) || !name.isWord(behind)) ? 'unclear' : 'no';
}

/** The amounts with those that are added to the one before. null: it is not clear what is added. */
export function sumsOf(amounts: readonly NamedAmount[]): readonly NamedAmount[] | null {
  const sums: NamedAmount[] = [];
  for (const amount of amounts) {
    const before = sums.at(-1);
    if (before === undefined || amount.added === 'no') sums.push(amount);
    else if (amount.added === 'unclear' || amount.periodDays !== null || before.periodDays !== null)
      return null;
    else sums[sums.length - 1] = { ...before, bytes: before.bytes + amount.bytes };
  }
  return sums;
}

/** A period in days, and the position behind its words. */
interface Period {
  readonly days: number;
  readonly to: number;
}

/** The period behind an amount that ends before `end`. */
function periodBehind(name: NameTokens, end: number): Period | null {
  // "2 GB high speed data/day".
  const at = name.skip(end, 1, 'data', 'fast');
  if (name.text(at) === '/' || name.is(at, 'per')) return periodBehindPer(name, at + 1);
  return inBrackets(name, at) ?? adverbAt(name, at) ?? multiplierAt(name, at);
}

/** "7GBまで高速", "高速7GBまで", "high speed up to 7 GB". */
function isFastUpTo(name: NameTokens, from: number, to: number): boolean {
  if (name.is(to, 'upToAfter')) return name.hasBehind(to, 2, 'fast') || name.hasBefore(from, 2, 'fast');
  return name.is(from - 1, 'upTo') && name.hasBefore(from - 1, 3, 'fast');
}

/** What follows the "/" or "per" of "/day", "per day", "per 1 day" and "/24 hours". */
function periodBehindPer(name: NameTokens, at: number): Period | null {
  const unitAt = name.text(at) === '1' ? at + 1 : at;
  for (const { days, unit, adverb } of PERIODS)
    if (name.is(unitAt, unit, adverb)) return { days, to: unitAt + 1 };
  const is24Hours = name.text(unitAt) === '24' && name.is(unitAt + 1, 'hour');
  return is24Hours ? { days: 1, to: unitAt + 2 } : null;
}

/** "2 GB (day)", "2 GB (daily)", "2 GB (/day)", "2 GB (per day)". */
function inBrackets(name: NameTokens, at: number): Period | null {
  if (name.text(at) !== '(') return null;
  const isPer = name.text(at + 1) === '/' || name.is(at + 1, 'per');
  const first = isPer ? at + 2 : at + 1;
  const found = isPer ? periodBehindPer(name, first) : adverbAt(name, first);
  return found !== null && name.text(found.to) === ')' ? { days: found.days, to: found.to + 1 } : null;
}

/** "5 GB daily", "5 GB day". */
function adverbAt(name: NameTokens, at: number): Period | null {
  // "10 GB, daily 1 GB": the word belongs to the next amount.
  if (name.startsAmount(at + 1)) return null;
  // A single letter is too short to be sure: "5 GB D".
  const isLong = name.text(at).length > 1;
  const found = PERIODS.find(({ unit, adverb }) => name.is(at, adverb) || (isLong && name.is(at, unit)));
  return found === undefined ? null : { days: found.days, to: at + 1 };
}

/** "1 GB x 7 days" is 1 GB on each of 7 days. The days are not part of the amount: they are read as the length too. */
function multiplierAt(name: NameTokens, at: number): Period | null {
  const unitAt = at + 2;
  if (!name.isTimes(at) || !name.isNumber(at + 1) || !name.is(unitAt, 'day')) return null;
  // In Spanish and Portuguese, "x" is short for "por": "10 GB x 30 días" are 10 GB for 30 days.
  return /^d[ií]as?$/i.test(name.text(unitAt)) ? null : { days: 1, to: at + 1 };
}

/** The days of the period in front of an amount: "Daily: 5 GB", "per day 5 GB", "1日5GB". */
function periodBefore(name: NameTokens, from: number): number | null {
  let at = from - 1;
  while ([':', '-', '/'].includes(name.text(at)) || name.is(at, 'data', 'fast', 'upTo', 'atMost')) at -= 1;
  for (const { days, unit, adverb } of PERIODS) {
    if (name.is(at, unit) && name.is(at - 1, 'per')) return days;
    // "7 günlük 5GB" states a length of 7 days. But "1日あたり5GB" is the Japanese for "5 GB a day".
    const isCount = name.isNumber(at - 1);
    const isOne = name.text(at - 1) === '1' && isUnspaced(name.text(at));
    if (name.is(at, adverb) && (!isCount || isOne)) return days;
    if (name.is(at, unit) && isAlone(name, at)) return days;
  }
  return name.isOneDay(at - 1) ? 1 : null;
}

/** The "日" of "（日3GB）" and the "일" of "(일 3GB": no number and no other character is in front of it. */
const isAlone = (name: NameTokens, at: number): boolean =>
  isUnspaced(name.text(at)) && !name.isNumber(at - 1) && (name.isSpaced(at) || !name.isWord(at - 1));

/** "Trial 100 MB", "100 MB for testing", "日本国内 100MB": what a buyer may use to try the plan at home. */
const isTrial = (name: NameTokens, { from, to }: Span<NamedAmount>): boolean =>
  // "10GB ローミング 日本国内チャージ可" is about a recharge.
  name.hasBefore(from, 2, 'trial', 'atHome') || name.hasBehind(to - 1, 2, 'trial') || name.is(to, 'atHome');

/** "Unlimited, 10 GB hotspot", "Unlimited, hotspot: up to 10 GB". */
function isHotspotCap(name: NameTokens, { from, to }: Span<NamedAmount>): boolean {
  // "10 GB hotspot allowed", "10 GB hotspot & tethering" and "10 GB hotspot not included": the amount is the plan's.
  if (name.is(to, 'hotspot') && !name.hasBehind(to, 2, 'allowed', 'hotspot', 'noAfter')) return true;
  const before = name.skip(name.text(from - 1) === ':' ? from - 2 : from - 1, -1, 'noise');
  // "No hotspot 10 GB": the amount is the plan's.
  return name.is(before, 'hotspot') && !name.hasBefore(before, 1, 'no');
}
