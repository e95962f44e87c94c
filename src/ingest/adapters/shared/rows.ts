/** The rows of a page, and what is around them, in every format that a connector can name. */
import { FeedError, type FeedPage } from '../../adapter.ts';
import { csvRecords, jsonLines, jsonOf, needRows, startOf } from '../../parse/body.ts';
import { isRecord, type Row } from '../../parse/value.ts';
import { xmlAround, xmlRows } from '../../parse/xml.ts';
import type { ColumnMap } from './column-map.ts';
import type { AroundRows, Format, Surroundings } from './formats.ts';
import { type FeedRow, type ReadValue, readPath, valueAt } from './path.ts';

/** Formats whose rows have one level of columns. The name of a column may contain any character there. */
export const isTable = (format: Format): boolean => format === 'csv' || format === 'tsv';

const PATHS_OF_XML: Readonly<Partial<Record<Format, string>>> = {
  rss: 'rss.channel.item',
  atom: 'feed.entry',
};

/** `<title>` and `<g:title>` of a product feed are the same field. */
const productName = (written: string): string => written.toLowerCase().replace(/^g:/, '');

function xmlSettings(format: Format, rows: string) {
  const path = PATHS_OF_XML[format];
  return path === undefined ? { path: rows } : { path, nameOf: productName };
}

/** The format of this page among those that the connector names. */
export function formatOf(page: FeedPage, formats: readonly Format[]): Format {
  const [first = 'json'] = formats;
  if (formats.length === 1) return first;
  const text = startOf(page);
  const found = formats.find((format) => looksLike(format, text));
  if (found === undefined)
    throw new FeedError(`The feed has changed: it is neither ${formats.join(' nor ')}.`);
  return found;
}

function looksLike(format: Format, text: string): boolean {
  if (format === 'rss') return /<rss[\s>]/i.test(text);
  if (format === 'atom') return /<feed[\s>]/i.test(text);
  if (format === 'xml') return text.startsWith('<');
  const isJson = /^[[{]/.test(text);
  const firstLine = text.split('\n', 1)[0] ?? '';
  const isLine = firstLine.startsWith('{') && firstLine.trimEnd().endsWith('}');
  if (format === 'jsonl') return isJson && isLine;
  if (format === 'json') return isJson;
  if (isJson || text.startsWith('<')) return false;
  return format === 'tsv' ? firstLine.includes('\t') : true;
}

const delimiterOf = (format: Format, { delimiter }: ColumnMap): string =>
  format === 'tsv' ? '\t' : (delimiter ?? ',');

interface RowSettings {
  readonly map: ColumnMap;
  /** Columns that identify the format: a list without any of them is another feed. */
  readonly ids: readonly string[];
  /** All columns that a table must have. */
  readonly needed: readonly string[];
}

/** A row; null where a record of a table has more or fewer cells than the header. */
export type FeedRows = AsyncIterable<Row<FeedRow | null>> | Iterable<Row<FeedRow | null>>;

export function rowsOf(page: FeedPage, format: Format, settings: RowSettings): FeedRows {
  if (isTable(format)) return tableRows(page, format, settings);
  if (format === 'json') return numbered(jsonRows(page, settings));
  if (format === 'jsonl') return numbered(lineRows(page, settings));
  return elementRows(page, format, settings);
}

function* numbered(rows: readonly FeedRow[]): Generator<Row<FeedRow>> {
  for (const [index, value] of rows.entries()) yield { row: index + 1, value };
}

async function* tableRows(
  page: FeedPage,
  format: Format,
  { map, needed }: RowSettings,
): AsyncGenerator<Row<FeedRow | null>> {
  const { header } = map;
  const settings = { delimiter: delimiterOf(format, map), needed, ...(header && { header }) };
  for await (const { row, value } of csvRecords(page, settings))
    yield { row, value: value === null ? null : { value, outer: null } };
}

/** The first key of a path such as "price.amount", which the row itself must have. */
const firstKey = (path: string): string => path.split(/[.[]/, 1)[0]!;

function jsonRows(page: FeedPage, settings: RowSettings): readonly FeedRow[] {
  const { map } = settings;
  const { rows: path = '' } = map;
  const document = jsonOf(page);
  expectSuccess(document, map);
  return rowsOfList(listAt(document, path), path === '' ? 'the document' : `"${path}"`, settings);
}

function lineRows(page: FeedPage, settings: RowSettings): readonly FeedRow[] {
  const lines = Array.from(jsonLines(page), ({ value }) => value);
  return rowsOfList(lines, 'the feed', settings);
}

/** The entries of the list, or of the lists inside them. Throws `FeedError` if none has what identifies the feed. */
function rowsOfList(list: unknown, what: string, { map, ids }: RowSettings): readonly FeedRow[] {
  const levels = [map.inner ?? []].flat();
  const [firstLevel] = levels;
  const expected = firstLevel === undefined ? ids : [firstLevel];
  return innerRows(needRows(list, what, expected.map(firstKey)).map(outermost), levels, ids);
}

function* elementRows(page: FeedPage, format: Format, { map, ids }: RowSettings): Generator<Row<FeedRow>> {
  const settings = xmlSettings(format, map.rows ?? '');
  const levels = [map.inner ?? []].flat();
  const readers = ids.map(readPath);
  let row = 0;
  for (const value of xmlRows(page, settings)) {
    for (const each of innerRows([outermost(value)], levels, [])) {
      row += 1;
      // As in the other formats, a renamed element of the id fails the whole feed.
      if (row === 1 && readers.every((read) => read(each) === undefined))
        throw new FeedError(`The feed has changed: "${settings.path}" has no ${ids.join(' or ')}.`);
      yield { row, value: each };
    }
  }
  if (row === 0) throw new FeedError(`The feed has no elements at "${settings.path}".`);
}

const outermost = (value: unknown): FeedRow => ({ value, outer: null });

/** A list, or the entries of an object that has a key for each: {"0": {…}, "1": {…}}. */
function listAt(document: unknown, path: string): unknown {
  // Operators often save only the list of rows.
  if (Array.isArray(document)) return document;
  const value = valueAt(document, path);
  const entries = isRecord(value) ? Object.values(value) : [];
  return entries.length > 0 && path !== '' && entries.every(isRecord) ? entries : value;
}

/**
 * Returns the entries of the inner lists, level by level. An entry without that list stays a row, so that it is counted as
 * rejected.
 */
function innerRows(
  rows: readonly FeedRow[],
  levels: readonly string[],
  ids: readonly string[],
): readonly FeedRow[] {
  let found = rows;
  for (const path of levels) {
    const read = readPath(path);
    found = found.flatMap((row) => {
      const inner = read(row);
      if (inner === undefined || inner === null) return [row];
      return [inner].flat().map((value) => ({ value, outer: row }));
    });
  }
  if (levels.length > 0 && ids.length > 0)
    needRows(
      found.map(({ value }) => value),
      `"${levels.join('.')}"`,
      ids.map(firstKey),
    );
  return found;
}

/** Throws `FeedError` if the response says that the request failed. */
function expectSuccess(document: unknown, { expect, error }: ColumnMap): void {
  if (Array.isArray(document)) return;
  const message = error === undefined ? undefined : valueAt(document, error);
  if (typeof message === 'string' && message !== '')
    throw new FeedError(`The feed rejected the request: ${message.slice(0, 200)}`);
  for (const [path, value] of Object.entries(expect ?? {}))
    if (valueAt(document, path) !== value)
      throw new FeedError(`The response does not report success: "${path}" is not ${String(value)}.`);
}

export async function aroundRows(page: FeedPage, format: Format, map: ColumnMap): Promise<AroundRows> {
  if (isTable(format)) {
    const rows = tableRows(page, format, { map, ids: [], needed: [] });
    return around(await Array.fromAsync(rows, ({ value }) => value?.value));
  }
  if (format === 'jsonl') return around(Array.from(jsonLines(page), ({ value }) => value));
  if (format === 'json') {
    const document = jsonOf(page);
    expectSuccess(document, map);
    const { rows: path = '' } = map;
    const list = listAt(document, path);
    return { ...around(Array.isArray(list) ? list : null, { document, list: path }), document };
  }
  const settings = xmlSettings(format, map.rows ?? '');
  const { around: document, rows } = xmlAround(page, settings);
  return { ...around(null, { document, list: settings.path }), rowCount: rows };
}

/** True if a page of this format has more than its rows. */
export const hasSurroundings = (format: Format): boolean => !isTable(format) && format !== 'jsonl';

function around(list: readonly unknown[] | null, surroundings: Surroundings | null = null): AroundRows {
  const last = list?.at(-1);
  return {
    at: (path) => (surroundings === null ? undefined : valueAt(surroundings.document, path)),
    rowCount: list?.length ?? null,
    last: last === undefined ? null : outermost(last),
    surroundings,
  };
}

/** Compiles a column of this format. */
export const columnReader =
  (format: Format) =>
  (column: string): ReadValue =>
    isTable(format)
      ? ({ value }) => (isRecord(value) && Object.hasOwn(value, column) ? value[column] : undefined)
      : readPath(column);

/** Names that are shown in an error message. */
const KEYS_SHOWN = 20;

/** The keys of the rows, for a message about a path that no row has. */
export function keysIn(rows: readonly FeedRow[]): string {
  const keys = new Set(rows.flatMap(({ value }) => (isRecord(value) ? Object.keys(value) : [])));
  const shown = [...keys].slice(0, KEYS_SHOWN).map((key) => JSON.stringify(key.slice(0, 60)));
  return `${shown.join(', ')}${keys.size > KEYS_SHOWN ? ` and ${keys.size - KEYS_SHOWN} more` : ''}`;
}
