/** Finds the lists of a saved response that may be its plans, each with its columns, in every format. */
import type { FeedPage } from '../../adapter.ts';
import { type FeedRow, readPath } from '../../adapters/shared/path.ts';
import { csvRecords, jsonLines, jsonOf, textOf } from '../../parse/body.ts';
import { currencyOrNull } from '../../parse/money.ts';
import { isRecord, type JsonObject, numberOrNull, recordsOf, scalarText } from '../../parse/value.ts';
import { ELEMENT_TEXT, xmlRows } from '../../parse/xml.ts';
import { guessRowPath } from '../../parse/xml-row-path.ts';
import { namesOf, wordsOf } from './words.ts';

export interface TableColumn {
  /** The path that a column map writes. */
  readonly path: string;
  /** What a person would call it, the best name first: "price.amount" is "priceamount" and "price". */
  readonly names: readonly string[];
  /** The words of its whole path: "priceUSD" has "price" and "usd". */
  readonly words: ReadonlySet<string>;
  readonly cells: readonly unknown[];
  /** It belongs to an entry around the row. */
  readonly isOuter: boolean;
}

export interface FeedTable {
  /** The options of the column map that state where the rows are. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly columns: readonly TableColumn[];
  /** The document around the rows, for its paging. null: a table or XML. */
  readonly document: unknown;
  /** True if the columns of a file without a header row have no names. */
  readonly isNameless: boolean;
}

/** Enough rows to see what a column contains, and whether an id is unique. */
const ROWS_LOOKED_AT = 2000;
/** Rows that are searched for columns. */
const ROWS_WITH_COLUMNS = 300;
const COLUMNS_MAX = 300;

/** Returns the reason as text if there is no list. Throws `FeedError` for a response that is not CSV, JSON or XML. */
export async function tablesOf(page: FeedPage): Promise<readonly FeedTable[] | string> {
  const text = textOf(page).trimStart();
  if (text.startsWith('<')) return xmlTables(page);
  if (!/^[[{]/.test(text)) return [await textTable(page, text)];
  if (!isLines(text)) return jsonTables(jsonOf(page), { format: 'json' });
  const lines = Array.from(jsonLines(page), ({ value }) => value);
  return jsonTables(lines, { format: 'jsonl' });
}

/** True for JSON Lines: the first line is a whole object, and another one follows. */
function isLines(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  if (!first.startsWith('{') || !second.trimStart().startsWith('{')) return false;
  try {
    return isRecord(JSON.parse(first));
  } catch {
    return false;
  }
}

// CSV and its relatives.

const DELIMITERS = [',', ';', '\t', '|'];
/** A cell that no header has: an address, a number, or an amount with a unit. */
const IS_VALUE = /^(?:https?:\/\/.*|[$€£]? ?-?\d+(?:[.,]\d+)? ?(?:gb|mb|days?|[a-z]{3})?)$/i;

async function textTable(page: FeedPage, text: string): Promise<FeedTable> {
  const firstLine = text.split(/\r?\n/, 1)[0] ?? '';
  const counts = DELIMITERS.map((mark) => ({ mark, cells: firstLine.split(mark).length }));
  const delimiter = counts.reduce((best, one) => (one.cells > best.cells ? one : best)).mark;
  const cells = firstLine.split(delimiter).map((cell) => cell.replaceAll('"', '').trim());
  const isNameless = cells.some((cell) => IS_VALUE.test(cell));
  const header = isNameless ? cells.map((_, at) => `column${at + 1}`) : undefined;
  const rows: FeedRow[] = [];
  for await (const { value } of csvRecords(page, { delimiter, needed: [], ...(header && { header }) })) {
    if (value !== null) rows.push({ value, outer: null });
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  const [first] = rows;
  const columns = Object.keys((first?.value ?? {}) as object).map(
    (name): TableColumn => ({
      path: name,
      names: isNameless ? [] : namesOf([name]),
      words: isNameless ? new Set() : wordsOf(name),
      cells: rows.map(({ value }) => (value as JsonObject)[name]),
      isOuter: false,
    }),
  );
  const format =
    delimiter === '\t' ? { format: 'tsv' } : { format: 'csv', ...(delimiter !== ',' && { delimiter }) };
  return { options: { ...format, ...(header && { header }) }, columns, document: null, isNameless };
}

// XML.

/** Plans may be listed inside the elements of their countries, so each element around them may be the row. */
function xmlTables(page: FeedPage): readonly FeedTable[] | string {
  const found = guessRowPath(page);
  if (found === null) return 'its XML has no elements with several fields';
  const steps = found.split('.');
  const depths = steps.map((_, at) => steps.length - at);
  return depths.flatMap((depth) => {
    // The root element is the whole document, and no row.
    if (depth < Math.min(2, steps.length)) return [];
    const path = steps.slice(0, depth).join('.');
    const inner = steps.slice(depth).join('.');
    const rows = xmlRows(page, { path })
      .take(ROWS_LOOKED_AT)
      .toArray()
      .map((value): FeedRow => ({ value, outer: null }));
    const options = { format: 'xml', rows: path, ...(inner !== '' && { inner }) };
    const levels = inner === '' ? rows : innerRows(rows, inner);
    return levels.length === 0 ? [] : [tableOf(levels, options, null)];
  });
}

// JSON.

/** Objects around a list, and lists within lists, are searched so deep. */
const DEPTH_MAX = 4;
const LEVELS_MAX = 3;
/** Bounds the search in an object that has a key for each id. A document with a list has few keys. */
const KEYS_LOOKED_AT = 50;

function jsonTables(document: unknown, format: FeedTable['options']): readonly FeedTable[] | string {
  const found: FeedTable[] = [];
  const search = (value: unknown, path: string, depth: number): void => {
    const rows = rowsIn(value, path);
    if (rows.length > 0) {
      const options = { ...format, ...(path !== '' && { rows: path }) };
      const outermost = rows.map((row): FeedRow => ({ value: row, outer: null }));
      found.push(...withInnerLists(outermost, options, document, []));
      return;
    }
    if (!isRecord(value) || depth >= DEPTH_MAX) return;
    for (const key of Object.keys(value).filter(isPlainKey).slice(0, KEYS_LOOKED_AT))
      search(value[key], path === '' ? key : `${path}.${key}`, depth + 1);
  };
  search(document, '', 0);
  return found.length === 0 ? 'its JSON has no list of objects' : found;
}

/** A list of objects, or an object with an object for each id. */
function rowsIn(value: unknown, path: string): readonly JsonObject[] {
  if (Array.isArray(value)) return recordsOf(value);
  const entries = isRecord(value) && path !== '' ? Object.values(value) : [];
  const keys = isRecord(entries[0]) ? Object.keys(entries[0]).join() : '';
  const areAlike = entries.length > 1 && keys !== '';
  return areAlike && entries.every((entry) => isRecord(entry) && Object.keys(entry).join() === keys)
    ? (entries as readonly JsonObject[])
    : [];
}

function withInnerLists(
  rows: readonly FeedRow[],
  options: FeedTable['options'],
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

const withLevels = (options: FeedTable['options'], levels: readonly string[]) => ({
  ...options,
  ...(levels.length > 0 && { inner: levels.length === 1 ? levels[0] : levels }),
});

/** The paths of lists of objects within an entry. */
function listsIn(value: unknown, path: string, depth: number): readonly string[] {
  if (Array.isArray(value)) return path !== '' && value.some(isRecord) ? [path] : [];
  if (!isRecord(value) || depth >= 3) return [];
  return Object.keys(value)
    .filter(isPlainKey)
    .flatMap((key) => listsIn(value[key], path === '' ? key : `${path}.${key}`, depth + 1));
}

function innerRows(rows: readonly FeedRow[], path: string): readonly FeedRow[] {
  const read = readPath(path);
  return rows
    .flatMap((row) =>
      [read(row) ?? []].flat().flatMap((value) => (isRecord(value) ? [{ value, outer: row }] : [])),
    )
    .slice(0, ROWS_LOOKED_AT);
}

// Columns.

/** Such keys are steps of a path. */
const isPlainKey = (key: string): boolean => key !== '' && !/[.[\]=]/.test(key);

function tableOf(all: readonly FeedRow[], options: FeedTable['options'], document: unknown): FeedTable {
  const rows = all.slice(0, ROWS_LOOKED_AT);
  const levels = [(options['inner'] ?? []) as string | readonly string[]].flat();
  const named = new Map<string, readonly string[]>();
  for (const row of rows.slice(0, ROWS_WITH_COLUMNS)) {
    let level: FeedRow | null = row;
    for (let outward = 0; level !== null; outward += 1, level = level.outer) {
      // The list of the rows themselves is no column of the entry around it.
      const list = outward === 0 ? null : levels.at(-outward);
      for (const { path, names } of leavesOf(level.value, '', [], 0)) {
        if (list != null && (path === list || path.startsWith(`${list}.`) || path.startsWith(`${list}[`)))
          continue;
        const whole = `${'outer.'.repeat(outward)}${path}`;
        if (!named.has(whole) && named.size < COLUMNS_MAX) named.set(whole, names);
      }
    }
  }
  const columns = [...named].map(([path, names]): TableColumn => {
    const read = readPath(path);
    return {
      path,
      names: namesOf(names),
      words: new Set(names.flatMap((name) => [...wordsOf(name)])),
      cells: rows.map(read),
      isOuter: path.startsWith('outer.'),
    };
  });
  // A field of the row itself comes first, so that it wins over a field of the same name around the list.
  const ordered = [...columns.filter(({ isOuter }) => !isOuter), ...columns.filter(({ isOuter }) => isOuter)];
  return { options, columns: ordered, document, isNameless: false };
}

interface Leaf {
  readonly path: string;
  /** The names of the steps, without positions. */
  readonly names: readonly string[];
}

/** The fields of a list of names and values: [{"name": "Data", "value": "3 GB"}]. */
const NAME_KEYS = 'name key attribute label type code slug currency title'.split(' ');
const VALUE_KEYS = 'value values val text content terms option options amount price data display'.split(' ');
/** A longer text is no name of an attribute. */
const ATTRIBUTE_CHARACTERS_MAX = 40;

function leavesOf(value: unknown, path: string, names: readonly string[], depth: number): readonly Leaf[] {
  const own = path === '' ? [] : [{ path, names }];
  if (Array.isArray(value)) return [...own, ...leavesOfList(value, path, names, depth)];
  if (!isRecord(value)) return own;
  if (depth > 3) return [];
  const keys = Object.keys(value).filter(isPlainKey);
  const isByCurrency = keys.length > 0 && keys.every((key) => /^[A-Z]{3}$/.test(key));
  // The text of an element that has attributes is the value of its path.
  const isText = Object.hasOwn(value, ELEMENT_TEXT);
  const inside = keys
    .filter((key) => key !== ELEMENT_TEXT)
    .flatMap((key) => leavesOf(value[key], path === '' ? key : `${path}.${key}`, [...names, key], depth + 1));
  return isByCurrency || isText ? [...own, ...inside] : inside;
}

function leavesOfList(
  list: readonly unknown[],
  path: string,
  names: readonly string[],
  depth: number,
): readonly Leaf[] {
  const entries = list.filter(isRecord);
  if (entries.length === 0) return [];
  const attributes = attributesIn(entries, path, names, depth);
  if (attributes.length > 0) return attributes;
  const keys = new Set(entries.slice(0, 5).flatMap((entry) => Object.keys(entry).filter(isPlainKey)));
  return [...keys]
    .filter((key) => scalarText(entries[0]?.[key]) !== null)
    .map((key) => ({ path: `${path}[].${key}`, names: [...names, key] }));
}

function attributesIn(
  entries: readonly JsonObject[],
  path: string,
  names: readonly string[],
  depth: number,
): readonly Leaf[] {
  const nameKey = NAME_KEYS.find((key) =>
    entries.every((entry) => typeof entry[key] === 'string' && isAttributeName(entry[key])),
  );
  const texts = new Set(entries.map((entry) => entry[nameKey ?? '']));
  if (nameKey === undefined || texts.size < entries.length) return [];
  const valueKey = [ELEMENT_TEXT, ...VALUE_KEYS].find(
    (key) => key !== nameKey && entries.some((entry) => entry[key] !== undefined),
  );
  if (valueKey === undefined) return [];
  return entries.flatMap((entry) => {
    const text = String(entry[nameKey]);
    const condition = `${path}[${nameKey}=${text}]`;
    // The text of an element is the value of the element. Its other attributes say more: <param name="Data" unit="GB">.
    if (valueKey === ELEMENT_TEXT)
      return [
        { path: condition, names: [text] },
        ...Object.keys(entry)
          .filter((key) => key !== nameKey && key !== ELEMENT_TEXT && isPlainKey(key))
          .map((key) => ({ path: `${condition}.${key}`, names: [text, key] })),
      ];
    const at = `${condition}.${valueKey}`;
    const isCurrency = currencyOrNull(text) !== null && numberOrNull(entry[valueKey]) !== null;
    const called = isCurrency ? [...names, text] : [text];
    const [first] = [entry[valueKey]].flat();
    if (!Array.isArray(entry[valueKey])) return leavesOf(first, at, called, depth + 1);
    if (!isRecord(first)) return [{ path: `${at}[0]`, names: called }];
    const inner = [...VALUE_KEYS, ...NAME_KEYS].find((key) => scalarText(first[key]) !== null);
    return inner === undefined ? [] : [{ path: `${at}[0].${inner}`, names: called }];
  });
}

const isAttributeName = (text: string): boolean =>
  text.length <= ATTRIBUTE_CHARACTERS_MAX && isPlainKey(text) && text.trim() === text;
