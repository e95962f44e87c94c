/**
 * Reads what the name of a plan states: amounts, lengths, "unlimited", goods and facts. Only clear statements are read.
 * The work is linear in the number of tokens, of which `tokensOf` returns a bounded number.
 */
import { type Token, tokensOf } from '../tokens.ts';
import { reject } from '../value.ts';
import type { Kind } from '../words.ts';
import { type NamedAmount, readAmounts } from './amounts.ts';
import { type NameFacts, readFacts } from './facts.ts';
import { isDelivered, isEsim, type OtherGoods, readOtherGoods } from './goods.ts';
import { type NamedLength, readLengths } from './lengths.ts';
import { NameTokens, positionsIn, type Span } from './name-tokens.ts';
import { isNeverSlowed, readAfterCap, readUnlimited, type Unlimited } from './unlimited.ts';

export interface NameReading {
  readonly amounts: readonly NamedAmount[];
  /** Lengths of use. */
  readonly lengths: readonly NamedLength[];
  /** Times to activate, install or return the plan. */
  readonly windows: readonly NamedLength[];
  readonly unlimited: Unlimited;
  /** The name offers several lengths or amounts: "選べる日数". */
  readonly isChoice: boolean;
  /** Data is never slowed down. */
  readonly isNeverSlowed: boolean;
  /** What follows the amount: "then throttled", "then stops". */
  readonly afterCap: 'throttle' | 'stop' | null;
  readonly isEsim: boolean;
  /** It is delivered by QR code or e-mail, as an eSIM is. */
  readonly isDelivered: boolean;
  readonly otherGoods: OtherGoods | null;
  /** `otherGoods` of a shop that may call its eSIMs "SIM card". */
  readonly otherThanCard: OtherGoods | null;
  readonly facts: NameFacts;
  /** Returns the unread text: words without a meaning here, such as places, and loose numbers. Only titles need it. */
  readonly rest: () => string;
  /** A number that makes an amount or a length uncertain: the 2 of "2 x 5 GB", the 1 of "1GB/xy". null: there is none. */
  readonly oddNumber: () => string | null;
}

export function readName(written: string | readonly Token[]): NameReading {
  const name = new NameTokens(typeof written === 'string' ? tokensOf(written) : written);
  const { amounts, hotspotCaps, spans: amountSpans } = readAmounts(name);
  const { lengths, windows, spans: lengthSpans } = readLengths(name, positionsIn(amountSpans));
  const used = positionsIn([...amountSpans, ...lengthSpans]);
  const { otherGoods, otherThanCard } = readOtherGoods(name, used);
  return {
    amounts,
    lengths,
    windows,
    unlimited: readUnlimited(name, amounts.length > 0),
    isChoice:
      name.has('choice') || [...amountSpans, ...lengthSpans].some((span) => isLeastOfSeveral(name, span)),
    isNeverSlowed: isNeverSlowed(name),
    afterCap: amounts.some(({ isFullSpeedLimit }) => isFullSpeedLimit) ? 'throttle' : readAfterCap(name),
    isEsim: isEsim(name),
    isDelivered: isDelivered(name),
    otherGoods,
    otherThanCard,
    facts: readFacts(name, hotspotCaps),
    rest: () => restOf(name, used),
    oddNumber: () => oddNumberIn(name, used),
  };
}

/** "From 1 GB", "3日〜", "500MB起": the least of several. */
function isLeastOfSeveral(name: NameTokens, { from, to }: Span<unknown>): boolean {
  // "A partir de 5 GB velocidad reducida" states when the data slows down, and offers no choice.
  if (name.is(from - 1, 'atLeast')) return !name.has('slow') && !name.has('speed');
  const isOpenRange = /^[~〜]$/.test(name.text(to)) && !name.isNumber(to + 1);
  return name.is(to, 'atLeastAfter') || isOpenRange;
}

/** Rejects a row whose name describes other goods. */
export function rejectOtherGoods(otherGoods: OtherGoods | null): void {
  if (otherGoods !== null) reject(otherGoods.reason, `its name describes other goods: "${otherGoods.what}"`);
}

/** Words of these kinds alone may be a part of a place's name: `joint` ("los" in "Los Angeles"), `works` ("valid"). */
const BESIDE_PLACES: ReadonlySet<Kind> = new Set(['joint', 'works']);

/** "Japan/Korea", "USA, Canada". */
const SEPARATES_PLACES = /^[/,]$/;

/** `used`: the positions of amounts and lengths. */
function restOf(name: NameTokens, used: ReadonlySet<number>): string {
  const isUnread = ({ text, kinds }: Token, at: number): boolean => {
    if (used.has(at)) return false;
    if (name.isBreak(at)) return SEPARATES_PLACES.test(text);
    // The numbers of "5G" and "36 countries" belong to the word after them.
    if (name.isNumber(at)) return !name.is(at + 1, 'countries') && name.lower(at + 1) !== 'g';
    // "USA with Canada": the word separates places.
    return kinds.size === 0 || name.is(at, 'with') || kinds.isSubsetOf(BESIDE_PLACES);
  };
  return name.tokens
    .map((token, at) => (isUnread(token, at) ? `${token.spaced ? ' ' : ''}${token.text}` : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

const CONNECTS = /^[+x×*~〜–-]$/i;

/** `used`: the positions of amounts and lengths. */
function oddNumberIn(name: NameTokens, used: ReadonlySet<number>): string | null {
  const connects = (at: number) => CONNECTS.test(name.text(at)) || name.isOr(at);
  const isBeside = (mark: number, statement: number) => connects(mark) && used.has(statement);
  // "5G", "20分通話", "4カ国".
  const belongsToNextWord = (at: number) =>
    name.lower(at + 1) === 'g' || (!connects(at + 1) && (name.tokens[at + 1]?.kinds.size ?? 0) > 0);
  // The 2 of "2 x 5 GB" is beside "x", and "x" beside the amount.
  const odd = name.numbers.find(
    (at) => !used.has(at) && !belongsToNextWord(at) && (isBeside(at - 1, at - 2) || isBeside(at + 1, at + 2)),
  );
  const found = odd ?? name.numbers.find((at) => isPerUnknown(name, at));
  return found === undefined ? null : name.text(found);
}

/** "1GB/xy" may be an amount a day in another language. */
const isPerUnknown = (name: NameTokens, at: number): boolean =>
  name.startsAmount(at) &&
  name.text(at + 2) === '/' &&
  !name.hasBlankBefore(at + 2) &&
  !name.hasBlankBefore(at + 3) &&
  /^\p{Ll}+$/u.test(name.text(at + 3)) &&
  name.tokens[at + 3]!.kinds.size === 0;
