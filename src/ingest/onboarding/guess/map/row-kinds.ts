/** Finds the column that states which rows are top-ups, or which rows are sold. */
import { textOrNull } from '../../../parse/value.ts';
import type { FeedTable, TableColumn } from '../tables/table.ts';

/** The rows with one of these values in this column. It is a condition of a map. */
export interface RowsOfKind {
  readonly column: string;
  readonly values: readonly string[];
}

/** "top-up", "esim_topup", "Data refill", "recharge plan". */
const TOP_UP =
  /^(?:(?:e-?sim|plan|data)?[ _-]?(?:top[ _-]?ups?|refills?|recharge|add-?ons?)(?:[ _-](?:plan|package|data))?)$/i;
const SOLD = /^(?:active|live|published|enabled)$/i;
const ENDED =
  /^(?:archived|inactive|disabled|retired|discontinued|deleted|withdrawn|unpublished|draft|hidden|suspended|ended)$/i;
/** A column of kinds has few values. */
const KINDS_MAX = 10;

const kindsIn = ({ cells }: TableColumn): readonly string[] => [
  ...new Set(cells.map(textOrNull).filter((text) => text !== null)),
];

/** Returns the rows that state that they are top-ups, if there are also other rows. */
export function topUpRows({ columns }: FeedTable): RowsOfKind | null {
  for (const column of columns) {
    const kinds = kindsIn(column);
    const values = kinds.filter((kind) => TOP_UP.test(kind));
    if (kinds.length <= KINDS_MAX && values.length > 0 && values.length < kinds.length)
      return { column: column.path, values };
  }
  return null;
}

/** Returns the rows that are sold, also if all are: another page may have plans that are no longer sold. */
export function soldRows({ columns }: FeedTable): RowsOfKind | null {
  for (const column of columns) {
    const kinds = kindsIn(column);
    const values = kinds.filter((kind) => SOLD.test(kind));
    if (values.length > 0 && kinds.every((kind) => SOLD.test(kind) || ENDED.test(kind)))
      return { column: column.path, values };
  }
  return null;
}
