/** The tokens of a name, and questions about the words around a position. */
import type { Token } from '../tokens.ts';
import { isUnspacedScript, type Kind, type SizeUnit, sizeUnitOf } from '../words.ts';

/** Marks at which the search for a word beside a position ends. */
const BREAKS: ReadonlySet<string> = new Set('|()[]{}【】「」『』〈〉《》。;、,!?/:・'.split(''));
const RANGE_MARKS: ReadonlySet<string> = new Set(['-', '–', '~', '〜']);
const RANGE_WORDS: ReadonlySet<string> = new Set(
  'to bis a à al até hasta đến tới から 至 到 부터 ถึง'.split(' '),
);
const OR_WORDS: ReadonlySet<string> = new Set(
  'or oder ou o u veya または か 或 或者 또는 hoặc หรือ'.split(' '),
);
const LIST_MARKS: ReadonlySet<string> = new Set(['/', '・', '、']);
/** Signs of money, in front of a number or after it. */
export const CURRENCIES: ReadonlySet<string> = new Set('$€£¥円원元'.split(''));
/** "10G" and more is an amount, because no generation of networks has such a number. */
const AMOUNT_IN_G_MIN = 10;
/** After the "5G" of a network: "5G网络", "4G/5G". */
const NETWORK_AFTER = /^(?:\/|网|網|上网|上網|信号|訊號|回線|通信|対応|ネット|速度|망|회선|속도)/;
const TIMES_MARKS: ReadonlySet<string> = new Set(['x', '×', '*']);

/** Some tokens beside each other. `to` is the position after the last one. */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

/** A statement with the positions of its tokens. */
export interface Span<T> extends Positions {
  readonly value: T;
}

export function positionsIn(spans: readonly Positions[]): ReadonlySet<number> {
  const positions = new Set<number>();
  for (const { from, to } of spans) for (let at = from; at < to; at += 1) positions.add(at);
  return positions;
}

export class NameTokens {
  readonly tokens: readonly Token[];
  /** The positions of the numbers. */
  readonly numbers: readonly number[];
  readonly #positions = new Map<Kind, number[]>();

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    const numbers: number[] = [];
    for (const [at, { type, kinds }] of tokens.entries()) {
      if (type === 'number') numbers.push(at);
      for (const kind of kinds) {
        const known = this.#positions.get(kind);
        if (known === undefined) this.#positions.set(kind, [at]);
        else known.push(at);
      }
    }
    this.numbers = numbers;
  }

  /** The positions of the words of a kind. */
  positionsOf(kind: Kind): readonly number[] {
    return this.#positions.get(kind) ?? [];
  }

  has(kind: Kind): boolean {
    return this.#positions.has(kind);
  }

  /** Empty before the first token and after the last one. */
  text(at: number): string {
    return this.tokens[at]?.text ?? '';
  }

  /** In lower case as `Token.lower`, in which "ı" is "i". Empty before the first token and after the last one. */
  lower(at: number): string {
    return this.tokens[at]?.lower ?? '';
  }

  isNumber(at: number): boolean {
    return this.tokens[at]?.type === 'number';
  }

  isWord(at: number): boolean {
    return this.tokens[at]?.type === 'word';
  }

  isMark(at: number): boolean {
    return this.tokens[at]?.type === 'mark';
  }

  /** The "x" of "2 x 5 GB". The marks of "5 GB * 30 days * hotspot" only separate. */
  isTimes(at: number): boolean {
    return TIMES_MARKS.has(this.lower(at)) && !this.#separators().includes(at);
  }

  /** The positions of "*" after a blank, if there are several. A single one may mean "times". */
  #separators(): readonly number[] {
    const stars = [...this.tokens.keys()].filter((at) => this.text(at) === '*' && this.hasBlankBefore(at));
    return stars.length > 1 ? stars : [];
  }

  /** The "-" of "3-10 days". */
  isRangeMark(at: number): boolean {
    return RANGE_MARKS.has(this.text(at));
  }

  /** The "to" of "3 to 10 days". */
  isRangeWord(at: number): boolean {
    return RANGE_WORDS.has(this.lower(at));
  }

  /** The "or" of "5 or 10 days", and the "/", "・" or "、" of "5/10 days". */
  isOr(at: number): boolean {
    // The "O" of "O2" does not stand alone, and scripts such as Japanese write no blanks between words.
    const standsAlone = isUnspacedScript(this.text(at)) || this.hasBlankAfter(at);
    return LIST_MARKS.has(this.text(at)) || (standsAlone && OR_WORDS.has(this.lower(at)));
  }

  /** "5 GB" begins at the position. */
  startsAmount(at: number): boolean {
    return this.isNumber(at) && this.sizeUnitAt(at) !== null;
  }

  /** The unit after a number. "5G" is a network, but "3G/天", "每日3G" and "10G" are amounts. */
  sizeUnitAt(at: number): SizeUnit | null {
    const unit = sizeUnitOf(this.text(at + 1));
    if (unit !== null || this.lower(at + 1) !== 'g') return unit;
    const isEachDay = this.text(at + 2) === '/' && this.is(at + 3, 'day');
    const isAmount = Number(this.text(at)) >= AMOUNT_IN_G_MIN || isEachDay || this.#isAmountInG(at);
    return isAmount ? 'GB' : null;
  }

  /** "每日1G", "1日1G", "总量5G". Western shops write "GB". In "每日4G/5G" and "每天5G网络", it is a network. */
  #isAmountInG(at: number): boolean {
    const before = this.skip(at - 1, -1, 'fast', 'upTo', 'atMost', 'data');
    if (!isUnspacedScript(this.text(before))) return false;
    const isDayAlone = this.is(before, 'day') && !this.isNumber(before - 1);
    const isStated = this.is(before, 'daily', 'total') || this.isOneDay(before - 1) || isDayAlone;
    return isStated && !NETWORK_AFTER.test(this.text(at + 2));
  }

  /** "500円". */
  startsPrice(at: number): boolean {
    return this.isNumber(at) && CURRENCIES.has(this.text(at + 1));
  }

  /** The 3 of "1-3 GB". In "Plan 1 - 3 GB", it is an amount. */
  isEndOfRange(at: number): boolean {
    return this.isNumber(at - 2) && this.isRangeMark(at - 1) && !this.hasBlankBefore(at);
  }

  /** A blank stands before the token. */
  hasBlankBefore(at: number): boolean {
    return this.tokens[at]?.spaced === true;
  }

  /** A blank stands between the token and the next one. */
  hasBlankAfter(at: number): boolean {
    return this.hasBlankBefore(at + 1);
  }

  /** True if the token has one of these kinds. */
  is(at: number, ...kinds: readonly Kind[]): boolean {
    const token = this.tokens[at];
    return token !== undefined && kinds.some((kind) => token.kinds.has(kind));
  }

  isBreak(at: number): boolean {
    return BREAKS.has(this.text(at));
  }

  /** True at a break, at a dash with blanks around it ("10 GB - hotspot"), and at both ends of the name. */
  endsClause(at: number): boolean {
    if (this.tokens[at] === undefined || this.isBreak(at)) return true;
    return this.isMark(at) && this.hasBlankBefore(at) && this.hasBlankAfter(at);
  }

  /** True if one of the `most` tokens before a position has one of these kinds. A break ends the search. */
  hasBefore(at: number, most: number, ...kinds: readonly Kind[]): boolean {
    return this.#hasNear(at, -1, most, kinds);
  }

  /** True if one of the `most` tokens after a position has one of these kinds. A break ends the search. */
  hasAfter(at: number, most: number, ...kinds: readonly Kind[]): boolean {
    return this.#hasNear(at, 1, most, kinds);
  }

  #hasNear(at: number, step: 1 | -1, most: number, kinds: readonly Kind[]): boolean {
    for (let next = at + step, count = 0; count < most; next += step, count += 1) {
      if (this.tokens[next] === undefined || this.isBreak(next)) return false;
      if (this.is(next, ...kinds)) return true;
    }
    return false;
  }

  /** "No router", "router not included". `before` and `after`: in how many tokens a negation is searched. */
  isNegated(at: number, { before, after }: { readonly before: number; readonly after: number }): boolean {
    return this.hasBefore(at, before, 'no') || this.hasAfter(at, after, 'noAfter');
  }

  /** The first position in a direction whose token has none of these kinds. */
  skip(at: number, step: 1 | -1, ...kinds: readonly Kind[]): number {
    let next = at;
    while (this.is(next, ...kinds)) next += step;
    return next;
  }

  /**
   * True at "1日", which is the length of one day, or "each day" as in "1日5GB". The caller decides by the words around it.
   * "1日間" is always a length, and its "日間" is another token.
   */
  isOneDay(at: number): boolean {
    return this.text(at) === '1' && /^(?:日|天|일)$/.test(this.text(at + 1));
  }
}
