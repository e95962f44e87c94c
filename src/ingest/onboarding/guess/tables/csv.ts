/** Reads CSV and its relatives as a table, with or without a header row. */
import type { FeedPage } from '../../../adapter.ts';
import { csvRecords } from '../../../parse/body.ts';
import type { JsonObject } from '../../../parse/value.ts';
import { namesOf, wordsOf } from '../words.ts';
import { type FeedTable, ROWS_LOOKED_AT, type TableColumn, type TableOptions } from './table.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** A cell that no header has: an address, a number, or an amount with a unit. */
const IS_VALUE = /^(?:https?:\/\/.*|[$€£]? ?-?\d+(?:[.,]\d+)? ?(?:gb|mb|days?|[a-z]{3})?)$/i;

/** `text`: the text of the page. */
export async function csvTable(page: FeedPage, text: string): Promise<FeedTable> {
  const firstLine = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = delimiterOf(firstLine);
  const cells = firstLine.split(delimiter).map((cell) => cell.replaceAll('"', '').trim());
  const isNameless = cells.some((cell) => IS_VALUE.test(cell));
  const header = isNameless ? cells.map((_, at) => `column${at + 1}`) : null;
  const rows = await firstRows(page, delimiter, header);
  const columns = Object.keys(rows[0] ?? {}).map(
    (name): TableColumn => ({
      path: name,
      names: isNameless ? [] : namesOf([name]),
      words: isNameless ? new Set() : wordsOf(name),
      cells: rows.map((row) => row[name]),
      isOuter: false,
    }),
  );
  const options = { ...formatOf(delimiter), ...(header !== null && { header }) };
  return { options, columns, document: null, isNameless };
}

/** Returns the delimiter that divides the line into the most cells. */
function delimiterOf(line: string): string {
  const counts = DELIMITERS.map((mark) => ({ mark, cells: line.split(mark).length }));
  return counts.reduce((best, one) => (one.cells > best.cells ? one : best)).mark;
}

/** `header`: the names of the columns, if the file does not name them. */
async function firstRows(
  page: FeedPage,
  delimiter: string,
  header: readonly string[] | null,
): Promise<readonly JsonObject[]> {
  const rows: JsonObject[] = [];
  const options = { delimiter, needed: [], ...(header !== null && { header }) };
  for await (const { value } of csvRecords(page, options)) {
    if (value !== null) rows.push(value);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  return rows;
}

function formatOf(delimiter: string): TableOptions {
  if (delimiter === '\t') return { format: 'tsv' };
  return { format: 'csv', ...(delimiter !== ',' && { delimiter }) };
}
