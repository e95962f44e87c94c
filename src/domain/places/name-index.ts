/**
 * An index of names of places. Every look-up takes a fraction of a millisecond, whatever the text is: it reads only the
 * names that have the same key, the same beginning, the same word, or a similar length and similar letters.
 */
import { compareStrings } from '../destination.ts';
import { editDistance } from '../edit-distance.ts';
import { flatMapInSteps } from '../in-steps.ts';

/** A look-up stops after this many names, so that a short text, with which thousands begin, is quick. */
export const FOUND_MAX = 400;

interface Keyed {
  /** The folded name: in lower case, without accents. */
  readonly key: string;
}

type WordWithNames<Name> = readonly [word: string, names: readonly Name[]];

export class NameIndex<Name extends Keyed> {
  /** Sorted by key. */
  readonly #names: readonly Name[];
  /** The words of names except the first one, sorted, each with the names that have it. */
  readonly #words: readonly WordWithNames<Name>[];
  /** The names that spelling is corrected to, by script and length. */
  readonly #spelling: ReadonlyMap<string, readonly NameWithLetters<Name>[]>;

  private constructor(
    names: readonly Name[],
    words: readonly WordWithNames<Name>[],
    spelling: ReadonlyMap<string, readonly NameWithLetters<Name>[]>,
  ) {
    this.#names = names;
    this.#words = words;
    this.#spelling = spelling;
  }

  /** In steps (`in-steps.ts`). `spelling`: the names that spelling is corrected to. */
  static *create<Name extends Keyed>(
    names: readonly Name[],
    spelling: readonly Name[],
  ): Generator<void, NameIndex<Name>> {
    const sorted = yield* sortedByKey(names);
    const words = yield* wordsOf(names);
    return new NameIndex(sorted, words, yield* byScriptAndLength(spelling));
  }

  /** The names with this key. */
  named(key: string): readonly Name[] {
    return this.#from(key, (other) => other === key);
  }

  /** The names that begin with the key, the ones with this key included. */
  beginning(key: string): readonly Name[] {
    return this.#from(key, (other) => other.startsWith(key));
  }

  /**
   * The names in which a word after the first one begins with the key. For a key of several words ("south wales"), the
   * names with its first word are looked up, and those of them that have the whole key are kept.
   */
  withWord(key: string): readonly Name[] {
    const first = key.split(' ', 1)[0]!;
    const isWanted = (word: string) => (first === key ? word.startsWith(key) : word === first);
    const found = new Set<Name>();
    const words = this.#words;
    for (let at = lowerBound(words.length, (index) => words[index]![0] < first); at < words.length; at++) {
      const [word, names] = words[at]!;
      if (!isWanted(word) || found.size >= FOUND_MAX) break;
      for (const name of names) if (name.key.includes(` ${key}`)) found.add(name);
    }
    return [...found];
  }

  /** The names that differ from the key by at most `max` letters, and lack at most one letter of the key. */
  similar(key: string, max: number): readonly { readonly name: Name; readonly edits: number }[] {
    const letters = lettersOf(key);
    const found: { readonly name: Name; readonly edits: number }[] = [];
    for (let length = key.length - max; length <= key.length + max; length++) {
      for (const { name, letters: others } of this.#spelling.get(scriptAndLength(key, length)) ?? []) {
        // Somebody who misspells a name leaves out or repeats its letters. Two other letters are another name:
        // "Kurdistan" is not "Kirgistan".
        if (hasMoreBits(letters & ~others, 1)) continue;
        // One edit removes at most one letter.
        if (hasMoreBits(others & ~letters, max)) continue;
        const edits = editDistance(key, name.key, max);
        if (edits <= max) found.push({ name, edits });
      }
    }
    return found;
  }

  #from(key: string, isWanted: (key: string) => boolean): readonly Name[] {
    const names = this.#names;
    const start = lowerBound(names.length, (index) => names[index]!.key < key);
    let end = start;
    while (end < names.length && end - start < FOUND_MAX && isWanted(names[end]!.key)) end += 1;
    return names.slice(start, end);
  }
}

/** The first index that is not below the wanted one, by binary search. */
export function lowerBound(length: number, isBelow: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By code units, as `compareStrings` compares. Sorting all names takes too long for one step. */
function* sortedByKey<Name extends Keyed>(names: readonly Name[]): Generator<void, readonly Name[]> {
  const byFirst = Map.groupBy(names, ({ key }) => key.slice(0, 1));
  yield;
  return yield* flatMapInSteps([...byFirst.keys()].sort(compareStrings), (first) =>
    byFirst.get(first)!.sort((a, b) => compareStrings(a.key, b.key)),
  );
}

function* wordsOf<Name extends Keyed>(
  names: readonly Name[],
): Generator<void, readonly WordWithNames<Name>[]> {
  const words = new Map<string, Name[]>();
  for (const name of names) {
    for (const word of name.key.split(' ').slice(1)) {
      const known = words.get(word);
      if (known === undefined) words.set(word, [name]);
      else known.push(name);
    }
    yield;
  }
  return [...words].sort(([a], [b]) => compareStrings(a, b));
}

interface NameWithLetters<Name> {
  readonly name: Name;
  readonly letters: number;
}

/** Unicode groups the letters of a script in blocks of 128. The block of the first letter stands for the script. */
const scriptAndLength = (key: string, length: number): string => `${key.charCodeAt(0) >> 7} ${length}`;

function* byScriptAndLength<Name extends Keyed>(
  names: readonly Name[],
): Generator<void, ReadonlyMap<string, readonly NameWithLetters<Name>[]>> {
  const groups = new Map<string, NameWithLetters<Name>[]>();
  for (const name of names) {
    const { key } = name;
    const group = scriptAndLength(key, key.length);
    const entry = { name, letters: lettersOf(key) };
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [entry]);
    else known.push(entry);
    yield;
  }
  return groups;
}

/** The set of letters as bits. Letters of other scripts share bits, which only makes the comparison less strict. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << (key.charCodeAt(at) & 31);
  return letters;
}

/** Each step removes the lowest bit. */
function hasMoreBits(mask: number, max: number): boolean {
  let rest = mask;
  for (let removed = 0; removed <= max; removed++) {
    if (rest === 0) return false;
    rest &= rest - 1;
  }
  return true;
}
