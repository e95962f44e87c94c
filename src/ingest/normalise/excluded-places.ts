/**
 * Finds the places that a name excludes: "Asia except Japan and China", "Europe (no France)", "gilt nicht in der Schweiz",
 * "香港、台湾はご利用いただけません".
 */
import type { Token } from '../parse/tokens.ts';
import { isUnspaced, type Kind } from '../parse/words.ts';
import type { Mention } from './place-mentions.ts';

/** Marks between the places of a list, or between a place and its ending: "İsviçre'de". */
const BETWEEN: ReadonlySet<string> = new Set(",、・·/&+'’-");
/** Marks between a place or a list and the words that exclude it: "excl. Switzerland", "Switzerland: not included". */
const BESIDE_MARKER: ReadonlySet<string> = new Set('.:?(=→–');
/** What stands between words that exclude places and these: "not valid: Switzerland", "not valid on Jersey". */
const BEFORE_PLACES = /^(?::|in|on|for|at|auf|im|für|en|para|au|aux|em|na|nel|tại|ở)$/;
/** "No" and "without" exclude a place only if no other word follows: "no China VPN". */
const WEAK = /^(?:no|non|without|ohne|keine?|sin|sans|senza|sem|menos|非)$/i;

export function excludedMentions(tokens: readonly Token[], mentions: readonly Mention[]): readonly Mention[] {
  const name = new MentionedPlaces(tokens, mentions);
  return mentions.filter(({ from, to }) => name.isExcludedBehind(to) || name.isExcludedBefore(from, to));
}

/** The tokens of a name and its places, with questions about the words around a list of places. */
class MentionedPlaces {
  readonly #tokens: readonly Token[];
  readonly #mentions: readonly Mention[];
  constructor(tokens: readonly Token[], mentions: readonly Mention[]) {
    this.#tokens = tokens;
    this.#mentions = mentions;
  }

  /** "Japan and China: not included", "Switzerland is not valid". `to`: the position behind one of the places. */
  isExcludedBehind(to: number): boolean {
    const after = this.#beside(to, 1);
    const positions = this.#isMark(after) ? [after, after + 1] : [after];
    return positions.some((at) => this.#marks(at, 'exceptAfter') || this.#denies(at, 1));
  }

  /** "Except Japan and China", "not valid in Switzerland". `from` and `to`: the positions of one of the places. */
  isExcludedBefore(from: number, to: number): boolean {
    const before = this.#beside(from - 1, -1);
    const marker = this.#isMark(before) && this.#marks(before - 1, 'except') ? before - 1 : before;
    if (this.#denies(marker, -1)) return true;
    const word = this.#lower(marker);
    // In Portuguese, "no" means "in the", and a plan whose only place is Brazil does not exclude it.
    if (!this.#marks(marker, 'except') || (word === 'no' && this.#mentions.length === 1)) return false;
    return !(WEAK.test(word) && this.#isOtherWord(this.#beside(to, 1)));
  }

  /** The position beside a list of places. "UK Europe" is no list, but "日本韓国" is. */
  #beside(start: number, step: 1 | -1): number {
    let at = start;
    for (
      let place = this.#placeAt(at);
      place !== undefined || this.#isBetween(at);
      place = this.#placeAt(at)
    ) {
      const isListed =
        this.#isBetween(at - step) ||
        this.#placeAt(at - step) === place ||
        isUnspaced(this.#tokens[at]!.text);
      if (place !== undefined && !isListed) break;
      at += step;
    }
    return at;
  }

  /**
   * True if the word excludes the places before it (`exceptAfter`) or behind it (`except`). Some words may do both: in
   * "Asia, Japan excluded, Korea", the word belongs to what is before it, in "Asia excluded Japan" to what follows.
   */
  #marks(at: number, kind: 'except' | 'exceptAfter'): boolean {
    const isTitle = BEFORE_PLACES.test(this.#lower(at + 1)) && this.#is(at, 'exceptAfter');
    const isBoth = this.#is(at, 'except') && this.#is(at, 'exceptAfter');
    return isTitle || isBoth ? (kind === 'except') === this.#isBeforePlace(at) : this.#is(at, kind);
  }

  /** "Not valid", "gilt nicht", "geçerli değil" in either order. */
  #denies(at: number, step: 1 | -1): boolean {
    let next = at + step;
    while (this.#isJoint(next)) next += step;
    return (this.#is(at, 'works') && this.#isNo(next)) || (this.#isNo(at) && this.#is(next, 'works'));
  }

  #isBeforePlace(at: number): boolean {
    const isJoined = BEFORE_PLACES.test(this.#lower(at + 1));
    return this.#mentions.some(({ from }) => from === at + 1 || (from === at + 2 && isJoined));
  }

  #isOtherWord(at: number): boolean {
    const token = this.#tokens[at];
    return token?.type === 'word' && token.kinds.size === 0 && this.#placeAt(at) === undefined;
  }

  #placeAt(at: number): Mention | undefined {
    return this.#mentions.find(({ from, to }) => from <= at && at < to);
  }

  #is(at: number, kind: Kind): boolean {
    return this.#tokens[at]?.kinds.has(kind) === true;
  }

  #isNo(at: number): boolean {
    return this.#is(at, 'no') || this.#is(at, 'noAfter');
  }

  #isJoint(at: number): boolean {
    return this.#is(at, 'joint') && !this.#is(at, 'except') && !this.#is(at, 'no');
  }

  #isMark(at: number): boolean {
    return BESIDE_MARKER.has(this.#tokens[at]?.text ?? '');
  }

  #isBetween(at: number): boolean {
    return BETWEEN.has(this.#tokens[at]?.text ?? '') || this.#isJoint(at);
  }

  #lower(at: number): string {
    return this.#tokens[at]?.lower ?? '';
  }
}
