/** What is wrong with a file, in words for the person who wrote it. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { faultOffset, placeOf } from '../../limits/json-places.ts';
import { unseenIn } from '../text.ts';

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
  const found = [...problemsOf(file.name, '', schema, value), ...oddTexts(file.name, '', value)];
  problems.push(...found);
  return found.length === 0 ? (value as Static<T>) : null;
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

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

/** Compiling takes a few milliseconds; the same schema is met once for each file. */
const compiled = new WeakMap<object, ReturnType<typeof Compile>>();

export function problemsOf(file: string, at: string, schema: TSchema, value: unknown): Problem[] {
  const checker = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, checker);
  if (checker.Check(value)) return [];
  const errors: readonly SchemaError[] = checker.Errors(value);
  // Where no alternative fits, "fits none" says more than the complaints of each.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath);
  return errors
    .filter(
      ({ keyword, instancePath }) =>
        keyword !== 'boolean' &&
        (keyword === 'anyOf' || !choices.some((path) => instancePath.startsWith(path))),
    )
    .map((error) => ({ file, path: joinPath(at, error.instancePath), message: serialiseError(error) }));
}

function joinPath(at: string, pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((path, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(key)) return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, at);
}

function serialiseError({ keyword, params, message }: SchemaError): string {
  const facts = params as Readonly<Record<string, unknown>>;
  if (keyword === 'additionalProperties') return `does not know ${list(facts['additionalProperties'])}`;
  if (keyword === 'required') return `lacks ${list(facts['requiredProperties'])}`;
  if (keyword === 'enum') return `must be one of ${list(facts['allowedValues'])}`;
  if (keyword === 'pattern') return `does not have the form ${String(facts['pattern'])}`;
  if (keyword === 'anyOf') return 'has none of the allowed forms';
  return message;
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values);
}
