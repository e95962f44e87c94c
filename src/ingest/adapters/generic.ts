/** Reads any simple CSV, JSON or XML feed by a column map, which the operator writes in `sources.json`. */

import {
  type AdapterFormat,
  FeedError,
  type FeedPage,
  type FeedRequest,
  type FetchContext,
} from '../adapter.ts';
import type { Draft, ParsedRow, ProductTerms } from '../draft.ts';
import { csvRecords, jsonOf, needRows } from '../parse/body.ts';
import { isRecord, readRow, reject } from '../parse/value.ts';
import { xmlRows } from '../parse/xml.ts';
import { ColumnMap } from './shared/column-map.ts';
import { type Cell, createRowReader } from './shared/column-row.ts';
import { fetchWhole, withQuery } from './shared/frame.ts';
import { fetchByPaging, valueAt } from './shared/paging.ts';

/** The options of a source were checked against `ColumnMap` when its file was read. */
const mapIn = (options: Readonly<Record<string, unknown>>): ColumnMap => options as ColumnMap;

/** The name of a column in a link, with any characters. The bound keeps the search linear. */
const COLUMN_IN_LINK = /\{([^{}]{1,60})\}/g;

/** Returns all columns that the map uses. The header of a CSV must have them, so that a renamed column fails the whole feed. */
function namedColumns(map: ColumnMap): string[] {
  const { id, columns, prices = {}, promoPrices = {}, keep = [], refuse: rules = [], link = '' } = map;
  const inLink = [...link.matchAll(COLUMN_IN_LINK)].map(([, name = '']) => name);
  return [
    ...new Set([
      ...[id].flat(),
      ...[columns, prices, promoPrices].flatMap((named) => Object.values(named)),
      ...[...keep, ...rules].map(({ column }) => column),
      // {id} in a link is the id of the plan.
      ...inLink.filter((name) => name !== 'id'),
    ]),
  ];
}

const rejectWidth = (): Draft => reject('malformed_row', 'It has more or fewer cells than the header.');

async function* parseCsv(page: FeedPage, map: ColumnMap, terms?: ProductTerms): AsyncGenerator<ParsedRow> {
  const reader = createRowReader(map, terms);
  const settings = { delimiter: map.delimiter ?? ',', needed: namedColumns(map) };
  for await (const { row, value } of csvRecords(page, settings)) {
    const cell: Cell = (column) => value?.[column];
    yield readRow(page.number, row, cell, reader.idOf, value === null ? rejectWidth : reader.read);
  }
}

/**
 * Returns the entries of the inner lists. Each gets its entry of the outer list as `outer`, which columns may refer to. An
 * entry without that list stays a row, so that it is counted as rejected.
 */
function innerRows(entries: readonly unknown[], path: string): readonly unknown[] {
  return entries.flatMap((entry): readonly unknown[] => {
    const inner = valueAt(entry, path);
    if (!Array.isArray(inner)) return [entry];
    return inner.map((row: unknown) => (isRecord(row) ? { ...row, outer: entry } : row));
  });
}

/** The field of the row itself that a path such as "price.amount" begins with. */
const firstStep = (path: string): string => path.split('.', 1)[0]!;

function* parseJson(page: FeedPage, map: ColumnMap, terms?: ProductTerms): Generator<ParsedRow> {
  const { inner, id, rows: path = '' } = map;
  const reader = createRowReader(map, terms);
  const list = valueAt(jsonOf(page), path);
  const what = path === '' ? 'the document' : `"${path}"`;
  const idFields = [id].flat().map(firstStep);
  const rows =
    inner === undefined
      ? needRows(list, what, idFields)
      : needRows(innerRows(needRows(list, what, [firstStep(inner)]), inner), `"${inner}"`, idFields);
  for (const [index, value] of rows.entries()) {
    const cell: Cell = (column) => valueAt(value, column);
    yield readRow(page.number, index + 1, cell, reader.idOf, reader.read);
  }
}

function* parseXml(page: FeedPage, map: ColumnMap, terms?: ProductTerms): Generator<ParsedRow> {
  const reader = createRowReader(map, terms);
  const path = map.rows ?? '';
  const ids = [map.id].flat();
  let row = 0;
  for (const fields of xmlRows(page, path)) {
    row += 1;
    // As in the other formats, a renamed element of the id fails the whole feed.
    if (row === 1 && !ids.some((column) => fields.has(column)))
      throw new FeedError(`The feed has changed: "${path}" has no ${ids.join(' or ')}.`);
    yield readRow(page.number, row, (column) => fields.get(column)?.trim(), reader.idOf, reader.read);
  }
  if (row === 0) throw new FeedError(`The feed has no elements at "${path}".`);
}

/** Builds the request for an address. `auth` states whether a header or a query parameter carries the credential. */
function requester(context: FetchContext): (url: string) => FeedRequest {
  const { auth } = mapIn(context.options);
  if (auth === undefined) return (url) => ({ url });
  const { query, header = '', prefix = '' } = auth;
  const key = context.credential('api_key');
  if (query !== undefined) return (url) => ({ url: withQuery(url, { [query]: key }) });
  return (url) => ({ url, headers: { [header.toLowerCase()]: `${prefix}${key}` } });
}

function fetchFeed(context: FetchContext): AsyncIterable<FeedPage> {
  const map = mapIn(context.options);
  const request = requester(context);
  if (map.paging === undefined || map.paging === 'none') return fetchWhole(context, request(map.url));
  return fetchByPaging(context, request, map, map.paging);
}

export default {
  credentials: [],
  optionalCredentials: ['api_key'],
  options: ColumnMap,
  currencies(options) {
    const { columns, constants, prices } = mapIn(options);
    if (prices !== undefined) return Object.keys(prices);
    const { currency } = constants ?? {};
    return columns?.currency === undefined && typeof currency === 'string' ? [currency] : [];
  },
  conflicts(options) {
    const { format, rows, auth } = mapIn(options);
    const found = ['inner', 'paging']
      .filter((option) => format !== 'json' && ![undefined, 'none'].includes(options[option] as string))
      .map((option) => ({ option, message: 'is only for JSON feeds' }));
    if (format === 'xml' && !rows)
      found.push({ option: 'rows', message: 'must be the path to the elements, such as "catalogue.plan"' });
    if (auth !== undefined && auth.header === undefined && auth.query === undefined)
      found.push({ option: 'auth', message: 'names neither a header nor a query parameter' });
    return found;
  },
  onlyPage(options) {
    const { paging, format, rows = '' } = mapIn(options);
    return paging === undefined ? { list: format === 'json' ? rows : '' } : null;
  },
  fetch: fetchFeed,
  parse(page, options, terms?) {
    const map = mapIn(options);
    if (map.format === 'xml') return parseXml(page, map, terms);
    return map.format === 'csv' ? parseCsv(page, map, terms) : parseJson(page, map, terms);
  },
} satisfies AdapterFormat;
