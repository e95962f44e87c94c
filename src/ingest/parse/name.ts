/**
 * Reads what the name of a plan states: amounts, lengths, "unlimited", goods and facts. Only clear statements are read.
 * The work is linear in the length of the name, and the name is bounded before.
 */
import type { Draft } from '../draft.ts';
import { type Token, textOf, tokensOf } from './tokens.ts';
import { reject, writtenNumber } from './value.ts';
import {
  isSizeWord,
  isUnspaced,
  type Kind,
  PERIODS,
  SIZE_UNITS,
  type SizeUnit,
  TIME_UNITS,
  type TimeUnit,
} from './words.ts';

/** Shorter words are ambiguous: "mo" is a month in English and a megabyte in French. */
const UNIT_LENGTH_MIN = 3;
/** The only complete word for a unit of time that is shorter, and it has no other meaning. */
const TURKISH_MONTH = 'ay';

/** An amount of data, with the days after which it renews. null: the name does not say that it renews. */
export interface NamedAmount {
  readonly bytes: number;
  readonly periodDays: number | null;
  /** "Total 5 GB": the amount is for the whole plan. */
  readonly isTotal: boolean;
}

/** A length in days. A month has 28 to 31 of them. */
export interface NamedLength {
  readonly days: number;
  readonly least: number;
  readonly most: number;
  readonly text: string;
}

export interface NameFacts {
  readonly hotspot: boolean | null;
  readonly identityCheck: boolean | null;
  readonly phoneNumber: boolean | null;
  readonly calls: boolean | null;
  readonly sms: boolean | null;
  readonly callMinutes: number | null;
  readonly textMessages: number | null;
  readonly hotspotBytes: number | null;
}

export interface NameReading {
  readonly amounts: readonly NamedAmount[];
  /** Lengths of use. */
  readonly lengths: readonly NamedLength[];
  /** Times to activate, install or return the plan. */
  readonly windows: readonly NamedLength[];
  /** `slow`: only data at a reduced speed has no limit. */
  readonly unlimited: 'yes' | 'slow' | 'no';
  /** Data is never slowed down. */
  readonly isNeverSlowed: boolean;
  /** What follows the amount: "then throttled", "then stops". */
  readonly afterCap: 'throttle' | 'stop' | null;
  readonly isEsim: boolean;
  /** Why it is no plan. null: nothing in the name says so. */
  readonly otherGoods: {
    readonly reason: 'not_a_plan' | 'top_up' | 'subscription';
    readonly what: string;
  } | null;
  readonly facts: NameFacts;
  /** The words that have no meaning here, such as places, and numbers that belong to nothing. Only titles need them. */
  readonly rest: () => string;
}

const BYTES_OF: Readonly<Record<SizeUnit, number>> = { bytes: 1, MB: 1e6, GB: 1e9, TB: 1e12 };
const BREAKS: ReadonlySet<string> = new Set('|()[]{}【】「」『』〈〉《》。;、,!?/:・'.split(''));
const RANGE: ReadonlySet<string> = new Set(['-', '–', '~', '〜']);
const TIMES: ReadonlySet<string> = new Set(['x', '×', '*']);
/** The sizes in which phones and tablets are sold. */
const STORAGE: ReadonlySet<string> = new Set('16GB 32GB 64GB 128GB 256GB 512GB 1TB 2TB'.split(' '));
/** Signs behind a fact: "テザリング×", "테더링 O". */
const CROSSES: ReadonlySet<string> = new Set('x × ✕ ✖ ✗ ✘ ❌ ng'.split(' '));
const TICKS: ReadonlySet<string> = new Set('o ○ ◯ 〇 ⭕ ◎ ✓ ✔ ✅'.split(' '));
/** "KYC-free". */
const FREE = /^(?:free|frei|less|los)$/i;
/** Words of these kinds alone may be a part of a place's name: "Los Angeles". */
const BESIDE_PLACES: ReadonlySet<Kind> = new Set(['joint', 'works']);
/** Longer than any plan: "2026年" is a date. */
const LENGTH_DAYS_MAX = 3660;

/** No shop has longer names. More is not read. */
export const NAME_READ_MAX = 1000;

export function readName(name: string | readonly Token[]): NameReading {
  return new Reader(typeof name === 'string' ? tokensOf(name.slice(0, NAME_READ_MAX)) : name).read();
}

/** Rejects a row whose name describes other goods. In a feed of products, a plan says what it is. */
export function rejectOtherGoods(
  { otherGoods, isEsim, amounts, lengths }: NameReading,
  isProduct: boolean,
): void {
  if (otherGoods !== null) reject(otherGoods.reason, `its name describes other goods: "${otherGoods.what}"`);
  if (isProduct && !isEsim && amounts.length + lengths.length === 0)
    reject('not_a_plan', 'its name mentions no eSIM, no amount of data and no length');
}

/** An amount or a length with the tokens that it takes. */
interface Span<T> {
  readonly value: T;
  readonly from: number;
  readonly to: number;
}

class Reader {
  readonly #tokens: readonly Token[];
  /** Tokens that belong to an amount, a length or another statement. */
  readonly #used = new Set<number>();
  readonly #positions = new Map<Kind, number[]>();
  readonly #numbers: number[] = [];
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    for (const [at, { type, kinds }] of tokens.entries()) {
      if (type === 'number') this.#numbers.push(at);
      for (const kind of kinds) {
        const known = this.#positions.get(kind);
        if (known === undefined) this.#positions.set(kind, [at]);
        else known.push(at);
      }
    }
  }

  read(): NameReading {
    const { caps, amounts } = this.#amounts();
    const { lengths, windows } = this.#lengths();
    const facts = this.#facts();
    const isEsim = this.#some('esim', (at) => !this.#isNegated(at, 1, 1) && !this.#isFeature(at));
    return {
      amounts,
      lengths,
      windows,
      unlimited: this.#unlimited(amounts.length > 0),
      isNeverSlowed: this.#isNeverSlowed(),
      afterCap: this.#afterCap(),
      isEsim,
      otherGoods: this.#otherGoods(),
      facts: {
        ...facts,
        // A cap of the hotspot states that it is allowed.
        hotspot: facts.hotspot ?? (caps.length > 0 ? true : null),
        hotspotBytes: caps[0] ?? null,
      },
      rest: () => this.#rest(),
    };
  }

  #is(at: number, ...kinds: readonly Kind[]): boolean {
    const token = this.#tokens[at];
    return token !== undefined && kinds.some((kind) => token.kinds.has(kind));
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #isNumber(at: number): boolean {
    return this.#tokens[at]?.type === 'number';
  }

  /** The positions of the words of a kind. */
  #all(kind: Kind): readonly number[] {
    return this.#positions.get(kind) ?? [];
  }

  #some(kind: Kind, holds: (at: number) => boolean): boolean {
    return this.#all(kind).some(holds);
  }

  /** True if one of the next `most` tokens in a direction has the kind, before the clause ends. */
  #near(at: number, step: 1 | -1, most: number, ...kinds: readonly Kind[]): boolean {
    for (let next = at + step, count = 0; count < most; next += step, count += 1) {
      if (BREAKS.has(this.#text(next)) || this.#tokens[next] === undefined) return false;
      if (this.#is(next, ...kinds)) return true;
    }
    return false;
  }

  #isNegated(at: number, before: number, after: number): boolean {
    return this.#near(at, -1, before, 'no') || this.#near(at, 1, after, 'noAfter');
  }

  #skip(at: number, step: 1 | -1, ...kinds: readonly Kind[]): number {
    let next = at;
    while (this.#is(next, ...kinds)) next += step;
    return next;
  }

  // Amounts.

  #amounts(): { readonly amounts: readonly NamedAmount[]; readonly caps: readonly number[] } {
    const spans = this.#numbers.flatMap((at) => this.#amountAt(at) ?? []);
    const isOnly = spans.length === 1 && !this.#some('unlimited', () => true);
    const caps = isOnly ? [] : spans.filter((span) => this.#isHotspotCap(span));
    const own = spans.filter((span) => !caps.includes(span) && !this.#isTrial(span));
    return { amounts: own.map(({ value }) => value), caps: caps.map(({ value }) => value.bytes) };
  }

  #amountAt(at: number): Span<NamedAmount> | null {
    const unit = SIZE_UNITS.get(this.#text(at + 1).toLowerCase());
    const word = this.#text(at + 1);
    // "500 Mo" are French megabytes, "6 mo" are months.
    if (unit === undefined || !isSizeWord(word) || word === 'mo') return null;
    // "5 MB/s" is a speed, "1-3 GB" a range.
    if (this.#text(at + 2) === '/' && /^s$/i.test(this.#text(at + 3))) return null;
    const joint = this.#tokens[at]?.spaced === true ? '' : this.#text(at - 1);
    if (RANGE.has(joint) && this.#isNumber(at - 2)) return null;
    const isSum = joint === '+' && this.#isNumber(at - 2) && this.#tokens[at - 1]?.spaced !== true;
    const isFree = this.#tokens[at - 2]?.spaced === true || at === 2 || this.#tokens[at - 3]?.type === 'mark';
    const added = isSum && isFree ? Number(this.#text(at - 2)) : 0;
    const amount = writtenNumber(this.#text(at));
    if (amount === null || amount === 0) return null;
    const from = added > 0 ? at - 2 : at;
    const [before, after] = [this.#periodBefore(from), this.#periodAfter(at + 2)];
    const to = after?.to ?? at + 2;
    this.#use(from, to);
    return {
      from,
      to,
      value: {
        bytes: Math.round((added + amount) * BYTES_OF[unit]),
        periodDays: after?.days ?? before,
        isTotal: this.#near(from, -1, 1, 'total') || this.#near(at + 1, 1, 2, 'total'),
      },
    };
  }

  /** "/day", "per day", "daily", "x 7 days", "high speed a day" behind an amount. */
  #periodAfter(end: number): { readonly days: number; readonly to: number } | null {
    const at = this.#skip(end, 1, 'data', 'fast');
    const isPer = this.#text(at) === '/' || this.#is(at, 'per');
    const unit = isPer ? at + (this.#text(at + 1) === '1' ? 2 : 1) : at;
    // "10 GB, daily 1 GB": the word belongs to the next amount.
    const isNext = !isPer && this.#isNumber(unit + 1) && isSizeWord(this.#text(unit + 2));
    for (const { days, unit: word, adverb } of PERIODS) {
      if (isPer && this.#is(unit, word, adverb)) return { days, to: unit + 1 };
      if (!isPer && !isNext && this.#is(unit, adverb)) return { days, to: unit + 1 };
      if (!isPer && this.#is(at, word) && this.#text(at).length > 1 && !isNext) return { days, to: at + 1 };
    }
    if (isPer && this.#text(unit) === '24' && this.#is(unit + 1, 'hour')) return { days: 1, to: unit + 2 };
    const isTimes =
      TIMES.has(this.#text(at).toLowerCase()) && this.#isNumber(at + 1) && this.#is(at + 2, 'day');
    // In Spanish and Portuguese, "x" is short for "por": "10 GB x 30 días" are 10 GB for 30 days.
    return isTimes && !/^d[ií]as?$/i.test(this.#text(at + 2)) ? { days: 1, to: at + 1 } : null;
  }

  /** "Daily 5 GB", "1日5GB", "per day 5 GB". "7 günlük 5GB" states a length. */
  #periodBefore(from: number): number | null {
    let at = from - 1;
    while ([':', '-', '/'].includes(this.#text(at)) || this.#is(at, 'data', 'fast')) at -= 1;
    for (const { days, unit: word, adverb } of PERIODS) {
      if (this.#is(at, adverb) && !this.#isNumber(at - 1)) return days;
      if (this.#is(at, adverb) && this.#text(at - 1) === '1' && isUnspaced(this.#text(at))) return days;
      if (this.#is(at, word) && this.#is(at - 1, 'per')) return days;
    }
    return this.#isOneDay(at - 1) ? 1 : null;
  }

  /** "1日" in front of an amount means each day. "1日間" is a length. */
  #isOneDay(at: number): boolean {
    return this.#text(at) === '1' && /^(?:日|天|일)$/.test(this.#text(at + 1));
  }

  #isTrial({ from, to }: Span<NamedAmount>): boolean {
    return this.#near(from, -1, 2, 'trial') || this.#near(to - 1, 1, 2, 'trial');
  }

  /** "Unlimited, 10 GB hotspot". In "10 GB hotspot allowed" the amount is not the hotspot's. */
  #isHotspotCap({ from, to }: Span<NamedAmount>): boolean {
    const isBehind = this.#is(to, 'hotspot') && !this.#near(to, 1, 2, 'allowed', 'hotspot', 'noAfter');
    const before = this.#skip(this.#text(from - 1) === ':' ? from - 2 : from - 1, -1, 'noise');
    return isBehind || (this.#is(before, 'hotspot') && !this.#isNegated(before, 1, 0));
  }

  // Lengths.

  #lengths(): { readonly lengths: readonly NamedLength[]; readonly windows: readonly NamedLength[] } {
    const spans = this.#numbers.flatMap((at) => this.#lengthAt(at) ?? []);
    const others = spans.filter((span, index) => this.#isOtherLength(span, spans[index + 1]));
    for (const { from, to } of spans) this.#use(from, to);
    return {
      lengths: spans.filter((span) => !others.includes(span)).map(({ value }) => value),
      // Hours to deliver the plan, and hours of service, are nothing that a field of a plan states.
      windows: others.filter(({ to }) => !this.#is(to - 1, 'hour')).map(({ value }) => value),
    };
  }

  #lengthAt(at: number): Span<NamedLength> | null {
    if (this.#used.has(at)) return null;
    const dash = this.#text(at + 1) === '-' && this.#tokens[at + 1]?.spaced === false ? 1 : 0;
    const word = this.#tokens[at + 1 + dash];
    const unit = word === undefined ? undefined : TIME_UNITS.get(word.text.toLowerCase());
    const count = this.#text(at);
    if (word === undefined || unit === undefined || !/^\d{1,4}$/.test(count)) return null;
    const isLetter = /^[dh]$/i.test(word.text) && !word.spaced;
    const isShort = word.text.length < UNIT_LENGTH_MIN && !isUnspaced(word.text);
    if (isShort && !isLetter && word.text.toLowerCase() !== TURKISH_MONTH) return null;
    // "7-30 days" is a range, "6月30日" a date, "1日5GB" an amount a day.
    if (RANGE.has(this.#text(at - 1)) && this.#isNumber(at - 2) && this.#tokens[at]?.spaced === false)
      return null;
    if (this.#text(at - 1) === '月') return null;
    const next = this.#skip(at + 2 + dash, 1, 'data', 'fast');
    if (this.#isOneDay(at) && this.#isNumber(next) && isSizeWord(this.#text(next + 1))) return null;
    const isTimes = TIMES.has(this.#text(at + 2).toLowerCase()) && this.#isNumber(at + 3);
    const times = isTimes && !isSizeWord(this.#text(at + 4)) ? Number(this.#text(at + 3)) : 1;
    const isChoice = this.#text(at - 1) === '/' && this.#isNumber(at - 2) && this.#text(at - 2) !== count;
    const from = isChoice ? at - 2 : at;
    const to = at + 2 + dash + (times > 1 ? 2 : 0);
    const text = textOf(this.#tokens.slice(from, to));
    // "7/15 days" states two lengths, so that no field agrees with it.
    if (isChoice) return { from, to, value: { days: 0, least: Infinity, most: 0, text } };
    const span = spanOf(Number(count) * times, unit);
    return span === null ? null : { from, to, value: { ...span, text } };
  }

  /** The time to activate, deliver or return a plan, or hours of service, is not its length of use. */
  #isOtherLength({ from, to, value }: Span<NamedLength>, next: Span<NamedLength> | undefined): boolean {
    const isHours = this.#is(to - 1, 'hour');
    if (this.#near(from, -1, 3, 'windowBefore') || this.#is(to, 'windowAfter')) return true;
    if (isHours && /^in$/i.test(this.#text(from - 1))) return true;
    // "7 days a week", "los 7 días de la semana", "haftanın 7 günü".
    const isWeekly = this.#near(to - 1, 1, 3, 'week') || this.#near(from, -1, 1, 'week');
    if (value.days === 7 && this.#is(to - 1, 'day') && isWeekly) return true;
    const isService = (isHours && value.days === 1) || value.days === 365;
    if (!isService) return false;
    const isChained = next !== undefined && next.from === to && this.#isOtherLength(next, undefined);
    const isNamed = this.#near(to - 1, 1, 4, 'support') || this.#near(from, -1, 2, 'support');
    return isChained || isNamed || this.#is(to + 1, 'support');
  }

  // "Unlimited", and what is unlimited.

  #unlimited(hasAmount: boolean): NameReading['unlimited'] {
    let found: NameReading['unlimited'] = 'no';
    for (const at of this.#all('unlimited')) {
      if (this.#near(at, -1, 1, 'no') || this.#isOfCalls(at)) continue;
      const isSlow =
        this.#near(at, -1, 3, 'then', 'speed') ||
        (this.#near(at, 1, 3, 'speed') && hasAmount) ||
        this.#slow().some((slow) => (slow < at ? at - slow <= 3 : slow - at <= 3 && hasAmount));
      if (!isSlow) return 'yes';
      found = 'slow';
    }
    return found;
  }

  // What follows the amount.

  /** The words for slow data that are not denied. */
  #slow(): readonly number[] {
    return this.#all('slow').filter((at) => !this.#isNegated(at, 3, 3));
  }

  /** "Unthrottled", "never slows down", "ohne Drosselung". */
  #isNeverSlowed(): boolean {
    return this.#all('noSlowdown').length > 0 || this.#slow().length < this.#all('slow').length;
  }

  /** "Then slower", "slower after that", "以降は384kbps", "用完斷網". */
  #afterCap(): NameReading['afterCap'] {
    const isThen = (at: number) => this.#near(at, -1, 4, 'then') || this.#near(at, 1, 4, 'then');
    if (this.#slow().some(isThen) || this.#some('speed', (at) => this.#near(at, -1, 6, 'then')))
      return 'throttle';
    return this.#some('stop', isThen) ? 'stop' : null;
  }

  /** "Unlimited EU calls", "通話無制限". In "unlimited data with calls" the data is unlimited. */
  #isOfCalls(at: number): boolean {
    if (this.#is(at - 1, 'data') || this.#is(at + 1, 'data')) return false;
    if (this.#is(at - 1, 'calls', 'sms', 'minutes') || this.#is(at + 1, 'calls', 'sms', 'minutes'))
      return true;
    if (isUnspaced(this.#text(at))) return false;
    for (let next = at + 1; next <= at + 3; next++) {
      if (this.#is(next, 'calls', 'sms', 'minutes', 'app', 'hotspot', 'topUp', 'otherUnlimited')) return true;
      if (BREAKS.has(this.#text(next)) || this.#isNumber(next) || this.#is(next, 'with', 'esim', 'speed'))
        return false;
    }
    return false;
  }

  // Goods.

  #otherGoods(): NameReading['otherGoods'] {
    const goods = (kind: Kind) => this.#all(kind).find((at) => !this.#isUnsold(at));
    const esim = this.#all('esim').find((at) => !this.#isNegated(at, 1, 1)) ?? Infinity;
    // "SIM card" beside an eSIM is only mentioned. A physical SIM is, if the eSIM comes first.
    const physical = goods('physical') ?? Infinity;
    const card = physical < esim ? physical : esim === Infinity ? goods('card') : undefined;
    const at = goods('goods') ?? card ?? this.#packAt() ?? this.#deviceAt();
    if (at !== undefined) return { reason: 'not_a_plan', what: this.#text(at) };
    const topUp = this.#all('topUp').find((one) => !this.#canBeToppedUp(one));
    if (topUp !== undefined) return { reason: 'top_up', what: this.#text(topUp) };
    const renews = goods('subscription');
    return renews === undefined ? null : { reason: 'subscription', what: this.#text(renews) };
  }

  /** "No router", "instead of a physical SIM", "cheaper than pocket WiFi": the goods are only mentioned. */
  #isUnsold(at: number): boolean {
    const isOther = this.#near(at, -1, 4, 'instead') || this.#near(at, 1, 3, 'insteadAfter');
    return isOther || this.#isNegated(at, 3, 2);
  }

  /** "eSIM-compatible phone case": the eSIM is a feature of something else. */
  #isFeature(at: number): boolean {
    return this.#is(this.#text(at + 1) === '-' ? at + 2 : at + 1, 'feature');
  }

  /** "Smartphone 128 GB": the amount is the storage of a device. "Tablet with eSIM": the eSIM is a feature. */
  #deviceAt(): number | undefined {
    const isStorage = (at: number) =>
      STORAGE.has(this.#text(at).toUpperCase() + this.#text(at + 1).toUpperCase());
    const hasStorage = (at: number) => [1, 2, 3].some((step) => isStorage(at + step));
    const esims = this.#all('esim');
    const isFeature =
      esims.length > 0 &&
      esims.every((at) => this.#is(at - 1, 'with', 'allows') || this.#text(at - 1) === '+');
    return this.#all('device').find(
      (at) => !this.#near(at, -1, 3, 'forDevice') && (hasStorage(at) || (isFeature && at < esims[0]!)),
    );
  }

  /** "2-pack", "2枚セット", "pack of 2", "2'li paket", "3 x Spain eSIM". */
  #packAt(): number | undefined {
    const isSeveral = (at: number) => /^(?:[2-9]|1\d|20)$/.test(this.#text(at)) && !this.#used.has(at);
    const behind = this.#all('packs').find((at) =>
      isSeveral(/^[-'’]$/.test(this.#text(at - 1)) ? at - 2 : at - 1),
    );
    const isTimes = (at: number) => TIMES.has(this.#text(at).toLowerCase());
    const isCounted = (at: number) => isTimes(at + 1) && isSeveral(at + 2);
    const times = this.#all('esim').find(
      (at) => isCounted(at) || [2, 3, 4].some((back) => isSeveral(at - back) && isTimes(at - back + 1)),
    );
    return behind ?? times ?? this.#all('packOf').find((at) => isSeveral(at + 1));
  }

  /** "Top-up available", "with top-up": a plan that can be topped up is not a top-up. */
  #canBeToppedUp(at: number): boolean {
    return (
      /^[&+]$/.test(this.#text(at - 1)) ||
      this.#near(at, -1, 1, 'no', 'with', 'canTopUp', 'allowed') ||
      this.#near(at, 1, 2, 'allowed', 'canTopUp', 'noAfter', 'no')
    );
  }

  // Facts.

  #facts(): Omit<NameFacts, 'hotspotBytes'> {
    const isDataOnly = this.#all('dataOnly').length > 0 ? false : null;
    // A mention alone states calls, unless the plan has only data.
    const mention = isDataOnly === null ? true : null;
    const calls = this.#stated('calls', (at) => this.#callsAt(at, mention));
    const sms = this.#stated('sms', (at) => this.#said(at) ?? mention);
    const minutes = this.#all('minutes').filter((at) => this.#isMinutes(at));
    const hasCalls = calls ?? (minutes.length > 0 ? true : null);
    const number = this.#stated('number', (at) => this.#numberAt(at));
    const isUnlimited = this.#some('unlimited', (at) => this.#isOfCalls(at));
    const canCall = hasCalls === true || sms === true ? true : (hasCalls ?? sms ?? isDataOnly);
    return {
      hotspot: this.#stated('hotspot', (at) => this.#hotspotAt(at)),
      identityCheck: this.#stated('identity', (at) => this.#said(at)),
      phoneNumber: number ?? canCall,
      calls: hasCalls ?? isDataOnly,
      sms: sms ?? isDataOnly,
      callMinutes: isUnlimited
        ? null
        : this.#only(minutes.map((at) => (this.#is(at - 1, 'noise') ? at - 2 : at - 1))),
      textMessages: isUnlimited ? null : this.#only(this.#all('sms').map((at) => at - 1)),
    };
  }

  /** What all words of a kind state together. null: nothing, or a contradiction. */
  #stated(kind: Kind, read: (at: number) => boolean | null): boolean | null {
    const found = this.#all(kind);
    if (found.length === 0) return null;
    const values = new Set(found.map(read));
    values.delete(null);
    const [value = null] = values;
    return values.size === 1 ? value : null;
  }

  #only(positions: readonly number[]): number | null {
    const numbers = new Set(
      positions.filter((at) => /^\d{1,5}$/.test(this.#text(at))).map((at) => Number(this.#text(at))),
    );
    const [number = null] = numbers;
    return numbers.size === 1 ? number : null;
  }

  #callsAt(at: number, mention: boolean | null): boolean | null {
    const isOther =
      this.#near(at, -1, 4, 'instead') ||
      this.#near(at, -1, 2, 'app', 'support') ||
      this.#near(at, 1, 2, 'app', 'support');
    return isOther || this.#is(at, 'number') ? null : (this.#said(at) ?? mention);
  }

  /** "100 mins of calls", "10 GB + 100 mins". "Ready in 10 minutes" is not about calls. */
  #isMinutes(at: number): boolean {
    const number = this.#is(at - 1, 'noise') ? at - 2 : at - 1;
    if (!this.#isNumber(number) && !this.#is(at - 1, 'unlimited')) return false;
    if (this.#near(number, -1, 3, 'windowBefore') || this.#near(at, 1, 2, 'windowAfter', 'windowBefore'))
      return false;
    const isCall =
      this.#is(at, 'calls') || this.#near(at, 1, 2, 'calls') || this.#near(number, -1, 2, 'calls');
    const isAdded = this.#text(number - 1) === '+' || this.#is(number - 1, 'with', 'allows');
    const isListed = this.#some('sms', () => true) || this.#is(at - 1, 'unlimited');
    return isCall || ((isAdded || isListed) && !isUnspaced(this.#text(at)));
  }

  #numberAt(at: number): boolean | null {
    if (this.#isNegated(at, 2, 2)) return false;
    if (this.#is(at - 1, 'noAfter')) return null;
    const isPhone = this.#text(at).length > 6 || isUnspaced(this.#text(at));
    const isWith = this.#near(at, -1, 2, 'with') || this.#near(at, 1, 1, 'allowed');
    return isWith || (isPhone && !isUnspaced(this.#text(at))) ? true : null;
  }

  #isFact(at: number): boolean {
    return this.#is(at, 'hotspot', 'identity', 'calls', 'sms', 'minutes', 'number');
  }

  /** "Calls/SMS", "通話・SMS", "hotspot and calls": the words between two facts of a list. */
  #isListed(at: number): boolean {
    return /^(?:[/・·&、及和與与跟とや및과와]|或者?)$/.test(this.#text(at)) || this.#is(at, 'with', 'joint');
  }

  /** What the words around a fact say of it: true, false, or nothing. */
  #said(at: number): boolean | null {
    if (this.#is(at, 'no', 'noAfter')) return false;
    const before = this.#saidBefore(at);
    // "Share your data" states by itself.
    return before === false ? false : (this.#saidAfter(at) ?? (this.#is(at, 'allows') ? true : before));
  }

  /** "No calls", "does not require a passport", "with hotspot", "must register a passport". */
  #saidBefore(at: number): boolean | null {
    if (this.#isListed(at - 1) && this.#isFact(at - 2)) {
      const said = this.#saidBefore(at - 2);
      return said ?? (this.#is(at - 1, 'with') ? true : null);
    }
    if (this.#tokens[at - 1]?.type === 'mark' && CROSSES.has(this.#text(at - 1))) return false;
    const grants: readonly Kind[] = this.#is(at, 'identity') ? ['required'] : ['with', 'allows'];
    for (let next = at - 1; next >= at - 4 && !this.#endsClause(next); next -= 1) {
      // Where words are written without spaces, a space ends a clause.
      const isSpaced = (one: number) => this.#tokens[one]!.spaced && isUnspaced(this.#text(one));
      if (next < at - 1 && (isSpaced(at) || isSpaced(next + 1))) return null;
      if (this.#isFact(next)) return null;
      if (this.#is(next, 'no')) return false;
      if (this.#is(next, ...grants)) return !this.#near(next, -1, 1, 'no');
    }
    return /^[+&]$/.test(this.#text(at - 1)) && !this.#is(at, 'identity') ? true : null;
  }

  /** "Hotspot allowed", "KYC-free", "tethering is not permitted", "テザリング×", "Hotspot: no". */
  #saidAfter(at: number): boolean | null {
    const isTitled = this.#text(at + 1) === ':';
    const first = isTitled ? at + 2 : at + 1;
    const isNo = isTitled && this.#is(first, 'no', 'noAfter');
    if (isNo || CROSSES.has(this.#text(first).toLowerCase())) return false;
    if (TICKS.has(this.#text(first).toLowerCase()) || (isTitled && this.#is(first, 'allowed'))) return true;
    if (this.#text(first) === '-' && FREE.test(this.#text(first + 1))) return false;
    for (let next = first; next <= first + 4; next += 1) {
      if (this.#isListed(next) && this.#isFact(next + 1)) return this.#saidAfter(next + 1);
      if (this.#endsClause(next)) return null;
      if (this.#isFact(next)) return null;
      if (this.#is(next, 'no') && !this.#is(next, 'noAfter'))
        return this.#near(next, 1, 3, 'allowed', 'required', 'works') ? false : null;
      if (this.#is(next, 'noAfter')) return this.#is(next, 'no') && this.#isFact(next + 1) ? null : false;
      if (this.#is(next, this.#is(at, 'identity') ? 'required' : 'allowed')) return true;
    }
    return null;
  }

  /** Marks between clauses, and dashes with spaces around them. */
  #endsClause(at: number): boolean {
    const token = this.#tokens[at];
    if (token === undefined || BREAKS.has(token.text)) return true;
    return token.type === 'mark' && token.spaced && this.#tokens[at + 1]?.spaced === true;
  }

  #hotspotAt(at: number): boolean | null {
    return this.#said(at) ?? (this.#endsClause(at - 1) && this.#endsClause(at + 1) ? true : null);
  }

  // What is left for places.

  #use(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#used.add(at);
  }

  #rest(): string {
    const isLeft = ({ text, kinds }: Token, at: number): boolean => {
      if (this.#used.has(at) || (BREAKS.has(text) && !/^[/,]$/.test(text))) return false;
      // "5G" and "36 countries" are no amounts.
      if (this.#isNumber(at)) return !(this.#is(at + 1, 'countries') || /^g$/i.test(this.#text(at + 1)));
      return kinds.size === 0 || this.#is(at, 'with') || kinds.isSubsetOf(BESIDE_PLACES);
    };
    return this.#tokens
      .map((token, at) => (isLeft(token, at) ? `${token.spaced ? ' ' : ''}${token.text}` : ' '))
      .join('')
      .replace(/ +/g, ' ')
      .trim();
  }
}

const SLOWED = { afterCap: 'throttle' } as const;

type NamedAllowance = Pick<Draft, 'model' | 'data'> &
  Partial<Pick<Draft, 'fullSpeedPerDay' | 'periodDays' | 'afterCap'>>;

/**
 * The allowance that a name states by itself. null: it states none, or more than one. A daily amount under "unlimited"
 * is the fair use of each day; a total is the amount, whatever follows it.
 */
export function allowanceIn(
  { amounts, unlimited }: Pick<NameReading, 'amounts' | 'unlimited'>,
  days: number | null,
): NamedAllowance | null {
  if (amounts.length === 0) return unlimited === 'yes' ? { model: 'unlimited', data: null } : null;
  const daily = amounts.find(({ periodDays }) => periodDays === 1) ?? null;
  // "15 GB (1 GB daily)": the total says the same again.
  const meant = amounts.filter(
    ({ bytes, periodDays }) =>
      daily === null || periodDays !== null || days === null || bytes !== daily.bytes * days,
  );
  const [only] = meant;
  if (only === undefined || meant.some((other) => other.bytes !== only.bytes)) return null;
  const { bytes: data, periodDays } = only;
  if (daily !== null)
    return unlimited === 'no'
      ? { model: 'per_day', data }
      : { model: 'unlimited', data: null, fullSpeedPerDay: data, ...(unlimited === 'slow' && SLOWED) };
  const isOnePeriod = periodDays === null || days === null || days <= (periodDays === 30 ? 31 : periodDays);
  return {
    model: 'total',
    data,
    ...(!isOnePeriod && { periodDays }),
    ...(unlimited === 'slow' && SLOWED),
  };
}

function spanOf(count: number, unit: TimeUnit): Omit<NamedLength, 'text'> | null {
  const [least, days, most] = {
    hour: [Math.floor(count / 24), Math.floor(count / 24), Math.ceil(count / 24)] as const,
    day: [count, count, count] as const,
    week: [7 * count, 7 * count, 7 * count] as const,
    month: [28 * count, 30 * count, 31 * count] as const,
    year: [360 * count, 365 * count, 366 * count] as const,
  }[unit];
  return count === 0 || most > LENGTH_DAYS_MAX ? null : { least, days, most };
}
