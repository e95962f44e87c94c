/** Splits a name into tokens with their meanings, in all languages of the table of words. */
import { allWords, isUnspaced, type Kind, UNSPACED } from './words.ts';

export interface Token {
  /** As written, after full-width letters and digits became plain ones. */
  readonly text: string;
  readonly type: 'number' | 'word' | 'mark';
  /** Empty: a mark, a number or an unknown word. */
  readonly kinds: ReadonlySet<Kind>;
  /** A blank stands before it. */
  readonly spaced: boolean;
}

interface Phrase {
  readonly pieces: readonly string[];
  readonly kinds: Set<Kind>;
}

/** Letters of Latin, Greek, Cyrillic and their neighbours, with accents. Not the sign "×". */
const LETTERS =
  'A-Za-z\\u00aa\\u00b5\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0300-\\u05ff\\u1e00-\\u1eff';
const NUMBER = '\\d(?:[\\d.,]*\\d)?';
/** The pieces of an entry of the table of words, without blanks and marks. */
const ENTRY_PIECES = new RegExp(`${NUMBER}|[${LETTERS}]+|[${UNSPACED}]+`, 'gu');
/** Marks that may stand between the words of a phrase: "top-up", "vérification d'identité". */
const JOINTS: ReadonlySet<string> = new Set(['-', '‐', '‑', "'", '’']);
const NO_KINDS: ReadonlySet<Kind> = new Set();

/**
 * - Phrases by their first piece, the longest first.
 * - Beginnings of words, which the table writes with `*` at the end.
 * - Words of scripts without spaces, the longest first.
 */
const { phrases: PHRASES, prefixes: PREFIXES, unspacedWords: UNSPACED_WORDS } = readTable();
const ASCII = /^[ -~]*$/;
/** `NAME_PIECES` for names in ASCII, which most are. It is twice as fast. */
const ASCII_NAME_PIECES = /\s+|\d(?:[\d.,]*\d)?|[A-Za-z]+|\S/g;
/** The pieces of a name: blanks, numbers, words and single marks. In a script without spaces, known words are split off. */
const NAME_PIECES = new RegExp(
  `\\s+|${NUMBER}|[${LETTERS}]+|(?=[${UNSPACED}])(?:${UNSPACED_WORDS.join('|')}|.)|\\S`,
  'gu',
);
const WORD = new RegExp(`^[${LETTERS}${UNSPACED}]`);

function readTable() {
  const phrases = new Map<string, Phrase[]>();
  const prefixes: [start: string, kinds: Set<Kind>][] = [];
  const unspaced = new Set<string>();
  for (const [word, kind] of allWords()) {
    if (word.endsWith('*')) {
      prefixes.push([word.slice(0, -1), new Set([kind])]);
      continue;
    }
    const pieces = word.match(ENTRY_PIECES) ?? [word];
    for (const piece of pieces) if (isUnspaced(piece)) unspaced.add(piece);
    const list = phrases.get(pieces[0]!) ?? [];
    phrases.set(pieces[0]!, list);
    const same = list.find((phrase) => phrase.pieces.join(' ') === pieces.join(' '));
    if (same === undefined) list.push({ pieces, kinds: new Set([kind]) });
    else same.kinds.add(kind);
  }
  for (const list of phrases.values()) list.sort((a, b) => b.pieces.length - a.pieces.length);
  return { phrases, prefixes, unspacedWords: [...unspaced].sort((a, b) => b.length - a.length) };
}

export function tokensOf(name: string): readonly Token[] {
  const text = name.normalize('NFKC');
  const raw: Token[] = [];
  let spaced = false;
  for (const piece of text.match(ASCII.test(text) ? ASCII_NAME_PIECES : NAME_PIECES) ?? []) {
    const isBlank = piece.trim() === '';
    if (!isBlank) raw.push({ text: piece, type: typeOf(piece), kinds: NO_KINDS, spaced });
    spaced = isBlank;
  }
  const tokens: Token[] = [];
  for (let at = 0; at < raw.length; ) {
    const token = raw[at]!;
    const [kinds, length] = token.type === 'word' ? meaningAt(raw, at) : [NO_KINDS, 1];
    const last = tokens.at(-1);
    const isUnknown = token.type === 'word' && kinds === NO_KINDS;
    // Unknown characters of a script without spaces form one word.
    if (isUnknown && !token.spaced && last?.type === 'word' && last.kinds === NO_KINDS)
      tokens[tokens.length - 1] = { ...last, text: last.text + token.text };
    else {
      const whole = length === 1 ? token.text : textOf(raw.slice(at, at + length));
      tokens.push({ text: whole, type: token.type, kinds, spaced: token.spaced });
    }
    at += length;
  }
  return tokens;
}

const typeOf = (piece: string): Token['type'] =>
  /^\d/.test(piece) ? 'number' : WORD.test(piece) ? 'word' : 'mark';

/** The tokens as text, with single blanks. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join('');

/** The meanings of the longest phrase that begins at a token, and its number of tokens. */
function meaningAt(raw: readonly Token[], at: number): readonly [ReadonlySet<Kind>, number] {
  const word = raw[at]!.text.toLowerCase();
  for (const { pieces, kinds } of PHRASES.get(word) ?? []) {
    const end = endOfPhrase(raw, at, pieces);
    if (end !== null) return [kinds, end - at];
  }
  const prefix = PREFIXES.find(([start]) => word.startsWith(start));
  return [prefix?.[1] ?? NO_KINDS, 1];
}

/** The index after the phrase that begins at a token; null: the tokens are not this phrase. */
function endOfPhrase(raw: readonly Token[], at: number, [, ...further]: readonly string[]): number | null {
  let next = at + 1;
  for (const piece of further) {
    if (JOINTS.has(raw[next]?.text ?? '')) next += 1;
    if (raw[next]?.text.toLowerCase() !== piece) return null;
    next += 1;
  }
  return next;
}
