/** Guesses which columns identify a row. */
import type { Field } from '../../adapters/shared/column-map.ts';
import { textOrNull } from '../../parse/value.ts';
import type { Guess } from './columns.ts';
import type { FeedTable, TableColumn } from './tables/table.ts';

type Columns = readonly TableColumn[];

/** Columns that identify a row together. */
export interface GuessedId {
  readonly columns: Columns;
  /** False if rows have the same values in all these columns. */
  readonly isUnique: boolean;
}

const ID_NAMES =
  'id planid sku code productid packageid bundleid offerid variantid uid uuid slug packagecode asin gtin ean mpn'.split(
    ' ',
  );
/** If the table has none of `ID_NAMES`, a column with such a name may be the id. */
const LIKE_AN_ID = /(?:id|sku|code|key|slug|name|ref|reference)$/;

/** Fields that describe a plan. One of them may complete an id, or all but `dataPer` are the id. */
const DESCRIBING: readonly Field[] = ['provider', 'places', 'data', 'dataPer', 'days', 'name'];
const DESCRIBING_TOGETHER = DESCRIBING.filter((field) => field !== 'dataPer');

/** Returns as few columns as possible. `taken`: the paths of the columns that have a field. */
export function guessId(table: FeedTable, guess: Guess, taken: ReadonlySet<string>): GuessedId {
  const own = table.columns.filter(
    ({ isOuter, cells }) => !isOuter && cells.some((cell) => textOrNull(cell) !== null),
  );
  const named = ID_NAMES.flatMap((name) => own.filter(({ names }) => names[0] === name));
  const candidates = [...new Set([...named, ...otherCandidates(own, table, taken)])];
  const alone =
    candidates.find((column) => areUnique([column])) ?? named.find((column) => isOnePlan(column, guess));
  if (alone !== undefined) return { columns: [alone], isUnique: true };
  const [first] = named;
  const pair = first && completed(first, scalarColumns(guess, DESCRIBING));
  const described = scalarColumns(guess, DESCRIBING_TOGETHER);
  const together = pair ?? (areUnique(described) ? described : null);
  // A seller changes a name more often than a code.
  const code = own.find(({ path, cells }) => !taken.has(path) && areCodes(cells));
  const name = guess.get('name');
  if (code !== undefined && name !== undefined && (together?.includes(name) ?? true))
    return { columns: [code], isUnique: true };
  if (together !== null) return { columns: together, isUnique: true };
  const all = [...new Set([...(first === undefined ? [] : [first]), ...described])];
  const columns = all.length > 0 ? all : candidates.slice(0, 1);
  return { columns, isUnique: areUnique(columns) };
}

/** Without a header row, every column that has no field may be the id. */
const otherCandidates = (own: Columns, { isNameless }: FeedTable, taken: ReadonlySet<string>): Columns =>
  own.filter(({ names, path }) => !taken.has(path) && (isNameless || LIKE_AN_ID.test(names[0] ?? '')));

/** Returns the id with the first column that makes it unique. */
function completed(id: TableColumn, columns: Columns): Columns | undefined {
  const other = columns.find((column) => column !== id && areUnique([id, column]));
  return other && [id, other];
}

/** "B0CX23V2ZK" or "4006381333931". No price, date or amount has so many letters and digits. */
const CODE = /^(?:(?=\P{N}*\p{N})(?=\P{L}*\p{L})[\p{L}\p{N}_-]{6,64}|\d{8,20})$/u;
/** A code in few rows may be different by chance. */
const ROWS_WITH_CODES = 3;

/** True if every cell has another code. */
const areCodes = (cells: TableColumn['cells']): boolean =>
  cells.length >= ROWS_WITH_CODES &&
  cells.every((cell) => CODE.test(textOrNull(cell) ?? '')) &&
  new Set(cells).size === cells.length;

const scalarColumns = (guess: Guess, fields: readonly Field[]): Columns =>
  fields
    .flatMap((field) => guess.get(field) ?? [])
    .filter(({ cells }) => !cells.some((cell) => Array.isArray(cell)));

/** True if no two rows have the same values, and each row has one. */
function areUnique(columns: Columns): boolean {
  const [first] = columns;
  if (first === undefined) return false;
  const texts = first.cells.map((_, at) => columns.map(({ cells }) => textOrNull(cells[at])));
  const keys = new Set(texts.map((row) => JSON.stringify(row)));
  return keys.size === texts.length && texts.every((row) => row.some((text) => text !== null));
}

/** True if a plan is listed once for each country: all rows with one id have the same terms, and other places. */
function isOnePlan({ cells }: TableColumn, guess: Guess): boolean {
  const places = guess.get('places')?.cells;
  const data = guess.get('data')?.cells;
  if (places === undefined || data === undefined) return false;
  const byId = new Map<string, { readonly terms: string; readonly places: Set<string> }>();
  for (const [at, cell] of cells.entries()) {
    const id = textOrNull(cell);
    if (id === null) return false;
    const terms = JSON.stringify([data[at], guess.get('days')?.cells[at]]);
    const known = byId.get(id) ?? { terms, places: new Set<string>() };
    const place = JSON.stringify(places[at]);
    if (known.terms !== terms || known.places.has(place)) return false;
    known.places.add(place);
    byId.set(id, known);
  }
  return byId.size > 1;
}
