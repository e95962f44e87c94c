/**
 * Checks operator files against schemas and describes every problem to the person who wrote the file. A `Finding` has the
 * path of a value. A `Problem` also has the name of the file and the position of the value in it.
 */
import type { Static, TSchema } from 'typebox';
import { Check, Compile, Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { editDistance } from '../domain/edit-distance.ts';
import { formText } from './forms.ts';
import { unwantedIn } from './invisible.ts';
import { type JsonPath, type Position, parseJson, positionText } from './json.ts';

/** The default of TypeBox, 8, would hide mistakes of other kinds. */
const SCHEMA_ERRORS_MAX = 1000;
Settings.Set({ maxErrors: SCHEMA_ERRORS_MAX });
/**
 * The most findings of one kind in one file. Finding the position of each takes milliseconds in a large file, and a running
 * service reads tables again.
 */
const FINDINGS_MAX = 20;

export interface Problem {
  /** The name of the file, as the operator gave it, or "environment". */
  readonly file: string;
  /** The path of the value, such as "sources[2].every"; empty for the whole file. In the environment: the variable. */
  readonly path: string;
  readonly message: string;
  /** Left out if the file cannot be read. */
  readonly position?: Position;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(serialiseProblem).join('\n'));
    this.problems = problems;
  }
}

export function serialiseProblem({ file, path, message, position }: Problem): string {
  const where = position === undefined ? file : `${file}, ${positionText(position)}`;
  return path === '' ? `${where}: ${message}` : `${where}: ${path} ${message}`;
}

/** "sources[2].every" */
const pathText = (path: JsonPath): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** Adds a problem at a path of one file. `isAtName`: the name at the end of the path is wrong, not its value. */
export type Say = (path: JsonPath, message: string, isAtName?: boolean) => void;

export interface TextFile {
  /** The name for messages. */
  readonly name: string;
  readonly text: string;
}

/** A file that was read and checked against its schema. */
interface CheckedFile<T> {
  /** null if the schema or the JSON has a problem. Problems that `say` adds do not change it. */
  readonly value: T | null;
  /** Adds a problem that a schema cannot express to `problems`. */
  readonly say: Say;
  readonly problems: readonly Problem[];
}

export function checkFile<T extends TSchema>({ name, text }: TextFile, schema: T): CheckedFile<Static<T>> {
  const json = parseJson(text);
  if ('fault' in json)
    return { value: null, say: () => {}, problems: [{ file: name, path: '', ...json.fault }] };
  const problems: Problem[] = [];
  const say: Say = (path, message, isAtName = false) =>
    problems.push({ file: name, path: pathText(path), message, position: json.positionOf(path, isAtName) });
  for (const path of json.duplicates.slice(0, FINDINGS_MAX)) say(path, 'occurs twice');
  const findings = [
    ...schemaFindings(schema, json.value).slice(0, FINDINGS_MAX),
    ...textFindings([], json.value).slice(0, FINDINGS_MAX),
  ];
  for (const { path, message, isAtName } of findings) say(path, message, isAtName);
  return { value: problems.length === 0 ? (json.value as Static<T>) : null, say, problems };
}

/** A problem that needs more than the file to be found, such as the name of another file that does not exist. */
export function problemAt({ name, text }: TextFile, path: JsonPath, message: string): Problem {
  const json = parseJson(text);
  const problem = { file: name, path: pathText(path), message };
  return 'fault' in json ? problem : { ...problem, position: json.positionOf(path, false) };
}

interface Finding {
  readonly path: JsonPath;
  readonly message: string;
  /** The path ends with a name that the schema does not have. */
  readonly isAtName?: boolean;
}

/** An unwanted character is always a mistake, and it would appear in every response with that text. */
function textFindings(path: JsonPath, value: unknown): Finding[] {
  if (typeof value === 'string') {
    const unwanted = unwantedIn(value);
    return unwanted === null ? [] : [{ path, message: `contains ${unwanted}` }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const unwanted = unwantedIn(key);
    const found = textFindings([...path, Array.isArray(value) ? Number(key) : key], inner);
    if (unwanted === null) return found;
    return [{ path, message: `has a field name with ${unwanted}` }, ...found];
  });
}

type SchemaError = ReturnType<typeof Errors>[1][number];

/** Compiled schemas are kept, because files are large, or many files have the same schema. */
const compiled = new WeakMap<object, ReturnType<typeof Compile>>();

function compiledOf(schema: TSchema): ReturnType<typeof Compile> {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  return validator;
}

/** `at`: the path of the value in its file. */
export const schemaFindings = (schema: TSchema, value: unknown, at: JsonPath = []): Finding[] =>
  compiledOf(schema).Check(value) ? [] : findingsOf(schema, value, at);

/** For a small value with a large schema: compiling the schema takes a hundred times as long as checking the value. */
export const smallValueFindings = (schema: TSchema, value: unknown, at: JsonPath): Finding[] =>
  Check(schema, value) ? [] : findingsOf(schema, value, at);

/** What is wrong with a value that does not fit the schema. */
function findingsOf(schema: TSchema, value: unknown, at: JsonPath): Finding[] {
  // TypeBox reports an unknown field twice: as `additionalProperties`, and as `boolean` for the schema `false`.
  const errors = Errors(schema, value)[1].filter(({ keyword }) => keyword !== 'boolean');
  // The errors for `false` come first, so that many of them leave no room for the others.
  if (errors.length === 0) return [{ path: at, message: `has ${SCHEMA_ERRORS_MAX} unknown fields or more` }];
  return withoutRepetitions(errors).flatMap((error) => {
    const path = [...at, ...stepsOf(error.instancePath)];
    return error.keyword === 'additionalProperties'
      ? unknownFields(error, schema, path)
      : [{ path, message: serialiseError(error, schema) + quotesHint(error, value) }];
  });
}

/**
 * If a value fits none of its alternatives, there is an error for each alternative and one for all of them. An error
 * inside the value is the most exact one. Without one, only the list of all alternatives is reported. Example: 5 instead
 * of a code or null is reported once ("must be a code, or null"), not also as "must be text" and "must be null".
 */
function withoutRepetitions(errors: readonly SchemaError[]): SchemaError[] {
  const hasErrorInside = (path: string) => errors.some((error) => error.instancePath.startsWith(`${path}/`));
  const pathsWithAlternatives = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  return errors.filter(({ keyword, instancePath }) =>
    keyword === 'anyOf' ? !hasErrorInside(instancePath) : !pathsWithAlternatives.has(instancePath),
  );
}

function stepsOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function serialiseError({ keyword, params, message, schemaPath }: SchemaError, schema: TSchema): string {
  const facts = params as Readonly<Record<string, unknown>>;
  if (keyword === 'required') return `lacks ${list(facts['requiredProperties'])}`;
  if (keyword === 'enum') return `must be one of ${list(facts['allowedValues'])}`;
  if (keyword === 'type') return `must be ${TYPES[String(facts['type'])] ?? String(facts['type'])}`;
  if (keyword === 'pattern') return `must be ${formText(String(facts['pattern']))}`;
  // Every such minimum is 1.
  if (keyword === 'minItems' || keyword === 'minProperties' || keyword === 'minLength')
    return 'must not be empty';
  if (keyword === 'const') return `must be ${JSON.stringify(facts['allowedValue'])}`;
  if (keyword === 'minimum') return `must be at least ${String(facts['limit'])}`;
  if (keyword === 'maximum') return `must be at most ${String(facts['limit'])}`;
  if (keyword === 'anyOf') return `must be ${alternatives(schema, schemaPath)}`;
  return message;
}

/** Suggests quotes for a number or boolean in place of a text. Decimal amounts are texts, so that they are exact. */
function quotesHint({ keyword, params, instancePath }: SchemaError, value: unknown): string {
  if (keyword !== 'type' || (params as { type?: unknown }).type !== 'string') return '';
  const given = stepsOf(instancePath).reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | null)?.[step],
    value,
  );
  return typeof given === 'number' || typeof given === 'boolean' ? `, such as "${given}" in quotes` : '';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** With more wrong letters than this, the field is another one and not a mistake in typing. */
const TYPING_MISTAKES_MAX = 2;
/** So many letters of the known name must be right. */
const RIGHT_LETTERS_MIN = 2;

function unknownFields({ params, schemaPath }: SchemaError, schema: TSchema, path: JsonPath): Finding[] {
  const { additionalProperties: names = [] } = params as { additionalProperties?: readonly string[] };
  const { properties = {} } = nodeAt(schema, schemaPath) as { properties?: object };
  return names.map((name) => {
    const plain = name.toLowerCase();
    const near = Object.keys(properties)
      .map((known) => ({ known, distance: editDistance(plain, known.toLowerCase(), TYPING_MISTAKES_MAX) }))
      .filter(
        ({ known, distance }) => distance <= Math.min(TYPING_MISTAKES_MAX, known.length - RIGHT_LETTERS_MIN),
      )
      .toSorted((a, b) => a.distance - b.distance)[0];
    const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near.known)}?`;
    return { path: [...path, name], message: `is an unknown field${meant}`, isAtName: true };
  });
}

/** The part of a schema that a path of an error names. */
const nodeAt = (schema: TSchema, schemaPath: string): object =>
  (stepsOf(schemaPath).reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    schema,
  ) ?? {}) as object;

/** "a country's code, such as "TR", or null" */
const alternatives = (schema: TSchema, schemaPath: string): string =>
  ((nodeAt(schema, schemaPath) as { anyOf?: readonly SchemaNode[] }).anyOf ?? []).map(nounFor).join(', or ');

interface SchemaNode {
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly required?: unknown;
  readonly type?: string;
}

/** What a value of this schema is. */
function nounFor({ required, enum: values, type, pattern, minimum, maxLength, ...node }: SchemaNode): string {
  if ('const' in node) return JSON.stringify(node.const);
  if (values !== undefined) return list(values, ' or ');
  if (required !== undefined) return `an object with ${list(required)}`;
  if (pattern !== undefined) return formText(pattern);
  const noun = TYPES[String(type)] ?? String(type);
  if (minimum !== undefined) return `${noun} of at least ${minimum}`;
  // Every text with a maximum has at least one character.
  return maxLength === undefined ? noun : `${noun} of 1 to ${maxLength} characters`;
}

function list(values: unknown, separator = ', '): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(separator)
    : String(values);
}
