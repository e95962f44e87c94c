/**
 * A connector describes how to read a kind of feed, as data: one JSON file with a column map and its documentation. A source
 * with `adapter: "generic"` contains such a map itself. This file makes an adapter of both.
 */

import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import {
  type AdapterFormat,
  type AdapterOptions,
  FeedError,
  type FeedPage,
  type FeedRequest,
  type FetchContext,
} from '../../adapter.ts';
import type { Draft, ParsedRow, ProductTerms } from '../../draft.ts';
import { isRecord, type Row, readRow, reject, show } from '../../parse/value.ts';
import { columnsInLink } from '../row/link.ts';
import { createRowReader } from '../row/row-reader.ts';
import { authorised, expectOk, filled, rolesIn, rolesOf } from './authentication.ts';
import { ColumnMap, type Field } from './column-map.ts';
import type { Format } from './formats.ts';
import { closed, pageOf, withQuery } from './frame.ts';
import { fetchByPaging, type PagePosition, withParameters } from './paging.ts';
import type { FeedRow } from './path.ts';
import { aroundRows, columnReader, type FeedRows, formatOf, isTable, keysIn, rowsOf } from './rows.ts';
import {
  type CompileColumn,
  columnsOf,
  patternsOf,
  regularExpression,
  type ValueRule,
} from './value-rules.ts';

const { url: Address, ...mapProperties } = ColumnMap.properties;
const Descriptions = (description: string) => Type.Record(Type.String(), Type.String(), { description });

export const Connector = closed({
  $schema: Type.Optional(Type.String()),
  title: Type.String({ description: 'The name of the feed, for people.' }),
  about: Type.String({ description: 'The shape of the feed and what its values mean.' }),
  confidence: Type.Enum(['high', 'medium', 'low'], {
    description:
      'How sure we are of the shape. high: the documentation of the seller or a recorded response. medium: two independent clients. low: one source.',
  }),
  needs: Type.Optional(
    Type.Array(Type.String(), { description: 'Options besides `url` that a source must have.' }),
  ),
  path: Type.Optional(
    Type.String({ description: 'The path of the documented address, for `esim sources add`.' }),
  ),
  credentials: Type.Optional(Descriptions('The roles of the credentials, with their names at the seller.')),
  notRead: Descriptions('Fields of the feed that are not read, each with the reason.'),
  requestsPerMinute: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The published limit of the seller.' }),
  ),
  places: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: 'Place codes of the feed, each with its country, or with null for none.',
    }),
  ),
  map: closed(mapProperties),
});
export type Connector = Static<typeof Connector>;

/** What data cannot describe. docs/decisions names each case. */
export interface ConnectorCode {
  readonly optionalCredentials?: readonly string[];
  readonly options?: TProperties;
  /** Completes a request: signs it, or writes its body. `position` has the parameters of the page. */
  readonly complete?: (
    request: FeedRequest,
    context: FetchContext,
    position: PagePosition['parameters'],
  ) => FeedRequest;
}

/** A source may set every key of the map, and `columns`, `constants` and `request` key by key. */
function optionsSchema({ needs = [] }: Pick<Connector, 'needs'>, more: TProperties = {}) {
  const all = Object.entries(mapProperties) as [string, TSchema][];
  const needed = Object.fromEntries(all.filter(([key]) => needs.includes(key)));
  const others = Object.fromEntries(all.filter(([key]) => !needs.includes(key)));
  return closed({
    url: Address,
    ...Type.Required(Type.Object(needed)).properties,
    ...Type.Partial(Type.Object(others)).properties,
    ...more,
  });
}

/** The map of a built-in connector with the options of a source. */
function merged(map: Connector['map'], options: AdapterOptions): ColumnMap {
  const given = options as Partial<ColumnMap> & Pick<ColumnMap, 'url'>;
  const whole: ColumnMap = {
    ...map,
    ...given,
    columns: { ...map.columns, ...given.columns },
    constants: { ...map.constants, ...given.constants },
    ...(map.request !== undefined || given.request !== undefined
      ? {
          request: {
            ...map.request,
            ...given.request,
            query: { ...map.request?.query, ...given.request?.query },
          },
        }
      : {}),
  };
  return whole;
}

/** An adapter that reads a feed by a connector. */
export function connectorAdapter(connector: Connector, code: ConnectorCode = {}): AdapterFormat {
  const { map, places, requestsPerMinute } = connector;
  const { options: more, optionalCredentials = [], complete } = code;
  const known = new WeakMap<AdapterOptions, ColumnMap>();
  const mapOf = (options: AdapterOptions): ColumnMap => {
    const found = known.get(options) ?? merged(map, options);
    known.set(options, found);
    return found;
  };
  return {
    credentials: [...new Set([...rolesOf(map.authentication), ...Object.keys(connector.credentials ?? {})])],
    optionalCredentials,
    credentialsIn: (options) => rolesInMap(mapOf(options)),
    options: optionsSchema(connector, more),
    connector,
    ...(places !== undefined && { places }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    currencies: (options) => currenciesOf(mapOf(options)),
    conflicts: (options) => conflictsIn(mapOf(options)),
    fetch: (context) => fetchFeed(context, mapOf(context.options), complete),
    parse: (page, options, terms) => parsePage(page, mapOf(options), false, terms),
  };
}

/** The adapter of maps that an operator writes in a source. */
export const genericAdapter: AdapterFormat = {
  credentials: [],
  credentialsIn: (options) => rolesInMap(mapIn(options)),
  options: ColumnMap,
  currencies: (options) => currenciesOf(mapIn(options)),
  conflicts: (options) => conflictsIn(mapIn(options)),
  onlyPage(options) {
    const { paging, format, rows = '' } = mapIn(options);
    return paging === undefined ? { list: format === 'json' ? rows : '' } : null;
  },
  fetch: (context) => fetchFeed(context, mapIn(context.options)),
  parse: (page, options, terms) => parsePage(page, mapIn(options), true, terms),
};

const rolesInMap = ({ url, authentication }: ColumnMap): readonly string[] => [
  ...new Set([...rolesIn([url]), ...rolesOf(authentication)]),
];

/** The options of a source were checked against `ColumnMap` when its file was read. */
const mapIn = (options: AdapterOptions): ColumnMap => options as ColumnMap;

function currenciesOf({ columns, constants, prices }: ColumnMap): readonly string[] {
  if (prices !== undefined) return columns.price === undefined ? Object.keys(prices) : [];
  const { currency } = constants ?? {};
  const isFixed = columns.currency === undefined && columns.prices === undefined;
  return isFixed && typeof currency === 'string' ? [currency] : [];
}

function conflictsIn(map: ColumnMap): readonly { readonly option: string; readonly message: string }[] {
  const { rows, authentication, tokenUrl, header, inner, columns, extract = [] } = map;
  const formats = [map.format].flat();
  const found: { option: string; message: string }[] = [];
  if (formats.includes('xml') && !rows)
    found.push({ option: 'rows', message: 'must be the path to the elements, such as "catalogue.plan"' });
  if (inner !== undefined && formats.some(isTable))
    found.push({ option: 'inner', message: 'is not for tables, whose rows have no lists' });
  if (header !== undefined && !formats.some(isTable))
    found.push({ option: 'header', message: 'is only for CSV and tab-separated text' });
  if (authentication !== undefined && rolesOf(authentication).length === 0)
    found.push({
      option: 'authentication',
      message: 'names no credential: write a role in braces, such as "{api_key}"',
    });
  if (authentication?.token !== undefined && tokenUrl === undefined)
    found.push({ option: 'tokenUrl', message: 'is missing: the address that issues the token' });
  const rules: readonly ValueRule[] = [...Object.values(columns), ...[map.id].flat()];
  const conditions = [...(map.keep ?? []), ...(map.refuse ?? [])];
  const patterns = [
    ...rules.flatMap(patternsOf),
    ...extract.map(({ pattern }) => pattern),
    ...conditions.flatMap(({ pattern }) => pattern ?? []),
  ];
  for (const pattern of patterns)
    if (!isPattern(pattern))
      found.push({ option: 'columns', message: `has a pattern that is none: ${pattern}` });
  return found;
}

function isPattern(pattern: string): boolean {
  try {
    regularExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

// Fetching.

function fetchFeed(
  context: FetchContext,
  map: ColumnMap,
  complete: ConnectorCode['complete'] = (request) => request,
): AsyncIterable<FeedPage> {
  const { authentication = {}, paging, tokenUrl } = map;
  const sendAuthorised = authorised(context, authentication, tokenUrl);
  const place = typeof paging === 'object' && 'in' in paging ? paging.in : undefined;
  const url = filled(map.url, context, encodeURIComponent);
  let number = 0;
  const send = async (position: PagePosition) => {
    number += 1;
    const request = withParameters(requestFor(position.url, map), position, place);
    const response = await sendAuthorised(complete(request, context, position.parameters));
    const what = paging === undefined || paging === 'none' ? 'The feed' : `Page ${number}`;
    return expectOk(response, what, authentication, context);
  };
  if (paging === undefined || paging === 'none') return onePage(send, url);
  const formats = [map.format].flat();
  const around = (page: FeedPage) => aroundRows(page, formatOf(page, formats), map);
  return fetchByPaging({ url, send, around }, paging);
}

async function* onePage(
  send: (position: PagePosition) => Promise<Parameters<typeof pageOf>[1]>,
  url: string,
): AsyncGenerator<FeedPage> {
  yield pageOf(1, await send({ url, parameters: {} }));
}

function requestFor(url: string, { request = {}, format }: ColumnMap): FeedRequest {
  const { headers = {}, query = {}, body, method = body === undefined ? 'GET' : 'POST' } = request;
  const accept: Record<string, string> = format === 'json' ? { accept: 'application/json' } : {};
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    url: Object.keys(query).length === 0 ? url : withQuery(url, query),
    headers: { ...accept, ...Object.fromEntries(lower), ...(body && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { method, idempotent: true, body: JSON.stringify(body ?? {}) }),
  };
}

// Reading.

const rejectWidth = (): Draft => reject('malformed_row', 'It has more or fewer cells than the header.');

const rejectForm = ({ value }: FeedRow): Draft =>
  reject('malformed_row', `The row is ${show(value)}, not an object.`);

const NO_ROW: FeedRow = { value: undefined, outer: null };

type RowReader = ReturnType<typeof createRowReader>;

/** The readers of the maps of this run, so that paths and patterns are compiled once for all pages of a feed. */
const readers = new WeakMap<ColumnMap, { readonly key: string; readonly reader: RowReader }>();

function rowReader(map: ColumnMap, format: Format, terms: ProductTerms | undefined): RowReader {
  const key = JSON.stringify([format, terms]);
  const known = readers.get(map);
  if (known?.key === key) return known.reader;
  const reader = createRowReader(map, columnReader(format), terms);
  readers.set(map, { key, reader });
  return reader;
}

/** `isStrict`: every column of the map must exist in at least one row. */
async function* parsePage(
  page: FeedPage,
  map: ColumnMap,
  isStrict: boolean,
  terms?: ProductTerms,
): AsyncGenerator<ParsedRow> {
  const format = formatOf(page, [map.format].flat());
  const reader = rowReader(map, format, terms);
  const ids = [map.id].flat().flatMap((part) => columnsOf(part));
  const columns = neededColumns(map, isStrict);
  const needed = isTable(format) ? alwaysNeeded(map, columns, isStrict) : [];
  const rows = rowsOf(page, format, { map, ids, needed });
  const checked = page.number === 1 ? expectColumns(rows, columns, columnReader(format)) : rows;
  for await (const { row, value } of checked)
    yield readRow(
      page.number,
      row,
      value ?? NO_ROW,
      reader.idOf,
      value === null ? rejectWidth : isRecord(value.value) ? reader.read : rejectForm,
    );
}

interface NeededColumns {
  readonly field: string;
  /** One of them must exist. */
  readonly columns: readonly string[];
}

/** Without these fields, a feed of a built-in connector has changed. Sellers leave out others. */
const NEEDED_ALWAYS: readonly Field[] = ['name', 'price', 'prices'];

function neededColumns(
  { columns, optional = [], products }: ColumnMap,
  isStrict: boolean,
): readonly NeededColumns[] {
  const isNeeded = (field: string) =>
    isStrict ? !optional.includes(field) : products === true && NEEDED_ALWAYS.includes(field as Field);
  return Object.entries(columns)
    .filter(([field]) => isNeeded(field))
    .map(([field, rule]) => ({ field, columns: columnsOf(rule) }))
    .filter((each) => each.columns.length > 0);
}

/** The columns that the header of a table must have, so that a renamed column fails the whole feed. */
function alwaysNeeded(
  {
    id,
    prices = {},
    promoPrices = {},
    keep = [],
    refuse = [],
    extract = [],
    link,
    linkNames = {},
  }: ColumnMap,
  columns: readonly NeededColumns[],
  isStrict: boolean,
): readonly string[] {
  const ids = [id].flat().flatMap((part) => columnsOf(part));
  const single = (names: readonly string[]) => (names.length === 1 ? names : []);
  if (!isStrict) return [...single(ids), ...columns.flatMap((each) => single(each.columns))];
  return [
    ...new Set([
      ...ids,
      ...columns.flatMap((each) => single(each.columns)),
      ...[prices, promoPrices].flatMap((named) => Object.values(named).flatMap((rule) => columnsOf(rule))),
      ...[...keep, ...refuse, ...extract].map(({ column }) => column),
      ...columnsInLink(link).filter((name) => !Object.hasOwn(linkNames, name)),
    ]),
  ];
}

/** So many rows are searched for a column before the feed fails. They are in memory together. */
const SEARCHED_ROWS = 1000;

/** Yields the rows. Throws `FeedError` if a path of the map exists in none of the first rows. */
async function* expectColumns(
  rows: FeedRows,
  needed: readonly NeededColumns[],
  compile: CompileColumn,
): AsyncGenerator<Row<FeedRow | null>> {
  let missing = needed.map(({ field, columns }) => ({ field, columns, readers: columns.map(compile) }));
  const held: Row<FeedRow | null>[] = [];
  const expectNone = (): void => {
    const [first] = missing;
    if (first === undefined) return;
    const keys = keysIn(held.flatMap(({ value }) => value ?? []));
    const names = first.columns.map((column) => JSON.stringify(column)).join(' or ');
    throw new FeedError(
      `No row has ${names}, which is read for "${first.field}". The rows have ${keys}. If the feed may lack it, add "${first.field}" to "optional".`,
    );
  };
  for await (const row of rows) {
    if (missing.length === 0) {
      yield row;
      continue;
    }
    held.push(row);
    const { value } = row;
    if (value === null) continue;
    missing = missing.filter(({ readers }) => readers.every((read) => read(value) === undefined));
    if (missing.length === 0 || held.length === SEARCHED_ROWS) {
      expectNone();
      yield* held.splice(0);
    }
  }
  if (held.some(({ value }) => value !== null)) expectNone();
  yield* held;
}
