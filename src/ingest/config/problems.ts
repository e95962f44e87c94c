/** What is wrong with a file, in words for the person who wrote it. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { faultOffset, jsonPlaces, placeOf } from '../../limits/json-places.ts';
import { unseenIn } from '../parse/text.ts';
import { DURATION_PATTERN } from './schema.ts';

export interface Problem {
  /** The file's name as it was given. */
  readonly file: string;
  /** Where in it: "sources[2].every"; empty for the whole file. */
  readonly path: string;
  readonly message: string;
  /** "line 3, column 7"; left out where the file is not read as JSON here. */
  readonly place?: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(serialiseProblem).join('\n'));
    this.problems = problems;
  }
}

export function serialiseProblem({ file, path, message, place }: Problem): string {
  const where = place === undefined ? file : `${file}, ${place}`;
  return path === '' ? `${where}: ${message}` : `${where}: ${path} ${message}`;
}

/** Text to a checked value; problems go to `problems`, and null says that there were some. */
export function parseFile<T extends TSchema>(
  file: { readonly name: string; readonly text: string },
  schema: T,
  problems: Problem[],
): Static<T> | null {
  const text = file.text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const at = placeOf(text, faultOffset(text));
    problems.push({ file: file.name, path: '', message: 'is not valid JSON', place: at });
    return null;
  }
  const found = [
    ...namedTwice(file.name, text),
    ...problemsOf(file.name, '', schema, value),
    ...oddTexts(file.name, '', value),
  ];
  problems.push(...found);
  return found.length === 0 ? (value as Static<T>) : null;
}

/** Of a name that stands twice in an object JSON keeps the last, and the other is lost without a word. */
function namedTwice(file: string, text: string): Problem[] {
  const found: Problem[] = [];
  jsonPlaces(text, (steps, place) => {
    const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    found.push({ file, path: path.replace(/^\./, ''), message: 'stands twice', place });
  });
  return found;
}

/** A character that nobody sees is in no file on purpose, and would reach every reader of the name that holds it. */
function oddTexts(file: string, path: string, value: unknown): Problem[] {
  if (typeof value === 'string') {
    const unseen = unseenIn(value);
    const isMarkup = path === 'name' && /[<>`]|\]\(|:\/\//.test(value);
    if (unseen !== null) return [{ file, path, message: `holds a character that nobody sees (${unseen})` }];
    return isMarkup ? [{ file, path, message: 'holds a link or markup' }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const odd = unseenIn(key);
    const found = oddTexts(file, at, inner);
    return odd === null ? found : [{ file, path, message: `has a name that nobody sees (${odd})` }, ...found];
  });
}

type SchemaError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

/** Compiling takes a few milliseconds; the same schema is met once for each file. */
const compiled = new WeakMap<object, ReturnType<typeof Compile>>();

export function problemsOf(file: string, at: string, schema: TSchema, value: unknown): Problem[] {
  const checker = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, checker);
  if (checker.Check(value)) return [];
  const errors = checker.Errors(value);
  // Where no alternative fits, "fits none" says more than the complaints of each.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors
    .filter(
      ({ keyword, instancePath }) =>
        keyword !== 'boolean' &&
        (keyword === 'anyOf' || !choices.some((path) => instancePath.startsWith(path))),
    )
    .map((error) => ({
      file,
      path: joinPath(at, error.instancePath),
      message: serialiseError(error, schema),
    }));
}

function joinPath(at: string, pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((path, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(key)) return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, at);
}

/** What a text must be, in words, by its pattern. */
const FORMS: Readonly<Record<string, string>> = {
  '^[a-z0-9][a-z0-9._-]{0,63}$': 'an id: small letters, digits, ".", "_" and "-", at most 64',
  [DURATION_PATTERN]: 'a length of time, such as "30m" or "6h"',
  '^[A-Z]{3}$': 'a currency, such as "USD"',
  '^[A-Z]{2}$': 'a country\'s code, such as "TR"',
  '^[0-9]{1,9}(\\.[0-9]{1,4})?$': 'a decimal number as text, such as "4.50"',
  '^[0-9]{1,3}(\\.[0-9]{1,2})?$': 'a percentage as text, such as "12.5"',
  '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?Z)?$': 'a day, such as "2026-12-31"',
  '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]{2,}$': 'a host name, such as "shop.example"',
  '^[A-Za-z_][A-Za-z0-9_]*$': 'the name of an environment variable',
  '^https?://': 'an address',
  '^https://': 'an https address',
  '^https://\\S+$': 'an https address',
  '^https://\\S*\\{link\\}\\S*$': 'an https address that holds {link}',
  '^(https?://|file:)\\S+$': 'an address, or "file:" and the name of a saved answer',
  '^(Unlimited|[0-9.]{1,8} ?[GM]B(/day|/week|/month)?)$':
    'an amount, such as "10 GB", "1 GB/day" or "Unlimited"',
};

function serialiseError({ keyword, params, message, schemaPath }: SchemaError, schema: TSchema): string {
  const facts = params as Readonly<Record<string, unknown>>;
  if (keyword === 'additionalProperties') return `does not know ${list(facts['additionalProperties'])}`;
  if (keyword === 'required') return `lacks ${list(facts['requiredProperties'])}`;
  if (keyword === 'enum') return `must be one of ${list(facts['allowedValues'])}`;
  if (keyword === 'type') return `must be ${TYPES[String(facts['type'])] ?? String(facts['type'])}`;
  if (keyword === 'pattern') {
    const pattern = String(facts['pattern']);
    return `does not have the form ${FORMS[pattern] === undefined ? pattern : `of ${FORMS[pattern]}`}`;
  }
  if (keyword === 'anyOf') return `has none of the allowed forms: ${alternatives(schema, schemaPath)}`;
  return message;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** "a text or null", "an object with "percent", or one with "amount" and "currency"". */
function alternatives(schema: TSchema, schemaPath: string): string {
  const steps = schemaPath.split('/').slice(1);
  const node = steps.reduce<unknown>(
    (at, step) =>
      (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    schema,
  );
  const { anyOf = [] } = (node ?? {}) as { anyOf?: readonly Readonly<Record<string, unknown>>[] };
  return anyOf
    .map((one) => {
      if (Array.isArray(one['required'])) return `an object with ${list(one['required'])}`;
      if ('const' in one) return JSON.stringify(one['const']);
      return typeof one['type'] === 'string' ? (TYPES[one['type']] ?? one['type']) : 'another';
    })
    .join(' or ');
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values);
}
