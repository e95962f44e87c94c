/** Parses a page of a feed into drafts and rejected rows, by its column map. */
import type { FeedPage } from '../../adapter.ts';
import type { Draft, ParsedRow, ProductTerms } from '../../draft.ts';
import { isRecord, readRow, reject, show } from '../../parse/value.ts';
import { createRowReader } from '../row/row-reader.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import type { Format } from '../shared/formats.ts';
import type { FeedRow } from '../shared/path.ts';
import { columnReader, formatOf, isTable, rowsOf } from '../shared/rows.ts';
import { columnsOf } from '../shared/value-rules.ts';
import { alwaysNeeded, expectColumns, neededColumns } from './needed-columns.ts';

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
export async function* parsePage(
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
