/** The columns that a feed must have. Without one of them, the feed has changed, and it fails as a whole. */
import { FeedError } from '../../adapter.ts';
import type { Row } from '../../parse/value.ts';
import { columnsInLink } from '../row/link-columns.ts';
import type { ColumnMap, Field } from '../shared/column-map.ts';
import type { CompileColumn, FeedRow } from '../shared/path.ts';
import { type FeedRows, keysIn } from '../shared/rows.ts';
import { columnsOf } from '../shared/value-rules.ts';

export interface NeededColumns {
  readonly field: string;
  /** One of them must exist. */
  readonly columns: readonly string[];
}

/** Without these fields, a feed of a built-in connector has changed. Sellers leave out others. */
const NEEDED_ALWAYS: readonly Field[] = ['name', 'price', 'prices'];

export function neededColumns(
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
export function alwaysNeeded(
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
export async function* expectColumns(
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
