/** How a connector states where a value comes from: columns, fixed values, patterns, translations and conditions. */
import Type, { type Static } from 'typebox';
import { isOneOf } from '../../parse/data.ts';
import { numberOrNull, scalarText, textOrNull, writtenNumber } from '../../parse/value.ts';
import { closed } from './frame.ts';
import type { FeedRow, ReadPath } from './path.ts';

export const Column = Type.String({
  minLength: 1,
  description:
    'A column of the CSV, or a path into the object or the element of the row: "price.amount", "packages[0].id", "details[name=DATA].value", "networks[].name". "outer.…" is the entry around the list of the row.',
});
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Scalars = (description: string) => Type.Array(Scalar, { minItems: 1, description });
const Pattern = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

const source = {
  column: Type.Optional(
    Type.Union([Column, Type.Array(Column, { minItems: 1 })], {
      description: 'The column, or several: the first one that has a value.',
    }),
  ),
  pattern: Type.Optional(
    Pattern(
      'A regular expression, without regard to case. The value is its group "value", or the whole match. A text that does not match has no value.',
    ),
  ),
};

const test = {
  values: Type.Optional(Scalars('True for one of these values.')),
  except: Type.Optional(Scalars('True for any other value.')),
  above: Type.Optional(Type.Number({ description: 'True for a larger number.' })),
};

/** Everything that a condition may state. Without a test, it is true if there is a value. */
export const Condition = closed({ column: Column, pattern: source.pattern, ...test });
export type Condition = Static<typeof Condition>;
export const conditionFields = { column: Column, pattern: source.pattern, ...test };

const Conditions = Type.Union([Condition, Type.Array(Condition, { minItems: 1 })], {
  description: 'The value counts only if this condition is true, or all of these.',
});

const part = {
  ...source,
  value: Type.Optional(Type.Union([Scalar, Type.Array(Type.String())], { description: 'A fixed value.' })),
  values: Type.Optional(
    Type.Record(Type.String(), Scalar, {
      description: 'Translates the values of the feed: {"first-usage": "first_use"}. Others have no value.',
    }),
  ),
  otherwise: Type.Optional(Scalar),
  except: Type.Optional(Scalars('These values count as none.')),
  split: Type.Optional(Type.String({ minLength: 1, description: 'The text between the entries of a list.' })),
  when: Type.Optional(Conditions),
};
const Part = Type.Union([Column, closed(part)]);
type Part = Static<typeof Part>;

const Rule = closed({
  ...part,
  join: Type.Optional(Type.Array(Part, { minItems: 1, description: 'Joins these values as one text.' })),
  list: Type.Optional(Type.Array(Part, { minItems: 1, description: 'All of these values, as one list.' })),
  with: Type.Optional(Type.String({ description: 'The text between joined values. Default: a blank.' })),
  greatest: Type.Optional(Type.Array(Part, { minItems: 1, description: 'The greatest of these numbers.' })),
  least: Type.Optional(Type.Array(Part, { minItems: 1, description: 'The least of these numbers.' })),
});
type Rule = Static<typeof Rule>;

/** A column, a rule, or several of them in order: the first one that has a value. */
export const ValueRule = Type.Union([Column, Rule, Type.Array(Type.Union([Column, Rule]), { minItems: 1 })]);
export type ValueRule = Static<typeof ValueRule>;

export type ReadValue = (row: FeedRow) => unknown;
/** Compiles the name of a column of this format. */
export type CompileColumn = (column: string) => ReadPath;

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export function compileValue(rule: ValueRule, compile: CompileColumn): ReadValue {
  if (typeof rule === 'string') return compile(rule);
  if (!Array.isArray(rule)) return compileRule(rule, compile);
  return firstOf(rule.map((each) => compileValue(each, compile)));
}

function firstOf(readers: readonly ReadValue[]): ReadValue {
  const [only, ...others] = readers;
  if (only !== undefined && others.length === 0) return only;
  return (row) => {
    for (const read of readers) {
      const value = read(row);
      if (!isEmpty(value)) return value;
    }
    return undefined;
  };
}

function compileRule(rule: Rule, compile: CompileColumn): ReadValue {
  const read = sourceOf(rule, compile);
  const conditions = [rule.when ?? []].flat().map((condition) => compileCondition(condition, compile));
  const shape = shaperOf(rule);
  return (row) => (conditions.every((isTrue) => isTrue(row)) ? shape(read(row)) : undefined);
}

function sourceOf(rule: Rule, compile: CompileColumn): ReadValue {
  const { value, column, join, list, greatest, least } = rule;
  const parts = (given: readonly Part[]) => given.map((each) => compileValue(each, compile));
  if (value !== undefined) return () => value;
  if (join !== undefined) return joined(parts(join), rule.with ?? ' ');
  if (list !== undefined) return listed(parts(list));
  if (greatest !== undefined) return extreme(parts(greatest), (one, best) => one > best);
  if (least !== undefined) return extreme(parts(least), (one, best) => one < best);
  return firstOf([column ?? []].flat().map(compile));
}

function joined(readers: readonly ReadValue[], between: string): ReadValue {
  return (row) => {
    const texts = readers
      .flatMap((read) => read(row))
      .map(textOrNull)
      .filter((text) => text !== null);
    return texts.length === 0 ? undefined : texts.join(between);
  };
}

function listed(readers: readonly ReadValue[]): ReadValue {
  return (row) => readers.flatMap((read) => read(row)).filter((value) => !isEmpty(value));
}

function extreme(readers: readonly ReadValue[], isBetter: (one: number, best: number) => boolean): ReadValue {
  return (row) => {
    let best: { readonly value: unknown; readonly number: number } | null = null;
    for (const read of readers) {
      const value = read(row);
      const number = sizeOf(value);
      if (number !== null && (best === null || isBetter(number, best.number))) best = { value, number };
    }
    return best?.value;
  };
}

/** The number in "29.90 USD" or "USD1,299.00", to compare two prices of one row. null: there is none, or it is zero. */
function sizeOf(value: unknown): number | null {
  const written = /\d[\d.,]*/.exec(scalarText(value) ?? '')?.[0] ?? '';
  const number = writtenNumber(written) ?? numberOrNull(written.replaceAll(',', ''));
  return number === 0 ? null : number;
}

/** Longer texts of feeds are prose, of which only the beginning is searched. */
const SEARCHED_CHARACTERS = 2000;

const searched = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value : scalarText(value);
  return text === null ? null : text.slice(0, SEARCHED_CHARACTERS);
};

/** Applies the pattern, the exceptions, the translation and the split of a rule to the value that was read. */
function shaperOf({ pattern, except, values, otherwise, split }: Rule): (value: unknown) => unknown {
  const expression = pattern === undefined ? null : regularExpression(pattern);
  const table =
    values === undefined
      ? null
      : new Map(Object.entries(values).map(([from, to]) => [from.toLowerCase(), to]));
  const shapeOne = (value: unknown): unknown => {
    let found = value;
    if (expression !== null) found = matchIn(expression, found);
    if (except !== undefined && isAmong(found, except)) return undefined;
    if (table !== null) {
      const text = wordOf(found);
      // An empty cell is not a value that the feed states, unless the translation names it.
      if (isEmpty(found) && !table.has('')) return undefined;
      found = table.has(text) ? table.get(text) : otherwise;
    }
    return split !== undefined && typeof found === 'string' ? piecesOf(found, split) : found;
  };
  return (value) => {
    if (!Array.isArray(value)) return shapeOne(value);
    if (expression === null && except === undefined && table === null) return value;
    return value.map(shapeOne).filter((each) => !isEmpty(each));
  };
}

const piecesOf = (text: string, separator: string): readonly string[] =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

function matchIn(expression: RegExp, value: unknown): unknown {
  const match = expression.exec(searched(value) ?? '');
  return match === null ? undefined : (match.groups?.['value'] ?? match[0]);
}

/** Throws `SyntaxError` if the pattern is none. `conflicts` of the adapter reports it before. */
export const regularExpression = (pattern: string): RegExp => new RegExp(pattern, 'iu');

const wordOf = (value: unknown): string => (scalarText(value) ?? '').trim().toLowerCase();

type Scalar = Static<typeof Scalar>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const textIn = (value: unknown): string => scalarText(value) ?? '';

/** null among the words is a field that the feed states as null. Words and numbers are compared as in `isOneOf`. */
function isAmong(value: unknown, words: readonly Scalar[]): boolean {
  if (value === null && words.includes(null)) return true;
  const texts = words.filter((word) => word !== null).map(String);
  const list: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  return list.some((one) => !isObject(one) && isOneOf(textIn(one), texts));
}

export function compileCondition(condition: Condition, compile: CompileColumn): (row: FeedRow) => boolean {
  const { column, pattern, values, except, above } = condition;
  const read = compile(column);
  const expression = pattern === undefined ? null : regularExpression(pattern);
  const hasTest = [pattern, values, except, above].some((given) => given !== undefined);
  return (row) => {
    const value = read(row);
    if (!hasTest) return !isEmpty(value);
    if (values !== undefined && !isAmong(value, values)) return false;
    if (except !== undefined && isAmong(value, except)) return false;
    if (above !== undefined && !((numberOrNull(value) ?? Number.NEGATIVE_INFINITY) > above)) return false;
    if (expression === null) return true;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.some((one) => expression.test(searched(one) ?? ''));
  };
}

/** The columns that a rule reads. One of each inner list must exist in the feed. */
export function columnsOf(rule: ValueRule): readonly string[] {
  if (typeof rule === 'string') return [rule];
  if (Array.isArray(rule)) return rule.flatMap(columnsOf);
  const parts = [rule.join, rule.list, rule.greatest, rule.least].flatMap((list) => list ?? []);
  return [
    ...[rule.column ?? []].flat(),
    ...parts.flatMap((each) => columnsOf(each)),
    ...[rule.when ?? []].flat().map(({ column }) => column),
  ];
}

/** The patterns of a rule, to check them before a feed is read. */
export function patternsOf(rule: ValueRule): readonly string[] {
  if (typeof rule === 'string') return [];
  if (Array.isArray(rule)) return rule.flatMap(patternsOf);
  const parts = [rule.join, rule.list, rule.greatest, rule.least].flatMap((list) => list ?? []);
  return [
    ...(rule.pattern === undefined ? [] : [rule.pattern]),
    ...parts.flatMap((each) => patternsOf(each)),
    ...[rule.when ?? []].flat().flatMap(({ pattern }) => pattern ?? []),
  ];
}
