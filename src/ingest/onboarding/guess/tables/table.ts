/** A list of a saved response that may be its plans, with its columns. */

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

/** The options of a column map that state where the rows are. */
export type TableOptions = Readonly<Record<string, unknown>>;

export interface FeedTable {
  readonly options: TableOptions;
  readonly columns: readonly TableColumn[];
  /** The document around the rows, for its paging. null: a table or XML. */
  readonly document: unknown;
  /** True if the columns of a file without a header row have no names. */
  readonly isNameless: boolean;
}

/** Enough rows to see what a column contains, and whether an id is unique. */
export const ROWS_LOOKED_AT = 2000;
/** Rows that are searched for columns and for lists. */
export const ROWS_WITH_COLUMNS = 300;

/** True if a path can have this key as a step. */
export const isPlainKey = (key: string): boolean => key !== '' && !/[.[\]=]/.test(key);
