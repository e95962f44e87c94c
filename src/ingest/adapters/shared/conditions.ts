/** Compiles the conditions of a column map into functions that test a row. */
import { isOneOf } from '../../parse/data.ts';
import { isEmpty, numberOrNull, scalarText } from '../../parse/value.ts';
import type { CompileColumn, FeedRow } from './path.ts';
import type { Condition, Scalar } from './value-rules.ts';

export function compileCondition(
  { column, pattern, values: allowed, except: refused, above }: Condition,
  compile: CompileColumn,
): (row: FeedRow) => boolean {
  const read = compile(column);
  const expression = pattern === undefined ? null : regularExpression(pattern);
  const hasTest = [pattern, allowed, refused, above].some((given) => given !== undefined);
  return (row) => {
    const value = read(row);
    if (!hasTest) return !isEmpty(value);
    if (allowed !== undefined && !isAmong(value, allowed)) return false;
    if (refused !== undefined && isAmong(value, refused)) return false;
    if (above !== undefined && !isAbove(value, above)) return false;
    if (expression === null) return true;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.some((one) => expression.test(searchableText(one)));
  };
}

function isAbove(value: unknown, least: number): boolean {
  const number = numberOrNull(value);
  return number !== null && number > least;
}

/** `null` in `words` matches a field that the feed states as null. Words and numbers are compared as in `isOneOf`. */
export function isAmong(value: unknown, words: readonly Scalar[]): boolean {
  if (value === null && words.includes(null)) return true;
  const texts = words.filter((word) => word !== null).map(String);
  // An empty list is compared like an empty text.
  const list: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  return list.some((one) => !isObject(one) && isOneOf(scalarText(one) ?? '', texts));
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Throws a `SyntaxError` for an invalid pattern. `conflicts` of the adapter reports it before a feed is read. */
export const regularExpression = (pattern: string): RegExp => new RegExp(pattern, 'iu');

/** Longer texts of feeds are prose, of which only the beginning is searched. */
const SEARCHED_CHARACTERS = 2000;

export const searchableText = (value: unknown): string =>
  (scalarText(value) ?? '').slice(0, SEARCHED_CHARACTERS);
