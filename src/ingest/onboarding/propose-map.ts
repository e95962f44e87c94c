/** Guesses a column map for an unknown table from the names of its columns and the values of its cells. */

import { median } from '../../domain/median.ts';
import type { AdapterOptions, FeedPage } from '../adapter.ts';
import type { Field } from '../adapters/shared/column-map.ts';
import { valueAt } from '../adapters/shared/path.ts';
import { csvRecords, jsonOf, textOf } from '../parse/body.ts';
import { withoutCount } from '../parse/place-cells.ts';
import { isRegionName } from '../parse/places.ts';
import { isRecord, numberOrNull, recordsOf, textOrNull } from '../parse/value.ts';
import { guessRowPath, xmlRows } from '../parse/xml.ts';
import columnNames from './column-names.json' with { type: 'json' };

interface Table {
  /** The options of the column map that state where the rows are. */
  readonly options: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly cells: (column: string) => readonly unknown[];
}

/** Enough rows to see what a column contains. */
const ROWS_LOOKED_AT = 500;
const REGIONS_SHOWN = 12;
const COLUMNS_SHOWN = 20;

/** Names of columns in lower case, with letters and digits only. The first one that the table has is used. */
const ID_NAMES = 'id planid sku code productid packageid bundleid offerid uid slug packagecode'.split(' ');
/** By field of the column map. */
const NAMES: Readonly<Partial<Record<Field, readonly string[]>>> = columnNames;
/** Fields without which no map can be guessed. */
const NEEDED = ['data', 'price', 'places'] as const;
/** If the table has none of `ID_NAMES`, a column with such a name may be the id. */
const LIKE_AN_ID = /(?:id|sku|code|key|slug|name)$/;
/** From this median on, amounts are in MB. In GB, most plans have less. */
const MEGABYTES_FROM = 100;

/** Returns the reason as text if no map can be guessed. Throws `FeedError` for a response that is not CSV, JSON or XML. */
export async function guessMap(page: FeedPage) {
  const table = await tableOf(page);
  if (typeof table === 'string') return table;
  const columnFor = columnFinder(table);
  const columns: Partial<Record<Field, string>> = {};
  for (const [field, names] of Object.entries(NAMES)) {
    const column = columnFor(names);
    if (column !== undefined) columns[field as Field] = column;
  }
  const { provider, places, data, days, price, name, link } = columns;
  if (data === undefined || price === undefined || places === undefined) {
    const missing = NEEDED.filter((field) => columns[field] === undefined);
    const names = table.columns.slice(0, COLUMNS_SHOWN).map((column) => `"${column}"`);
    return `no column is recognised as ${missing.join(' or ')}; the columns are ${names.join(', ')}`;
  }
  const id =
    columnFor(ID_NAMES) ??
    table.columns.find((column) => LIKE_AN_ID.test(plainName(column)) && isUnique(table.cells(column))) ??
    [provider, places, data, days, name].filter((column) => column !== undefined);
  const currency = columns.currency === undefined ? currencyIn(price) : null;
  const dataUnit = columns.dataUnit === undefined ? unitOf(data, table.cells(data)) : null;
  const unlimited = unlimitedIn(table.cells(data));
  const options: AdapterOptions = {
    url: 'https://feed.example/',
    ...table.options,
    basis: 'retail',
    id,
    columns,
    ...((currency ?? dataUnit) && {
      constants: { ...(currency && { currency: currency.code }), ...(dataUnit && { dataUnit }) },
    }),
    ...(/hours?$/i.test(days ?? '') && { daysUnit: 'hours' }),
    ...(/cents$/i.test(price) && { priceScale: 'minor' }),
    ...(unlimited.length > 0 && { unlimitedValues: unlimited }),
    ...(link === undefined && { link: 'https://shop.example/{id}' }),
  };
  const hasNoDays = days !== undefined && table.cells(days).some((cell) => textOrNull(cell) === null);
  const regions = regionsIn(table.cells(places)).map((region) => JSON.stringify(region));
  const notes = [
    'check "basis", the kind of price: "retail" is assumed',
    currency?.isAssumed && 'the currency is not stated: USD is assumed',
    dataUnit && `the unit of "${data}" is not stated in its cells: ${dataUnit} is assumed`,
    hasNoDays &&
      `"${days}" is empty in some rows: add "noExpiryValues": [""] only if these plans never expire`,
    unlimited.length > 0 && `"${unlimited.join('", "')}" in "${data}" is read as "no limit"`,
    regions.length > 0 && `list the countries of each region in "regions": ${regions.join(', ')}`,
    link === undefined &&
      `the feed has no links: write the address of a plan into "link"; it may contain {id} and every column, such as {${table.columns[0]}}`,
  ].filter((note) => typeof note === 'string');
  return { notes, options };
}

/** Returns a function that finds the column with the first of these names that the table has. */
function columnFinder({ columns }: Table): (names: readonly string[]) => string | undefined {
  const byName = new Map(columns.map((column) => [plainName(column), column]));
  return (names) => names.flatMap((name) => byName.get(name) ?? [])[0];
}

/** "price_usd" names its currency. */
function currencyIn(column: string): { readonly code: string; readonly isAssumed: boolean } {
  const named = /usd|eur|gbp/i.exec(column)?.[0].toUpperCase();
  return { code: named ?? 'USD', isAssumed: named === undefined };
}

/** null: at least half of the amounts have their unit. */
function unitOf(column: string, amounts: readonly unknown[]): 'MB' | 'GB' | null {
  if (amounts.filter(isBare).length * 2 <= amounts.length) return null;
  return /mb$/i.test(column) || areMegabytes(amounts) ? 'MB' : 'GB';
}

/** The amounts that probably mean "no limit". */
function unlimitedIn(amounts: readonly unknown[]): readonly string[] {
  const texts = amounts.map((cell) => textOrNull(cell)?.replace(/ [MG]B$/i, ''));
  return ['0', '-1'].filter((word) => texts.includes(word));
}

/** A field of the object around an inner list has the name that it has there. */
const plainName = (column: string): string =>
  column
    .replace(/^outer\./, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const isBare = (cell: unknown): boolean => /^-?[\d.]*$/.test(textOrNull(cell) ?? '');

/** True if no cell is empty and no two cells are equal. */
function isUnique(cells: readonly unknown[]): boolean {
  const texts = cells.map(textOrNull);
  return cells.length > 1 && !texts.includes(null) && new Set(texts).size === texts.length;
}

function areMegabytes(cells: readonly unknown[]): boolean {
  const numbers = cells.map((cell) => numberOrNull(cell) ?? 0).filter((number) => number > 0);
  return (median(numbers) ?? 0) >= MEGABYTES_FROM;
}

function regionsIn(cells: readonly unknown[]): readonly string[] {
  const texts = cells.filter((cell) => typeof cell === 'string').map((text) => withoutCount(text.trim()));
  return [...new Set(texts)].filter(isRegionName).slice(0, REGIONS_SHOWN);
}

async function tableOf(page: FeedPage): Promise<Table | string> {
  const text = textOf(page).trimStart();
  if (text.startsWith('<')) return xmlTable(page);
  return /^[[{]/.test(text) ? jsonTable(jsonOf(page)) : csvTable(page, text);
}

async function csvTable(page: FeedPage, text: string): Promise<Table> {
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, cells: header.split(mark).length }));
  const delimiter = counts.reduce((best, one) => (one.cells > best.cells ? one : best)).mark;
  const rows: Readonly<Record<string, string>>[] = [];
  for await (const { value } of csvRecords(page, { delimiter, needed: [] })) {
    if (value !== null) rows.push(value);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  return {
    options: { format: 'csv', ...(delimiter !== ',' && { delimiter }) },
    columns: Object.keys(rows[0] ?? {}),
    cells: (column) => rows.map((row) => row[column]),
  };
}

function xmlTable(page: FeedPage): Table | string {
  const path = guessRowPath(page);
  if (path === null) return 'its XML has no elements with several fields';
  const rows = xmlRows(page, { path }).take(ROWS_LOOKED_AT).toArray();
  return {
    options: { format: 'xml', rows: path },
    columns: [...new Set(rows.flatMap((row) => Object.keys(row)))],
    cells: (column) => rows.map((row) => valueAt(row, column)),
  };
}

/** Finds the list of objects with the most columns that a plan needs, at most two levels below the document. */
function jsonTable(document: unknown): Table | string {
  const steps = stepsIn(document);
  const inner = steps.flatMap((step) => stepsIn(valueAt(document, step)).map((next) => `${step}.${next}`));
  const tables = ['', ...steps, ...inner].flatMap((path) => {
    const rows = recordsOf(valueAt(document, path));
    const options = { format: 'json', ...(path !== '' && { rows: path }) };
    return rows.length === 0 ? [] : [listTable(rows, options), ...innerTables(rows, options)];
  });
  const [best] = tables.toSorted((a, b) => neededIn(b) - neededIn(a));
  return best ?? 'its JSON has no list of objects';
}

type Row = Readonly<Record<string, unknown>>;

/** Plans may be listed inside their countries: {"iso": "TR", "packages": [{…}]}. */
function innerTables(entries: readonly Row[], options: Table['options']): Table[] {
  const names = new Set(entries.slice(0, ROWS_LOOKED_AT).flatMap((entry) => Object.keys(entry)));
  return [...names].flatMap((name) => {
    const rows = entries.flatMap((entry) =>
      recordsOf(entry[name]).map((row) => ({ ...row, outer: { ...entry, [name]: undefined } })),
    );
    return rows.length === 0 ? [] : [listTable(rows, { ...options, inner: name })];
  });
}

function listTable(all: readonly Row[], options: Table['options']): Table {
  const rows = all.slice(0, ROWS_LOOKED_AT);
  const columns = Object.entries(rows[0] ?? {}).flatMap(([key, value]) =>
    isRecord(value) ? Object.keys(value).map((next) => `${key}.${next}`) : [key],
  );
  // A field of the row itself comes last, so that it wins over a field of the same name around the list.
  const isOuter = (column: string) => column.startsWith('outer.');
  return {
    options,
    columns: [...columns.filter(isOuter), ...columns.filter((column) => !isOuter(column))],
    cells: (column) => rows.map((row) => valueAt(row, column)),
  };
}

function neededIn({ columns }: Table): number {
  const names = new Set(columns.map(plainName));
  return NEEDED.filter((field) => NAMES[field]?.some((name) => names.has(name))).length;
}

/** Bounds the search in an object that has a key for each id. A document with a list has few keys. */
const KEYS_LOOKED_AT = 50;
const stepsIn = (value: unknown): readonly string[] =>
  isRecord(value) ? Object.keys(value).slice(0, KEYS_LOOKED_AT) : [];
