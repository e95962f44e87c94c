/**
 * Finds the places that a name excludes. "Before" and "after" are seen from the excluding word. The kinds of words that
 * decide it:
 * - `except` excludes the places after it: "Asia except Japan and China", "Europe (no France)".
 * - `exceptAfter` excludes the places before it: "香港、台湾はご利用いただけません", "İsviçre hariç".
 * - `works` beside a negation (`no`, `noAfter`) excludes on both sides: "gilt nicht in der Schweiz", "Japan is not valid".
 * - `joint` may stand between places, and between a place and the words above: "and", "in the".
 */

import type { Token } from '../tokens.ts';
import { isUnspacedScript } from '../words.ts';
import { NameTokens } from './name-tokens.ts';
import type { Mention } from './place-mentions.ts';

/** Marks between the places of a list, or between a place and its ending: "İsviçre'de". */
const BETWEEN: ReadonlySet<string> = new Set(",、・·/&+'’-");
/** Marks between a list of places and the words that exclude it: "excl. Switzerland", "Switzerland: not included". */
const BESIDE_LIST: ReadonlySet<string> = new Set('.:?(=→–');
/** What may stand between an excluding word and its first place: "not valid: Switzerland", "not valid on Jersey". */
const BEFORE_PLACES = /^(?::|in|on|for|at|auf|im|für|en|para|au|aux|em|na|nel|tại|ở)$/;
/** "No" and "without" exclude a place only if no other word follows: "no China VPN". */
const WEAK = /^(?:no|non|without|ohne|keine?|sin|sans|senza|sem|menos|非)$/i;

export function excludedMentions(tokens: readonly Token[], mentions: readonly Mention[]): readonly Mention[] {
  if (mentions.length === 0) return [];
  const name = new MentionedPlaces(tokens, mentions);
  return mentions.filter(
    (place) => name.isExcludedByFollowingWord(place) || name.isExcludedByPrecedingWord(place),
  );
}

/** The tokens of a name and its places, with questions about the words around a list of places. */
class MentionedPlaces {
  readonly #name: NameTokens;
  readonly #mentions: readonly Mention[];
  readonly #byPosition = new Map<number, Mention>();
  constructor(tokens: readonly Token[], mentions: readonly Mention[]) {
    this.#name = new NameTokens(tokens);
    this.#mentions = mentions;
    for (const mention of mentions)
      for (let at = mention.from; at < mention.to; at += 1)
        if (!this.#byPosition.has(at)) this.#byPosition.set(at, mention);
  }

  /** "Japan and China excluded", "Japan and China: not included", "Switzerland is not valid". */
  isExcludedByFollowingWord({ to }: Mention): boolean {
    const next = this.#besideList(to, 1);
    const isMark = BESIDE_LIST.has(this.#name.text(next));
    return this.#excludesBefore(next) || (isMark && this.#excludesBefore(next + 1));
  }

  /** "Except Japan and China", "excl. Switzerland", "not valid in Switzerland". */
  isExcludedByPrecedingWord({ from, to }: Mention): boolean {
    const previous = this.#besideList(from - 1, -1);
    const isMark = BESIDE_LIST.has(this.#name.text(previous)) && this.#placesOf(previous - 1) === 'after';
    const at = isMark ? previous - 1 : previous;
    if (this.#isNotValid(at, -1)) return true;
    if (this.#placesOf(at) !== 'after') return false;
    const word = this.#name.lower(at);
    // In Portuguese, "no" means "in the", and a plan whose only place is Brazil does not exclude it.
    if (word === 'no' && this.#mentions.length === 1) return false;
    // In "no China VPN", the "no" belongs to "VPN".
    const isOfOtherWord = WEAK.test(word) && this.#isOtherWord(this.#besideList(to, 1));
    return !isOfOtherWord;
  }

  /** The first position beside a list of places, in a direction: that of "excluded" in "Japan and China excluded". */
  #besideList(start: number, step: 1 | -1): number {
    let at = start;
    while (this.#isInList(at, at - step)) at += step;
    return at;
  }

  /** `previous`: the position before `at` in the direction of the search, which is in the list. */
  #isInList(at: number, previous: number): boolean {
    const place = this.#placeAt(at);
    if (place === undefined) return this.#isBetween(at);
    const isSamePlace = this.#placeAt(previous) === place;
    // "UK, Europe" and "日本韓国" are lists. "UK Europe" is none.
    return isSamePlace || this.#isBetween(previous) || isUnspacedScript(this.#name.text(at));
  }

  /** "Japan excluded", "Japan not valid": the words at a position exclude the places before it. */
  #excludesBefore(at: number): boolean {
    return this.#placesOf(at) === 'before' || this.#isNotValid(at, 1);
  }

  /** The side of a word on which its excluded places are. null: the word excludes nothing. */
  #placesOf(at: number): 'before' | 'after' | null {
    const canBeAfter = this.#name.is(at, 'except');
    const canBeBefore = this.#name.is(at, 'exceptAfter');
    if (!canBeBefore) return canBeAfter ? 'after' : null;
    // "Not included: Switzerland", "excluded in Switzerland": a mark or a word is between the heading and the places.
    const isHeading = BEFORE_PLACES.test(this.#name.lower(at + 1));
    if (isHeading) return this.#startsPlace(at + 1) || this.#startsPlace(at + 2) ? 'after' : 'before';
    // "Japan excluded, Asia" and "Asia excluded Japan": if a place follows at once, the word belongs to it.
    return canBeAfter && this.#startsPlace(at + 1) ? 'after' : 'before';
  }

  #startsPlace(at: number): boolean {
    return this.#mentions.some(({ from }) => from === at);
  }

  /** "Not valid", "gilt nicht", "geçerli değil" in either order, also with a word in between: "not in use". */
  #isNotValid(at: number, step: 1 | -1): boolean {
    let next = at + step;
    while (this.#isJoint(next)) next += step;
    return (
      (this.#name.is(at, 'works') && this.#isNo(next)) || (this.#isNo(at) && this.#name.is(next, 'works'))
    );
  }

  /** A word of which nothing is known: the "VPN" of "no China VPN". */
  #isOtherWord(at: number): boolean {
    const token = this.#name.tokens[at];
    return token?.type === 'word' && token.kinds.size === 0 && this.#placeAt(at) === undefined;
  }

  #placeAt(at: number): Mention | undefined {
    return this.#byPosition.get(at);
  }

  #isBetween(at: number): boolean {
    return BETWEEN.has(this.#name.text(at)) || this.#isJoint(at);
  }

  /** The Portuguese "no" ("in the") is a joint too, but in other languages it excludes places. */
  #isJoint(at: number): boolean {
    return this.#name.is(at, 'joint') && !this.#name.is(at, 'no');
  }

  #isNo(at: number): boolean {
    return this.#name.is(at, 'no', 'noAfter');
  }
}
