/** The amounts of data in a name: "5 GB", "1 GB/day", "1日5GB". */
import { withoutThousandsPoint, writtenNumber } from '../value.ts';
import { isUnspacedScript, type Kind, PERIODS, type SizeUnit } from '../words.ts';
import type { NameTokens, Span } from './name-tokens.ts';

export interface NamedAmount {
  readonly bytes: number;
  /** The days after which the amount renews. null: the name does not say that it renews. */
  readonly periodDays: number | null;
  /** "Total 5 GB": the amount is for the whole plan. */
  readonly isTotal: boolean;
  /** "10GBまで高速" ("up to 10 GB at high speed"): slower data follows the amount. */
  readonly isFullSpeedLimit: boolean;
  /** "22 GB at high speed": slower data follows only if the plan is also "unlimited". */
  readonly isAtFullSpeed: boolean;
  /**
   * "15 GB + 15 GB bonus": the second amount is added to the first. `unclear`: it may be for something else, as in
   * "10 GB + 10 GB roaming".
   */
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

/** "12 Go (soit env. 1 Go/jour)", "15GB 1日3GB目安": the amount tells what a total means for each day. */
function isShareOfTotal(name: NameTokens, { from, to, value }: Span<NamedAmount>): boolean {
  if (value.periodDays === null) return false;
  // The point of "env. 1 Go".
  const before = name.text(from - 1) === '.' ? from - 2 : from - 1;
  return isAboutWord(name.lower(before)) || ABOUT_AFTER.test(name.lower(to));
}

const ABOUT =
  /^(?:env|environ|soit|ca|circa|etwa|rund|about|approx|approximately|aprox|aproximadamente|unos|yaklaşik|約|约|大約|大约|약|≈)$/;
export const isAboutWord = (word: string): boolean => ABOUT.test(word);
const ABOUT_AFTER = /^(?:目安|相当|換算|程度|정도|左右)$/;

/** The amount whose number is at a position. null: the number is something else. */
function amountAt(name: NameTokens, at: number): Span<NamedAmount> | null {
  const unit = name.sizeUnitAt(at);
  const unitAt = at + 1;
  const written = name.text(at);
  const number = writtenNumber(unit === 'MB' ? withoutThousandsPoint(written) : written);
  if (number === null || number === 0 || unit === null) return null;
  if (isMonths(name, at) || isSpeed(name, at) || name.isEndOfRange(at)) return null;
  const summand = summandBefore(name, at);
  const from = summand === null ? at : at - 2;
  const period = periodAfter(name, unitAt + 1);
  const to = period?.to ?? unitAt + 1;
  return {
    from,
    to,
    value: {
      bytes: Math.round(((summand ?? 0) + number) * BYTES_OF[unit]),
      periodDays: period?.days ?? periodBefore(name, from),
      // "Total 5 GB", "5 GB data in total".
      isTotal: name.is(from - 1, 'total') || name.hasAfter(unitAt, 2, 'total'),
      isFullSpeedLimit: isFullSpeedLimit(name, from, to),
      isAtFullSpeed: name.hasAfter(unitAt, 2, 'fast'),
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
  const first = at - 2;
  const plus = at - 1;
  if (!name.isNumber(first) || name.text(plus) !== '+') return null;
  if (name.hasBlankBefore(plus) || name.hasBlankBefore(at)) return null;
  const startsWord = first === 0 || name.hasBlankBefore(first) || name.isMark(first - 1);
  return startsWord ? writtenNumber(name.text(first)) : null;
}

/** "15 GB + 15 GB bonus", "10 GB (+2 GB bonus)", "10GB + ボーナス2GB". */
function addedAt(name: NameTokens, from: number, to: number): NamedAmount['added'] {
  const isBonusBefore = name.is(from - 1, 'bonus');
  const before = isBonusBefore ? from - 2 : from - 1;
  const next = name.skip(to, 1, 'data', 'fast', 'total');
  const isBonus = isBonusBefore || name.is(name.text(next) === '(' ? next + 1 : next, 'bonus');
  const isAfterPlus = name.text(before) === '+';
  // "20 GB (incl. +5 GB bonus)" are 20 GB.
  if (isAfterPlus && isBonus) return name.is(before - 1, 'with') ? 'unclear' : 'yes';
  // "100 minutes + 10 GB" adds nothing to an amount.
  if (isAfterPlus) return hasAmountBefore(name, before) ? 'unclear' : 'no';
  // "5 GB, get 5 GB extra": it is not certain whether these are 10 GB. But "5 GB free hotspot" is about the hotspot.
  const afterBonus = name.skip(next, 1, 'bonus');
  return isBonus && (name.endsClause(afterBonus) || !name.isWord(afterBonus)) ? 'unclear' : 'no';
}

/** The "10 GB data (" in front of "+2 GB". */
function hasAmountBefore(name: NameTokens, at: number): boolean {
  const last = name.text(at - 1) === '(' ? at - 2 : at - 1;
  const unitAt = name.skip(last, -1, 'data', 'fast', 'total');
  return name.startsAmount(unitAt - 1);
}

/** Adds each amount that is marked as added to the one before it. null: it is not clear what is added. */
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

/** A period in days, and the position after its words. */
interface Period {
  readonly days: number;
  readonly to: number;
}

/** The period after an amount that ends before `end`. */
function periodAfter(name: NameTokens, end: number): Period | null {
  // "2 GB high speed data/day".
  const at = name.skip(end, 1, 'data', 'fast');
  if (name.text(at) === '/' || name.is(at, 'per')) return periodAfterPer(name, at + 1);
  return inBrackets(name, at) ?? adverbAt(name, at) ?? multiplierAt(name, at);
}

/** "7GBまで高速", "高速7GBまで", "high speed up to 7 GB". */
function isFullSpeedLimit(name: NameTokens, from: number, to: number): boolean {
  if (name.is(to, 'upToAfter')) return name.hasAfter(to, 2, 'fast') || name.hasBefore(from, 2, 'fast');
  return name.is(from - 1, 'upTo') && name.hasBefore(from - 1, 3, 'fast');
}

/** The period of "/day", "per day", "per 1 day" and "/24 hours". `at` is the position after "/" or "per". */
function periodAfterPer(name: NameTokens, at: number): Period | null {
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
  const found = isPer ? periodAfterPer(name, first) : adverbAt(name, first);
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

/** The days of the period in front of an amount, in each of these four forms. */
function periodBefore(name: NameTokens, from: number): number | null {
  let at = from - 1;
  while ([':', '-', '/'].includes(name.text(at)) || name.is(at, 'data', 'fast', 'upTo', 'atMost')) at -= 1;
  const period = PERIODS.find(
    ({ unit, adverb }) =>
      isPerUnit(name, at, unit) || isAdverb(name, at, adverb) || isUnitAlone(name, at, unit),
  );
  return period?.days ?? (name.isOneDay(at - 1) ? 1 : null);
}

/** "Per day 5 GB". */
const isPerUnit = (name: NameTokens, at: number, unit: Kind): boolean =>
  name.is(at, unit) && name.is(at - 1, 'per');

/** "Daily: 5 GB". "7 günlük 5GB" states a length of 7 days, but "1日あたり5GB" is the Japanese for "5 GB a day". */
function isAdverb(name: NameTokens, at: number, adverb: Kind): boolean {
  if (!name.is(at, adverb)) return false;
  const isOne = name.text(at - 1) === '1' && isUnspacedScript(name.text(at));
  return isOne || !name.isNumber(at - 1);
}

/** The "日" of "（日3GB）" and the "일" of "(일 3GB". No number is in front of it, and a word only with a blank between them. */
function isUnitAlone(name: NameTokens, at: number, unit: Kind): boolean {
  if (!name.is(at, unit) || !isUnspacedScript(name.text(at)) || name.isNumber(at - 1)) return false;
  return name.hasBlankBefore(at) || !name.isWord(at - 1);
}

/** "Trial 100 MB", "100 MB for testing", "日本国内 100MB": what a buyer may use to try the plan at home. */
const isTrial = (name: NameTokens, { from, to }: Span<NamedAmount>): boolean =>
  // "10GB ローミング 日本国内チャージ可" is about a recharge.
  name.hasBefore(from, 2, 'trial', 'atHome') || name.hasAfter(to - 1, 2, 'trial') || name.is(to, 'atHome');

/** "Unlimited, 10 GB hotspot", "Unlimited, hotspot: up to 10 GB". */
function isHotspotCap(name: NameTokens, { from, to }: Span<NamedAmount>): boolean {
  // "10 GB hotspot allowed", "10 GB hotspot & tethering" and "10 GB hotspot not included": the amount is the plan's.
  if (name.is(to, 'hotspot') && !name.hasAfter(to, 2, 'allowed', 'hotspot', 'noAfter')) return true;
  // The colon of "hotspot: 10 GB", and words without a meaning.
  const last = name.text(from - 1) === ':' ? from - 2 : from - 1;
  const before = name.skip(last, -1, 'noise');
  // "No hotspot 10 GB": the amount is the plan's.
  return name.is(before, 'hotspot') && !name.hasBefore(before, 1, 'no');
}
