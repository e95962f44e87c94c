/**
 * Finds the longest of many phrases that begins at a position, for words and for names of places: `PhraseIndex` among the
 * tokens of spaced scripts, and `UnspacedIndex` within a text of a script without spaces.
 */

/** A phrase that was found, and the position after its last word. */
export interface Found<T> {
  readonly value: T;
  readonly to: number;
}

interface Phrase<T> {
  readonly words: readonly string[];
  readonly value: T;
}

export class PhraseIndex<T> {
  readonly #byFirstWord = new Map<string, Phrase<T>[]>();

  /** The value of a phrase with exactly these words. */
  get(words: readonly string[]): T | undefined {
    const key = words.join(' ');
    return this.#byFirstWord.get(words[0]!)?.find((phrase) => phrase.words.join(' ') === key)?.value;
  }

  /** The first value of a phrase stays. */
  add(words: readonly string[], value: T): void {
    const phrases = this.#byFirstWord.get(words[0]!) ?? [];
    this.#byFirstWord.set(words[0]!, phrases);
    if (this.get(words) !== undefined) return;
    const shorter = phrases.findIndex((phrase) => phrase.words.length < words.length);
    phrases.splice(shorter < 0 ? phrases.length : shorter, 0, { words, value });
  }

  /**
   * The longest phrase whose first word is `first`. `endOf` returns the position after the words of a phrase, or null
   * if the text at the position of `first` is another one.
   */
  longest(first: string, endOf: (words: readonly string[]) => number | null): Found<T> | null {
    for (const { words, value } of this.#byFirstWord.get(first) ?? []) {
      const to = endOf(words);
      if (to !== null) return { value, to };
    }
    return null;
  }
}

export class UnspacedIndex<T> {
  /** By their first character, the longest first. */
  readonly #byFirst: ReadonlyMap<string, readonly { readonly text: string; readonly value: T }[]>;

  /** The first value of a text stays. */
  constructor(entries: Iterable<readonly [text: string, value: T]>) {
    const values = new Map<string, T>();
    for (const [text, value] of entries) if (!values.has(text)) values.set(text, value);
    const sorted = [...values]
      .map(([text, value]) => ({ text, value }))
      .sort((a, b) => b.text.length - a.text.length);
    this.#byFirst = Map.groupBy(sorted, ({ text }) => text[0] ?? '');
  }

  /** The longest entry at a position of a text. `canEnd` is asked about the position after it. */
  longest(text: string, at: number, canEnd: (to: number) => boolean = () => true): Found<T> | null {
    const entries = this.#byFirst.get(text[at] ?? '') ?? [];
    const found = entries.find((one) => text.startsWith(one.text, at) && canEnd(at + one.text.length));
    return found === undefined ? null : { value: found.value, to: at + found.text.length };
  }
}
