/** Creates the table of rows that are objects: its columns are the fields of the rows and of the entries around them. */
import { type FeedRow, readPath } from '../../../adapters/shared/path.ts';
import { isRecord } from '../../../parse/value.ts';
import { namesOf, wordsOf } from '../words.ts';
import { leavesOf } from './leaves.ts';
import {
  type FeedTable,
  ROWS_LOOKED_AT,
  ROWS_WITH_COLUMNS,
  type TableColumn,
  type TableOptions,
} from './table.ts';

const COLUMNS_MAX = 300;

/** Returns the entries of the list at this path in each row. */
export function innerRows(rows: readonly FeedRow[], path: string): readonly FeedRow[] {
  const read = readPath(path);
  return rows
    .flatMap((row) =>
      [read(row) ?? []].flat().flatMap((value) => (isRecord(value) ? [{ value, outer: row }] : [])),
    )
    .slice(0, ROWS_LOOKED_AT);
}

export function tableOf(all: readonly FeedRow[], options: TableOptions, document: unknown): FeedTable {
  const rows = all.slice(0, ROWS_LOOKED_AT);
  const lists = [(options['inner'] ?? []) as string | readonly string[]].flat();
  const named = namedPaths(rows.slice(0, ROWS_WITH_COLUMNS), lists);
  const columns = [...named].map(([path, names]) => columnAt(path, names, rows));
  // A field of the row itself comes first, so that it wins over a field of the same name around the list.
  const ordered = [...columns.filter(({ isOuter }) => !isOuter), ...columns.filter(({ isOuter }) => isOuter)];
  return { options, columns: ordered, document, isNameless: false };
}

/** Returns the names of the steps by path. `lists`: the lists within each other that lead to the rows, the outermost first. */
function namedPaths(
  rows: readonly FeedRow[],
  lists: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>();
  for (const row of rows) {
    let entry: FeedRow | null = row;
    for (let outward = 0; entry !== null; outward += 1, entry = entry.outer) {
      // The list that leads to the rows is no column of the entry that has it.
      const list = outward === 0 ? undefined : lists.at(-outward);
      for (const { path, names } of leavesOf(entry.value)) {
        if (list !== undefined && isAtOrWithin(path, list)) continue;
        const whole = `${'outer.'.repeat(outward)}${path}`;
        if (!named.has(whole) && named.size < COLUMNS_MAX) named.set(whole, names);
      }
    }
  }
  return named;
}

const isAtOrWithin = (path: string, list: string): boolean =>
  path === list || path.startsWith(`${list}.`) || path.startsWith(`${list}[`);

const columnAt = (path: string, names: readonly string[], rows: readonly FeedRow[]): TableColumn => ({
  path,
  names: namesOf(names),
  words: new Set(names.flatMap((name) => [...wordsOf(name)])),
  cells: rows.map(readPath(path)),
  isOuter: path.startsWith('outer.'),
});
