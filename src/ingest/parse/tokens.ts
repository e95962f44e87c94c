/** Splits a name into tokens with their meanings, in all languages of the table of words. */
import { countryNames, once } from '../../domain/places/names.ts';
import { GROUPS, regionNames } from '../../domain/places/regions.ts';
import { type Found, PhraseIndex, UnspacedIndex } from './phrases.ts';
import { SEVERAL, SPELLINGS } from './places.ts';
import { allWords, isUnspacedScript, type Kind, UNSPACED } from './words.ts';

export interface Token {
  /** As written, after full-width letters and digits became plain ones. */
  readonly text: string;
  /** The text in lower case, as the table of words has it. */
  readonly lower: string;
  readonly type: 'number' | 'word' | 'mark';
  /** Empty: a mark, a number or an unknown word. */
  readonly kinds: ReadonlySet<Kind>;
  /** A blank stands before it. */
  readonly spaced: boolean;
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

const ASCII = /^[ -~]*$/;
const WITHOUT = /\bw\/o\b/gi;

/** Phrases, words with an open end, and the known words of an unspaced script. */
const wordTable = once(readTable);
/** A number, a word or a mark, with the last blank before it. Most names are plain, for which the first is twice as fast. */
const ASCII_PIECES = /\s?(?:\d(?:[\d.,]*\d)?|[A-Za-z]+|\S)/g;
const ALL_PIECES = new RegExp(`\\s?(?:${NUMBER}|[${LETTERS}]+|[${UNSPACED}]+|\\S)`, 'gu');
const WORD = new RegExp(`^[${LETTERS}${UNSPACED}]`);

function readTable() {
  const phrases = new PhraseIndex<Set<Kind>>();
  const prefixes: [start: string, kinds: Set<Kind>][] = [];
  const unspaced: string[] = [];
  for (const [written, kind] of allWords()) {
    const word = lowerCase(written);
    if (word.endsWith('*')) {
      prefixes.push([word.slice(0, -1), new Set([kind])]);
      continue;
    }
    const pieces = word.match(ENTRY_PIECES) ?? [word];
    const known = phrases.get(pieces);
    if (known === undefined) phrases.add(pieces, new Set([kind]));
    else known.add(kind);
    unspaced.push(...pieces.filter(isUnspacedScript));
  }
  // "독일" (Germany) and "南非" (South Africa) contain words of the table.
  const names = [...countryNames()].map(({ key }) => key);
  const places = [...names, ...GROUPS.flatMap(regionNames), ...SPELLINGS.keys(), ...Object.keys(SEVERAL)];
  unspaced.push(...places.filter(isUnspacedScript));
  return { phrases, prefixes, unspaced: new UnspacedIndex(unspaced.map((word) => [word, word])) };
}

/** Splits a text without spaces into known words, the longest first, and what is between them. */
function unspacedPieces(text: string): readonly string[] {
  const { unspaced } = wordTable();
  const pieces: string[] = [];
  let unknown = '';
  for (let at = 0; at < text.length; ) {
    const word = unspaced.longest(text, at);
    if (word === null) unknown += text[at]!;
    else {
      if (unknown !== '') pieces.push(unknown);
      pieces.push(word.value);
      unknown = '';
    }
    at = word?.to ?? at + 1;
  }
  return unknown === '' ? pieces : [...pieces, unknown];
}

/** No shop has longer names. The rest of a name is not read. */
export const NAME_READ_MAX = 1000;
const TOKENS_MAX = 200;

/** The part of a name that is read, with plain letters and digits. Some characters become many by normalisation. */
export function readableName(name: string): string {
  const bounded = name.slice(0, NAME_READ_MAX);
  return ASCII.test(bounded) ? bounded : bounded.normalize('NFKC').slice(0, NAME_READ_MAX);
}

/** The first tokens of a name, at most `TOKENS_MAX`. */
export function tokensOf(name: string): readonly Token[] {
  const text = withDigits(readableName(name).replace(WITHOUT, 'without'));
  const pieces = piecesOf(text);
  const tokens: Token[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at]!;
    const found = piece.type === 'word' ? meaningAt(pieces, at) : null;
    if (found !== null) tokens.push(phraseOf(pieces.slice(at, found.to), found.value));
    else if (continuesWord(piece, tokens.at(-1))) tokens.push(phraseOf([tokens.pop()!, piece], NO_KINDS));
    else tokens.push(piece);
    at = found?.to ?? at + 1;
  }
  return tokens;
}

/** "三日間", "十五天", "十GB". "一天" and "一日" mean each day. */
const NUMBER_WORDS =
  /([二三四五六七八九十两兩両]|[二三四五六七八九]?十[一二三四五六七八九]?)(?=日間|天|週間|GB|ギガ)/gi;
const DIGITS = '〇一二三四五六七八九';

function withDigits(text: string): string {
  return text.replace(NUMBER_WORDS, (word) => {
    const [tens = '', ones = ''] = word.includes('十') ? word.split('十') : ['〇', word];
    const digitOf = (written: string) => (/[两兩両]/.test(written) ? 2 : DIGITS.indexOf(written));
    const ten = word.includes('十') && tens === '' ? 1 : digitOf(tens);
    return String(10 * ten + (ones === '' ? 0 : digitOf(ones)));
  });
}

/** The numbers, words and marks of a text, at most `TOKENS_MAX`. */
function piecesOf(text: string): readonly Token[] {
  const isPlain = ASCII.test(text);
  const pieces: Token[] = [];
  for (const written of text.match(isPlain ? ASCII_PIECES : ALL_PIECES) ?? []) {
    const piece = written.trimStart();
    const spaced = piece.length < written.length;
    if (isPlain || !isUnspacedScript(piece)) pieces.push(pieceOf(piece, spaced));
    else
      for (const [at, word] of unspacedPieces(piece).entries())
        pieces.push(pieceOf(word, spaced && at === 0));
  }
  return pieces.slice(0, TOKENS_MAX);
}

/** Unknown characters of a script without spaces form one word. */
const continuesWord = (piece: Token, last: Token | undefined): boolean =>
  piece.type === 'word' && !piece.spaced && last?.type === 'word' && last.kinds.size === 0;

const pieceOf = (text: string, spaced: boolean): Token => ({
  text,
  lower: lowerCase(text),
  type: typeOf(text),
  kinds: NO_KINDS,
  spaced,
});

/** Several pieces as one token. */
function phraseOf(pieces: readonly Token[], kinds: ReadonlySet<Kind>): Token {
  const [first] = pieces;
  const text = pieces.length === 1 ? first!.text : textOf(pieces);
  const lower = pieces.length === 1 ? first!.lower : lowerCase(text);
  return { text, lower, type: 'word', kinds, spaced: first!.spaced };
}

/** In Turkish, "I" is a capital "ı" and "İ" a capital "i". All of them are the same letter here. */
function lowerCase(word: string): string {
  const lower = word.toLowerCase();
  return ASCII.test(lower) ? lower : lower.replace(/i\u0307|ı/g, 'i');
}

const typeOf = (piece: string): Token['type'] =>
  /^\d/.test(piece) ? 'number' : WORD.test(piece) ? 'word' : 'mark';

/** The tokens as text, with single blanks. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join('');

/** The meanings of the longest phrase that begins at a piece. null: it is an unknown word. */
function meaningAt(pieces: readonly Token[], at: number): Found<ReadonlySet<Kind>> | null {
  const { phrases, prefixes } = wordTable();
  const word = pieces[at]!.lower;
  const found = phrases.longest(word, (words) => endOfPhrase(pieces, at, words));
  if (found !== null) return found;
  const prefix = prefixes.find(([start]) => word.startsWith(start));
  return prefix === undefined ? null : { value: prefix[1], to: at + 1 };
}

/** The index after the phrase that begins at a token; null: the pieces are another one. */
function endOfPhrase(pieces: readonly Token[], at: number, [, ...further]: readonly string[]): number | null {
  let next = at + 1;
  for (const piece of further) {
    if (JOINTS.has(pieces[next]?.text ?? '')) next += 1;
    if (pieces[next]?.lower !== piece) return null;
    next += 1;
  }
  return next;
}
