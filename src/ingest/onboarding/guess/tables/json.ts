/** Finds the lists of objects in a JSON document, and the lists within their entries. */
import type { FeedRow } from '../../../adapters/shared/path.ts';
import { isRecord, type JsonObject, recordsOf } from '../../../parse/value.ts';
import { innerRows, tableOf } from './object-rows.ts';
import { type FeedTable, isPlainKey, ROWS_WITH_COLUMNS, type TableOptions } from './table.ts';

/** How many objects may be around a list. */
const OBJECTS_AROUND_MAX = 4;
/** How many objects of an entry may be around a list within it. */
const OBJECTS_WITHIN_MAX = 3;
/** How many lists may be within each other, below the outermost one. */
const LEVELS_MAX = 3;
/** Bounds the search in an object that has a key for each id. A document with a list has few keys. */
const KEYS_LOOKED_AT = 50;

/** Returns the reason as text if the document has no list of objects. */
export function jsonTables(document: unknown, format: TableOptions): readonly FeedTable[] | string {
  const found: FeedTable[] = [];
  const search = (value: unknown, path: string, depth: number): void => {
    const rows = rowsIn(value, path);
    if (rows.length > 0) {
      const options = { ...format, ...(path !== '' && { rows: path }) };
      const outermost = rows.map((row): FeedRow => ({ value: row, outer: null }));
      found.push(...withInnerLists(outermost, options, document, []));
      return;
    }
    if (!isRecord(value) || depth >= OBJECTS_AROUND_MAX) return;
    for (const key of Object.keys(value).filter(isPlainKey).slice(0, KEYS_LOOKED_AT))
      search(value[key], path === '' ? key : `${path}.${key}`, depth + 1);
  };
  search(document, '', 0);
  return found.length === 0 ? 'its JSON has no list of objects' : found;
}

/** Returns the objects of a list, or of an object with an object for each id. */
function rowsIn(value: unknown, path: string): readonly JsonObject[] {
  if (Array.isArray(value)) return recordsOf(value);
  const entries = isRecord(value) && path !== '' ? Object.values(value) : [];
  return entries.length > 1 && areAlike(entries) ? entries : [];
}

/** True for objects with the same keys in the same order. */
function areAlike(entries: readonly unknown[]): entries is readonly JsonObject[] {
  const keysOf = (entry: unknown): string => (isRecord(entry) ? Object.keys(entry).join() : '');
  const keys = keysOf(entries[0]);
  return keys !== '' && entries.every((entry) => keysOf(entry) === keys);
}

/** Returns the table of the rows, and those of all lists within them. `levels`: the paths of the lists around the rows. */
function withInnerLists(
  rows: readonly FeedRow[],
  options: TableOptions,
  document: unknown,
  levels: readonly string[],
): readonly FeedTable[] {
  const table = tableOf(rows, withLevels(options, levels), document);
  if (levels.length >= LEVELS_MAX) return [table];
  const sample = rows.slice(0, ROWS_WITH_COLUMNS);
  const paths = new Set(sample.flatMap(({ value }) => listsIn(value, '', 0)));
  return [
    table,
    ...[...paths].flatMap((path) =>
      withInnerLists(innerRows(rows, path), options, document, [...levels, path]),
    ),
  ];
}

const withLevels = (options: TableOptions, levels: readonly string[]) => ({
  ...options,
  ...(levels.length > 0 && { inner: levels.length === 1 ? levels[0] : levels }),
});

/** Returns the paths of the lists of objects within an entry. */
function listsIn(value: unknown, path: string, depth: number): readonly string[] {
  if (Array.isArray(value)) return path !== '' && value.some(isRecord) ? [path] : [];
  if (!isRecord(value) || depth >= OBJECTS_WITHIN_MAX) return [];
  return Object.keys(value)
    .filter(isPlainKey)
    .flatMap((key) => listsIn(value[key], path === '' ? key : `${path}.${key}`, depth + 1));
}
