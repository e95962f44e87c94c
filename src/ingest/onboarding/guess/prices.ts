/** Guesses which columns are prices, and of which kind. */
import { isRecord } from '../../parse/value.ts';
import { areMostly, type IsValue, isBlank, isMarkedPrice, isNumber, isPrice } from './cells.ts';
import { hasWord, NAMES } from './columns.ts';
import type { FeedTable, TableColumn } from './tables.ts';

export interface GuessedPrices {
  /** The price that travellers pay, or the list price if another column has the price now. */
  readonly price: TableColumn | null;
  /** The price now, where `price` is the list price. */
  readonly promoPrice: TableColumn | null;
  /** One column for each currency. */
  readonly byCurrency: ReadonlyMap<string, TableColumn>;
  /** An object with a price for each currency. */
  readonly prices: TableColumn | null;
  readonly wholesalePrice: TableColumn | null;
  readonly isSuggested: boolean;
}

/** What a partner pays. Such a column is never the price for travellers. */
const WHOLESALE =
  'cost costs net netto nett buy buying wholesale b2b dealer reseller partner purchase purchasing trade';
const SUGGESTED = 'rrp msrp srp recommended suggested';
const PROMO = 'promo promotional promotion sale discount discounted offer special reduced deal now';
const LIST = 'old was original regular list normal compare strike crossed before full';
const PRICE_WORDS = 'price prices pricing amount fee charge retail sell selling rate usd eur gbp';
const NO_PRICES =
  'currency divisor scale decimals unit minor_unit id code date per data gb mb days validity tax vat percent percentage discount_percent commission shipping';

export function pricesIn(table: FeedTable): GuessedPrices {
  const named = table.columns.filter(
    (column) => (isNamedPrice(column) || hasWord(column, `${WHOLESALE} ${SUGGESTED}`)) && !isOther(column),
  );
  const prices = named.find(({ cells }) => areMostly(cells, isPricesByCurrency)) ?? null;
  const priced = named.filter(({ cells }) => areMostly(cells, isPrice));
  const wholesale = priced.filter((column) => hasWord(column, WHOLESALE));
  const forTravellers = priced.filter((column) => !hasWord(column, WHOLESALE));
  const suggested = forTravellers.filter((column) => hasWord(column, SUGGESTED));
  const promos = forTravellers.filter((column) => hasWord(column, PROMO));
  const listed = forTravellers.filter((column) => hasWord(column, LIST) && !promos.includes(column));
  const usual = forTravellers.filter((column) => ![...promos, ...listed, ...suggested].includes(column));
  const bySale = priceAndSale(usual, listed, promos);
  const marked = table.isNameless ? markedPrice(table) : null;
  return {
    ...bySale,
    price: bySale.price ?? best(suggested) ?? marked,
    byCurrency: currencyColumns(usual.length > 0 ? usual : suggested),
    prices: prices !== null && !hasWord(prices, WHOLESALE) ? prices : null,
    wholesalePrice: best(wholesale),
    isSuggested: bySale.price === null && suggested.length > 0,
  };
}

/** The list price and the price now, of columns that say which they are. */
function priceAndSale(
  usual: readonly TableColumn[],
  listed: readonly TableColumn[],
  promos: readonly TableColumn[],
): Pick<GuessedPrices, 'price' | 'promoPrice'> {
  const list = best(listed);
  const now = best(usual);
  const promo = best(promos);
  if (list !== null && now !== null) return { price: list, promoPrice: promo ?? now };
  if (list !== null) return { price: list, promoPrice: promo };
  if (now !== null) return { price: now, promoPrice: promo };
  return { price: promo, promoPrice: null };
}

function isNamedPrice(column: TableColumn): boolean {
  return column.names.some((name) => NAMES.price?.includes(name) === true) || hasWord(column, PRICE_WORDS);
}

const isOther = (column: TableColumn): boolean =>
  hasWord(column, NO_PRICES) && !column.names.some((name) => NAMES.price?.includes(name) === true);

/** A name of the list comes first, then the column of the row itself, then USD. */
function best(columns: readonly TableColumn[]): TableColumn | null {
  const rank = (column: TableColumn): number => {
    const at = (NAMES.price ?? []).findIndex((name) => column.names.includes(name));
    const filled = column.cells.filter((cell) => !isBlank(cell)).length / Math.max(1, column.cells.length);
    return (
      (at < 0 ? 100 : at) +
      (column.isOuter ? 200 : 0) +
      (column.words.has('usd') ? -0.5 : 0) +
      (1 - filled) * 50
    );
  };
  return columns.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

const isPricesByCurrency: IsValue = (cell) =>
  isRecord(cell) &&
  Object.entries(cell).length > 0 &&
  Object.entries(cell).every(
    ([key, amount]) => /^[A-Z]{3}$/.test(key) && (amount === null || isNumber(amount)),
  );

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currency that the name of a column has: "price_usd", "EUR". null: none. */
export function currencyInName({ words }: TableColumn): string | null {
  const codes = [...words].map((word) => word.toUpperCase()).filter((word) => CURRENCIES.has(word));
  // "All" and "top" are currencies and words.
  return codes.find((code) => code !== 'ALL' && code !== 'TOP') ?? null;
}

function currencyColumns(columns: readonly TableColumn[]): ReadonlyMap<string, TableColumn> {
  const found = new Map<string, TableColumn>();
  for (const column of columns) {
    const code = currencyInName(column);
    if (code !== null && !found.has(code)) found.set(code, column);
  }
  return found.size > 1 ? found : new Map();
}

/** Without names: a column of "$5.00", or else numbers with cents. */
function markedPrice({ columns }: FeedTable): TableColumn | null {
  const isDecimal: IsValue = (cell) => typeof cell === 'string' && /^\d+[.,]\d{2}$/.test(cell.trim());
  return (
    columns.find(({ cells }) => areMostly(cells, isMarkedPrice)) ??
    columns.find(({ cells }) => areMostly(cells, isDecimal)) ??
    null
  );
}
