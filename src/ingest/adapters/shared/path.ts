/**
 * Paths into a row: "price.amount", "packages[0].id", "details[name=DATA].value", "networks[].name", "outer.title". A text
 * that contains JSON is read like the value that it describes.
 */
import { isRecord, own, scalarText } from '../../parse/value.ts';
import { ELEMENT_TEXT } from '../../parse/xml.ts';

/** One row with the entries of the lists around it. */
export interface FeedRow {
  readonly value: unknown;
  /** The entry that contains the list of this row. null: the row is in no inner list. */
  readonly outer: FeedRow | null;
}

export type ReadValue = (row: FeedRow) => unknown;
/** Compiles the name of a column, which is a path in the formats that are no tables. */
export type CompileColumn = (column: string) => ReadValue;

/** "outer" at the beginning of a path is the entry around the row. */
const OUTER = 'outer';

type Step =
  | { readonly kind: 'key'; readonly key: string }
  /** "[2]": the third entry. */
  | { readonly kind: 'index'; readonly index: number }
  /** "[]": all entries. */
  | { readonly kind: 'every' }
  /** "[name=DATA]" or "[throttled_speed]": the first entry with this value, or with any value, at the path. */
  | { readonly kind: 'where'; readonly path: readonly Step[]; readonly value: string | null };

const STEP = /([^.[\]]+)|\[(\d*)\]|\[([^\][=]+)(?:=([^\]]*))?\]/g;

export function stepsOf(path: string): readonly Step[] {
  return path.matchAll(STEP).map(readStep).toArray();
}

function readStep([, key, index, where, value]: RegExpExecArray): Step {
  if (key !== undefined) return { kind: 'key', key };
  if (index === '') return { kind: 'every' };
  if (index !== undefined) return { kind: 'index', index: Number(index) };
  return { kind: 'where', path: stepsOf(where!), value: value === undefined ? null : plain(value) };
}

/** Compiles a path into the rows of a feed. */
export function readPath(path: string): ReadValue {
  const steps = stepsOf(path);
  const depth = steps.findIndex((step) => !(step.kind === 'key' && step.key === OUTER));
  const inRow = depth < 0 ? [] : steps.slice(depth);
  const levels = depth < 0 ? steps.length : depth;
  return (row) => {
    let around: FeedRow | null = row;
    for (let level = 0; level < levels; level += 1) around = around?.outer ?? null;
    return around === null ? undefined : leafOf(follow(around.value, inRow, 0));
  };
}

/** Follows a path such as "data.items" in a document. An empty path is the document itself. */
export const valueAt = (document: unknown, path: string): unknown =>
  leafOf(follow(document, stepsOf(path), 0));

function follow(start: unknown, steps: readonly Step[], from: number): unknown {
  let value = start;
  for (let at = from; at < steps.length; at += 1) {
    const step = steps[at]!;
    value = parsedText(value);
    if (step.kind === 'every' || (step.kind === 'key' && Array.isArray(value)))
      return followEach(value, steps, step.kind === 'every' ? at + 1 : at);
    if (step.kind === 'key') value = isRecord(value) ? own(value, step.key) : undefined;
    // An element of XML that occurs once is no list.
    else if (step.kind === 'index') value = Array.isArray(value) ? value[step.index] : atIndex(value, step);
    else value = entriesOf(value).find((entry) => isMatch(entry, step));
    if (value === undefined || value === null) return value;
  }
  return value;
}

const atIndex = (value: unknown, { index }: { readonly index: number }): unknown =>
  index === 0 ? value : undefined;

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The values that the rest of a path has in the entries of a list. undefined: no entry has one. */
function followEach(value: unknown, steps: readonly Step[], from: number): unknown {
  const found = entriesOf(value)
    .flatMap((entry) => leafOf(follow(entry, steps, from)))
    .filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found;
}

function isMatch(entry: unknown, { path, value }: Extract<Step, { kind: 'where' }>): boolean {
  const found = leafOf(follow(entry, path, 0));
  if (value === null) return found !== undefined && found !== null;
  return entriesOf(found).some((one) => plain(one) === value);
}

/** Feeds write names with blanks around them and in another case. */
const plain = (value: unknown): string => (scalarText(value) ?? '').trim().toLowerCase();

/** The text of an XML element that has attributes. */
function leafOf(value: unknown): unknown {
  return isRecord(value) ? (own(value, ELEMENT_TEXT) ?? value) : value;
}

/** Longer than any list of details in a text. */
const JSON_CHARACTERS_MAX = 20_000;

/** The value of a text that contains a list or an object as JSON. */
function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  // Bounds the memory that parsing takes.
  if (value.length > JSON_CHARACTERS_MAX) return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}
