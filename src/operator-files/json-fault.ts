/** Finds the first fault of a text that is not JSON, or that is nested too deeply, and says what it is. */
import { createScanner, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Both recurse into parsed values, so the depth is bounded. The bodies of requests have the same bound. */
const NESTING_MAX = 32;

/** `offset`: where the operator has to change the text. */
interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

/** The brackets outside of strings. It does not recurse, whatever the text is. */
function* bracketsOf(text: string): Generator<{ readonly bracket: string; readonly offset: number }> {
  const ignoresTrivia = true;
  const scanner = createScanner(text, ignoresTrivia);
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const bracket = text[offset] ?? '';
    if (scanner.getTokenLength() === 1 && '{}[]'.includes(bracket)) yield { bracket, offset };
  }
}

/** Returns where a bracket opens level 33, or null. */
export function nestingFault(text: string): JsonFault | null {
  let depth = 0;
  for (const { bracket, offset } of bracketsOf(text)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
    if (depth > NESTING_MAX) return { offset, message: `is nested more than ${NESTING_MAX} levels deep` };
  }
  return null;
}

/** The text is no JSON and is not nested too deeply. */
export function syntaxFault(text: string): JsonFault {
  if (text.trim() === '') return { offset: 0, message: 'is empty' };
  // Every second byte of plain UTF-16 is zero, and no JSON contains the character.
  if (text.includes('\u0000')) return { offset: 0, message: 'is not UTF-8 but UTF-16, save it as UTF-8' };
  const found = firstError(text);
  const fault = found === null ? { offset: 0, message: '' } : describe(text, found);
  return { ...fault, message: `is not valid JSON${fault.message === '' ? '' : `: ${fault.message}`}` };
}

interface ParserError {
  /** The name of a `ParseErrorCode`. */
  readonly name: string;
  readonly offset: number;
  /** The text that the parser did not expect. */
  readonly token: string;
}

function firstError(text: string): ParserError | null {
  let first: ParserError | null = null;
  visit(
    text,
    {
      onError(code: ParseErrorCode, offset: number, length: number) {
        first ??= { name: printParseErrorCode(code), offset, token: text.slice(offset, offset + length) };
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return first;
}

const CURLY_QUOTE = /[\u2018-\u201f\u00ab\u00bb]/;

function describe(text: string, error: ParserError): JsonFault {
  const { name, offset, token } = error;
  const lastEnd = text.slice(0, offset).trimEnd().length;
  const last = text[lastEnd - 1];
  if (name === 'InvalidCommentToken' || token.startsWith('#'))
    return { offset, message: 'JSON has no comments, remove this one' };
  if (name === 'InvalidSymbol') return { offset, message: symbolFault(token) };
  if (name === 'UnexpectedEndOfString') return stringEndFault(error);
  if (name === 'InvalidEscapeCharacter' || name === 'InvalidUnicode') return escapeFault(error);
  if (name === 'InvalidCharacter')
    return { offset, message: 'this text contains a tab or another control character' };
  if (name === 'InvalidNumberFormat' || name === 'UnexpectedEndOfNumber')
    return { offset, message: 'this is no number, such as 5 or 12.5' };
  if (/[\]}]/.test(token) && last === ',')
    return { offset: lastEnd - 1, message: 'remove the comma after the last entry' };
  if (/[\]}]/.test(token) && name === 'CommaExpected')
    return { offset, message: `"${token}" closes nothing here, "${token === '}' ? ']' : '}'}" does` };
  if (name === 'CommaExpected') return { offset: lastEnd, message: 'a comma is missing here' };
  if (name === 'ColonExpected') return { offset: lastEnd, message: 'a colon is missing here' };
  if (token === ',') return { offset, message: 'remove this comma' };
  if (name === 'PropertyNameExpected' && token !== '')
    return { offset, message: 'a name in double quotes is missing here' };
  if (name === 'EndOfFileExpected') return { offset, message: 'the file continues after its last bracket' };
  // The text ends in the middle of a value.
  return { offset: lastEnd, message: `the file ends here, and ${missingEnd(text)}` };
}

/** The parser takes every run of characters that begins no value as a symbol. */
function symbolFault(token: string): string {
  const first = token[0] ?? '';
  if (CURLY_QUOTE.test(first)) return `${first} is no straight quote, write " instead`;
  if (first === "'") return 'texts and names need double quotes (") instead of single ones';
  const small = token.toLowerCase();
  const literal = { none: 'null', true: 'true', false: 'false', null: 'null' }[small];
  if (literal !== undefined) return `${token} is written ${literal}`;
  return /^[\p{L}_$]/u.test(token)
    ? `${JSON.stringify(token.slice(0, 40))} is not in double quotes`
    : 'this is neither a text, a number, true, false nor null';
}

function stringEndFault({ offset, token }: ParserError): JsonFault {
  const curly = CURLY_QUOTE.exec(token);
  if (curly === null) return { offset, message: 'this text has no closing quote (")' };
  return { offset: offset + curly.index, message: `${curly[0]} is no straight quote, write " instead` };
}

/** An escape of JSON, or a backslash that begins none (the named group). */
const ESCAPES = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(?<wrong>\\.?)/g;

function escapeFault({ offset, token }: ParserError): JsonFault {
  const wrong = [...token.matchAll(ESCAPES)].find(({ groups }) => groups?.['wrong'] !== undefined);
  return {
    offset: offset + (wrong?.index ?? 0),
    message: `${wrong?.[0] ?? '\\'} means nothing in JSON, a backslash is written \\\\`,
  };
}

/** Which brackets are open at the end of the text. */
function missingEnd(text: string): string {
  const missing: string[] = [];
  for (const { bracket } of bracketsOf(text)) {
    if (bracket === '{') missing.unshift('}');
    else if (bracket === '[') missing.unshift(']');
    else missing.shift();
  }
  return missing.length === 0 ? 'a value is missing' : `"${missing.join('')}" is missing`;
}
