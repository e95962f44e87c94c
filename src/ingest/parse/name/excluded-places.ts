/**
 * Finds the places that a name excludes. "Before" and "after" say where the excluding word stands, as in the names of the
 * kinds of words. The kinds that decide it:
 * - `except` stands before its places: "Asia except Japan and China", "Europe (no France)".
 * - `exceptAfter` stands after its places: "香港、台湾はご利用いただけません", "İsviçre hariç". As a heading, it stands before
 *   them: "not valid: Switzerland", in which "not valid" is one word of this kind.
 * - `works` beside a negation (`no`, `noAfter`) may stand on both sides: "not used in Japan", "Schweiz gilt nicht".
 * - `joint` may stand between places, and between a place and the words above: "and", "in the".
 */

import type { Token } from '../tokens.ts';
import { isUnspacedScript } from '../words.ts';
import { NameTokens } from './name-tokens.ts';
import { isCountry, type Mention } from './place-mentions.ts';

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
    return this.#standsAfterPlaces(next) || (isMark && this.#standsAfterPlaces(next + 1));
  }

  /** "Except Japan and China", "excl. Switzerland", "not valid in Switzerland". */
  isExcludedByPrecedingWord({ from, to }: Mention): boolean {
    const previous = this.#besideList(from - 1, -1);
    const isMark = BESIDE_LIST.has(this.#name.text(previous)) && this.#standsAt(previous - 1) === 'before';
    const at = isMark ? previous - 1 : previous;
    if (this.#isNotValid(at, -1)) return true;
    if (this.#standsAt(at) !== 'before') return false;
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

  /** "Japan excluded", "Japan gilt nicht": the words at a position exclude the places before them. */
  #standsAfterPlaces(at: number): boolean {
    return this.#standsAt(at) === 'after' || this.#isNotValid(at, 1);
  }

  /** Whether a word stands before or after the places that it excludes. null: the word excludes nothing. */
  #standsAt(at: number): 'before' | 'after' | null {
    const canBeBefore = this.#name.is(at, 'except');
    const canBeAfter = this.#name.is(at, 'exceptAfter');
    if (!canBeAfter) return canBeBefore ? 'before' : null;
    // "Not included: Switzerland", "excluded in Switzerland": a mark or a word is between the heading and the places.
    const isHeading = BEFORE_PLACES.test(this.#name.lower(at + 1));
    if (isHeading) return this.#startsPlace(at + 1) || this.#startsPlace(at + 2) ? 'before' : 'after';
    // "Asia 除外 日本": a word that can be both belongs to the place that follows at once.
    if (canBeBefore && this.#startsPlace(at + 1)) return 'before';
    return this.#isBetweenWholeAndPart(at) ? 'before' : 'after';
  }

  /** "Asia excluded Japan": Asia cannot be excluded from Japan. */
  #isBetweenWholeAndPart(at: number): boolean {
    const isMark = BESIDE_LIST.has(this.#name.text(at - 1)) || this.#isBetween(at - 1);
    const before = this.#placeAt(isMark ? at - 2 : at - 1)?.meaning;
    const after = this.#placeAt(at + 1)?.meaning;
    if (before === undefined || after === undefined || isCountry(before) || !isCountry(after)) return false;
    return before.countries === null || before.countries.includes(after.country);
  }

  #startsPlace(at: number): boolean {
    return this.#mentions.some(({ from }) => from === at);
  }

  /** Two words in either order, also with a joint in between: "gilt nicht", "not yet available". */
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
