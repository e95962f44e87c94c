/** Compiles the rules of a column map into functions that read the values of a row. */
import { isEmpty, numberOrNull, scalarText, textOrNull, writtenNumber } from '../../parse/value.ts';
import { compileCondition, isAmong, regularExpression, searchableText } from './conditions.ts';
import type { CompileColumn, ReadValue } from './path.ts';
import { listed, type Part, type Rule, type ValueRule } from './value-rules.ts';

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
  const conditions = listed(rule.when).map((condition) => compileCondition(condition, compile));
  const shape = shaperOf(rule);
  return (row) => (conditions.every((isTrue) => isTrue(row)) ? shape(read(row)) : undefined);
}

/** `conflicts` of the adapter refuses a rule with two sources before a feed is read. */
function sourceOf(rule: Rule, compile: CompileColumn): ReadValue {
  const { value, column, join, list, greatest, least } = rule;
  const parts = (given: readonly Part[]) => given.map((each) => compileValue(each, compile));
  if (value !== undefined) return () => value;
  if (join !== undefined) return joined(parts(join), rule.with ?? ' ');
  if (list !== undefined) return together(parts(list));
  if (greatest !== undefined) return extreme(parts(greatest), (one, best) => one > best);
  if (least !== undefined) return extreme(parts(least), (one, best) => one < best);
  return firstOf(listed(column).map(compile));
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

function together(readers: readonly ReadValue[]): ReadValue {
  return (row) => readers.flatMap((read) => read(row)).filter((value) => !isEmpty(value));
}

function extreme(readers: readonly ReadValue[], isBetter: (one: number, best: number) => boolean): ReadValue {
  return (row) => {
    let best: { readonly value: unknown; readonly number: number } | null = null;
    for (const read of readers) {
      const value = read(row);
      const number = comparableNumber(value);
      if (number !== null && (best === null || isBetter(number, best.number))) best = { value, number };
    }
    return best?.value;
  };
}

/**
 * The number in "29.90 USD" or "USD1,299.00", to compare two prices of one row. null: there is none. A price of zero does
 * not count, because feeds write it for "no price".
 */
function comparableNumber(value: unknown): number | null {
  const written = /\d[\d.,]*/.exec(scalarText(value) ?? '')?.[0] ?? '';
  const number = writtenNumber(written) ?? numberOrNull(written.replaceAll(',', ''));
  return number === 0 ? null : number;
}

/** Applies the pattern, the exceptions, the translation and the split of a rule to the value that was read. */
function shaperOf({
  pattern,
  except: ignored,
  values: translation,
  otherwise,
  split,
}: Rule): (value: unknown) => unknown {
  const matched = pattern === undefined ? same : matcherOf(pattern);
  const translated = translation === undefined ? same : translatorOf(translation, otherwise);
  const isIgnored = (value: unknown) => ignored !== undefined && isAmong(value, ignored);
  const shapeOne = (value: unknown): unknown => {
    const found = matched(value);
    if (isIgnored(found)) return undefined;
    const meant = translated(found);
    return split !== undefined && typeof meant === 'string' ? piecesOf(meant, split) : meant;
  };
  const keepsLists = matched === same && translated === same && ignored === undefined;
  return (value) => {
    if (!Array.isArray(value)) return shapeOne(value);
    return keepsLists ? value : value.map(shapeOne).filter((each) => !isEmpty(each));
  };
}

const same = (value: unknown): unknown => value;

function matcherOf(pattern: string): (value: unknown) => unknown {
  const expression = regularExpression(pattern);
  return (value) => {
    const match = expression.exec(searchableText(value));
    return match === null ? undefined : (match.groups?.['value'] ?? match[0]);
  };
}

function translatorOf(
  translation: NonNullable<Rule['values']>,
  otherwise: Rule['otherwise'],
): (value: unknown) => unknown {
  const table = new Map(Object.entries(translation).map(([from, to]) => [from.toLowerCase(), to]));
  return (value) => {
    // An empty cell is not a value that the feed states, unless the translation names it.
    if (isEmpty(value) && !table.has('')) return undefined;
    const word = (scalarText(value) ?? '').trim().toLowerCase();
    return table.has(word) ? table.get(word) : otherwise;
  };
}

const piecesOf = (text: string, separator: string): readonly string[] =>
  text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
