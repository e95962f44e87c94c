/** Guesses which columns identify a row. */
import { textOrNull } from '../../parse/value.ts';
import type { Guess } from './columns.ts';
import type { FeedTable, TableColumn } from './tables.ts';

const ID_NAMES =
  'id planid sku code productid packageid bundleid offerid variantid uid uuid slug packagecode'.split(' ');
/** If the table has none of `ID_NAMES`, a column with such a name may be the id. */
const LIKE_AN_ID = /(?:id|sku|code|key|slug|name|ref|reference)$/;

/**
 * Columns that identify a row together, as few as possible. `isUnique` is false if none do. A plan that is listed once for
 * each country may have one id.
 */
export function idOf(
  table: FeedTable,
  guess: Guess,
  taken: ReadonlySet<string>,
): { readonly columns: readonly TableColumn[]; readonly isUnique: boolean } {
  const { columns } = table;
  const own = columns.filter(
    ({ isOuter, cells }) => !isOuter && cells.some((cell) => textOrNull(cell) !== null),
  );
  const named = ID_NAMES.flatMap((name) => own.filter(({ names }) => names[0] === name));
  const alike = own.filter(({ names, path }) => LIKE_AN_ID.test(names[0] ?? '') && !taken.has(path));
  const nameless = table.isNameless ? own.filter(({ path }) => !taken.has(path)) : [];
  const candidates = [...new Set([...named, ...alike, ...nameless])];
  const single = candidates.find((column) => areUnique([column]));
  if (single !== undefined) return { columns: [single], isUnique: true };
  const shared = named.find((column) => isOnePlan(column, guess));
  if (shared !== undefined) return { columns: [shared], isUnique: true };
  const [first] = named;
  const described = (['provider', 'places', 'data', 'dataPer', 'days', 'name'] as const).flatMap(
    (field) => guess.get(field) ?? [],
  );
  const scalars = described.filter(({ cells }) => !cells.some((cell) => Array.isArray(cell)));
  const start = first === undefined ? [] : [first];
  const both = scalars.find((column) => column !== first && areUnique([...start, column]));
  if (first !== undefined && both !== undefined) return { columns: [first, both], isUnique: true };
  const needed = (['provider', 'places', 'data', 'days', 'name'] as const).flatMap((field) => {
    const column = guess.get(field);
    return column !== undefined && scalars.includes(column) ? [column] : [];
  });
  const all = [...new Set([...(needed.length > 0 && areUnique(needed) ? [] : start), ...needed])];
  const whole = all.length > 0 ? all : candidates.slice(0, 1);
  return { columns: whole, isUnique: areUnique(whole) };
}

/** True if no two rows have the same values, and each row has one. */
function areUnique(columns: readonly TableColumn[]): boolean {
  const [first] = columns;
  if (first === undefined) return false;
  const texts = first.cells.map((_, at) => columns.map(({ cells }) => textOrNull(cells[at])));
  const keys = new Set(texts.map((row) => JSON.stringify(row)));
  return keys.size === texts.length && texts.every((row) => row.some((text) => text !== null));
}

/** True if all rows with one id have the same terms, and other places. */
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
