/**
 * Reads what the name of a plan states: amounts, lengths, "unlimited", goods and facts. Only clear statements are read.
 * The work is linear in the length of the name. A text is cut to `NAME_READ_MAX`; the caller does so for tokens.
 */
import { type Token, tokensOf } from '../tokens.ts';
import { reject } from '../value.ts';
import type { Kind } from '../words.ts';
import { type NamedAmount, readAmounts } from './amounts.ts';
import { type NameFacts, readFacts } from './facts.ts';
import { isEsim, type OtherGoods, readOtherGoods } from './goods.ts';
import { type NamedLength, readLengths } from './lengths.ts';
import { NameTokens, positionsIn } from './name-tokens.ts';
import { isNeverSlowed, readAfterCap, readUnlimited, type Unlimited } from './unlimited.ts';

export interface NameReading {
  readonly amounts: readonly NamedAmount[];
  /** Lengths of use. */
  readonly lengths: readonly NamedLength[];
  /** Times to activate, install or return the plan. */
  readonly windows: readonly NamedLength[];
  readonly unlimited: Unlimited;
  /** Data is never slowed down. */
  readonly isNeverSlowed: boolean;
  /** What follows the amount: "then throttled", "then stops". */
  readonly afterCap: 'throttle' | 'stop' | null;
  readonly isEsim: boolean;
  readonly otherGoods: OtherGoods | null;
  readonly facts: NameFacts;
  /** The words that have no meaning here, such as places, and numbers that belong to nothing. Only titles need them. */
  readonly rest: () => string;
}

/** No shop has longer names. More is not read. */
export const NAME_READ_MAX = 1000;

export function readName(written: string | readonly Token[]): NameReading {
  const name = new NameTokens(
    typeof written === 'string' ? tokensOf(written.slice(0, NAME_READ_MAX)) : written,
  );
  const { amounts, hotspotCaps, spans: amountSpans } = readAmounts(name);
  const { lengths, windows, spans: lengthSpans } = readLengths(name, positionsIn(amountSpans));
  const used = positionsIn([...amountSpans, ...lengthSpans]);
  return {
    amounts,
    lengths,
    windows,
    unlimited: readUnlimited(name, amounts.length > 0),
    isNeverSlowed: isNeverSlowed(name),
    afterCap: readAfterCap(name),
    isEsim: isEsim(name),
    otherGoods: readOtherGoods(name, used),
    facts: readFacts(name, hotspotCaps),
    rest: () => restOf(name, used),
  };
}

/** Rejects a row whose name describes other goods. A feed of products also has other goods without such words. */
export function rejectOtherGoods(reading: NameReading, isProduct: boolean): void {
  const { otherGoods, amounts, lengths } = reading;
  if (otherGoods !== null) reject(otherGoods.reason, `its name describes other goods: "${otherGoods.what}"`);
  if (isProduct && !reading.isEsim && amounts.length + lengths.length === 0)
    reject('not_a_plan', 'its name mentions no eSIM, no amount of data and no length');
}

/** Words of these kinds alone may be a part of a place's name: `joint` ("los" in "Los Angeles"), `works` ("valid"). */
const BESIDE_PLACES: ReadonlySet<Kind> = new Set(['joint', 'works']);

/** `used`: the positions of amounts and lengths. */
function restOf(name: NameTokens, used: ReadonlySet<number>): string {
  const isUnread = ({ text, kinds }: Token, at: number): boolean => {
    // These marks and words of the kind `with` separate places: "Japan/Korea", "USA, Canada", "USA with Canada".
    if (used.has(at) || (name.isBreak(at) && !/^[/,]$/.test(text))) return false;
    // A number that belongs to nothing stays. The numbers of "5G" and "36 countries" belong to the word after them.
    if (name.isNumber(at)) return !(name.is(at + 1, 'countries') || name.lower(at + 1) === 'g');
    return kinds.size === 0 || name.is(at, 'with') || kinds.isSubsetOf(BESIDE_PLACES);
  };
  return name.tokens
    .map((token, at) => (isUnread(token, at) ? `${token.spaced ? ' ' : ''}${token.text}` : ' '))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}
