/** Finds the columns of a file without a header row. Its titles tell the column of amounts from the column of lengths. */
import { acceptsDays } from '../../parse/name/lengths.ts';
import { type NameReading, readName } from '../../parse/name/read-name.ts';
import { numberOrNull, textOrNull, writtenNumber } from '../../parse/value.ts';
import { areMostly, type Cells, type IsValue, isAmount, isLength, isLink, isText } from './cells.ts';
import type { TableColumn } from './tables/table.ts';

type Columns = readonly TableColumn[];

const isTitle: IsValue = (cell) => isText(cell) && !isLink(cell) && /\s/.test(textOrNull(cell) ?? '');

export const titles = (columns: Columns): TableColumn | undefined =>
  columns.find(({ cells }) => areMostly(cells, isTitle));

/** Returns the column whose amounts are in the titles. */
export const amountsInTitles = (columns: Columns, title: TableColumn | undefined) =>
  statedColumn(columns, title, isAmount, (number, { amounts }) =>
    amounts.some(({ bytes }) => bytes === number * 1e9 || bytes === number * 1e6),
  );

/** Returns the column whose lengths are in the titles. */
export const lengthsInTitles = (columns: Columns, title: TableColumn | undefined) =>
  statedColumn(columns, title, isLength, (number, { lengths }) =>
    lengths.some((length) => acceptsDays(length, number)),
  );

const USUAL_LENGTHS = new Set([
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 20, 21, 28, 30, 45, 60, 90, 180, 360, 365,
]);
const isUsualLength: IsValue = (cell) => USUAL_LENGTHS.has(numberOrNull(cell) ?? 0);

export const usualLengths = (columns: Columns): TableColumn | undefined =>
  columns.find(({ cells }) => areMostly(cells, isUsualLength));

/** Returns the first column of which most numbers are in the titles of their rows. */
function statedColumn(
  columns: Columns,
  title: TableColumn | undefined,
  isValue: IsValue,
  states: (number: number, title: NameReading) => boolean,
): TableColumn | undefined {
  if (title === undefined) return undefined;
  const readings = title.cells.map((cell) => readName(textOrNull(cell) ?? ''));
  const areStated = (cells: Cells): boolean => {
    const stated = cells.flatMap((cell, at) => {
      const number = writtenNumber(cell);
      return number === null ? [] : [states(number, readings[at]!)];
    });
    return stated.length > 0 && stated.filter(Boolean).length * 2 > stated.length;
  };
  return columns.find(({ cells }) => areMostly(cells, isValue) && areStated(cells));
}
