/** Finds the currency of the prices: in a column of codes, or in the name of a price column. */
import { areMostly, isCurrency } from './cells.ts';
import { hasWord, isNamedAs } from './field-signs.ts';
import type { TableColumn } from './tables/table.ts';

const CURRENCY_WORDS = ['currency', 'ccy'];
/** With one of these words, it is the currency of a country, and not that of the price. */
const OTHER_CURRENCIES = ['local', 'country', 'destination', 'home', 'native'];

const parentOf = ({ path }: TableColumn): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Returns a named column beside the price, then a named one elsewhere, then any other one beside the price. */
export function currencyColumn(
  price: TableColumn | null,
  columns: readonly TableColumn[],
): TableColumn | undefined {
  const codes = columns.filter(
    (column) => areMostly(column.cells, isCurrency) && !hasWord(column, OTHER_CURRENCIES),
  );
  const isNamed = (column: TableColumn) => hasWord(column, CURRENCY_WORDS) || isNamedAs('currency', column);
  const beside = price === null ? [] : codes.filter((column) => parentOf(column) === parentOf(price));
  return beside.find(isNamed) ?? codes.find(isNamed) ?? beside[0];
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** These codes of currencies are also words of column names. */
const ALSO_WORDS: ReadonlySet<string> = new Set(['ALL', 'TOP']);

/** Returns the currency that the name of a column has: "price_usd", "EUR". null: none. */
export function currencyInName({ words }: TableColumn): string | null {
  const codes = [...words].map((word) => word.toUpperCase());
  return codes.find((code) => CURRENCIES.has(code) && !ALSO_WORDS.has(code)) ?? null;
}
