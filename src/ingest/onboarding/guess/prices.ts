/** Guesses which columns are prices, and of which kind. */
import { isRecord, numberOrNull } from '../../parse/value.ts';
import { areMostly, type IsValue, isBlank, isMarkedPrice, isPrice } from './cells.ts';
import { currencyInName } from './currency.ts';
import { COLUMN_NAMES, hasWord, isNamedAs } from './field-signs.ts';
import type { FeedTable, TableColumn } from './tables/table.ts';

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
  /** `price` is a recommended retail price, because the feed has no other price for travellers. */
  readonly isSuggested: boolean;
}

/** What a partner pays. Such a column is never the price for travellers. */
const WHOLESALE =
  'cost costs net netto nett buy buying wholesale b2b dealer reseller partner purchase purchasing trade'.split(
    ' ',
  );
/** What the seller recommends that its partners charge. */
const SUGGESTED = 'rrp msrp srp recommended suggested'.split(' ');
const PROMO = 'promo promotional promotion sale discount discounted offer special reduced deal now'.split(
  ' ',
);
/** The price before a promotion. */
const LIST = 'old was original regular list normal compare strike crossed before full'.split(' ');
const PRICE_WORDS = 'price prices pricing amount fee charge retail sell selling rate usd eur gbp'.split(' ');
/** With one of these words, the column says something about a price, or about the plan. */
const NO_PRICES = [
  // How the price is written: "price_currency", "price_divisor".
  ...['currency', 'divisor', 'scale', 'decimals', 'unit', 'code'],
  // A part of the price: "sale_percent", "shipping_fee".
  ...['tax', 'vat', 'percent', 'percentage', 'commission', 'shipping'],
  // The price of a part of the plan, or another fact of it: "price_per_gb", "data_amount".
  ...['per', 'data', 'gb', 'mb', 'days', 'validity'],
  // The record of the price: "price_id", "price_date".
  ...['id', 'date'],
];

/** `plain`: a price whose name does not say of which kind it is. */
type PriceKind = 'wholesale' | 'suggested' | 'promo' | 'list' | 'plain';

function kindOf(column: TableColumn): PriceKind {
  if (hasWord(column, WHOLESALE)) return 'wholesale';
  if (hasWord(column, PROMO)) return 'promo';
  if (hasWord(column, LIST)) return 'list';
  return hasWord(column, SUGGESTED) ? 'suggested' : 'plain';
}

export function pricesIn(table: FeedTable): GuessedPrices {
  const named = table.columns.filter(isNamedPrice);
  const objects = named.find(({ cells }) => areMostly(cells, isPricesByCurrency));
  const byKind = Map.groupBy(
    named.filter(({ cells }) => areMostly(cells, isPrice)),
    kindOf,
  );
  const plain = byKind.get('plain') ?? [];
  const suggested = byKind.get('suggested') ?? [];
  const sale = priceAndPromo(plain, byKind.get('list') ?? [], byKind.get('promo') ?? []);
  const marked = table.isNameless ? markedPrice(table) : null;
  return {
    ...sale,
    price: sale.price ?? best(suggested) ?? marked,
    byCurrency: currencyColumns(plain.length > 0 ? plain : suggested),
    prices: objects !== undefined && !hasWord(objects, WHOLESALE) ? objects : null,
    wholesalePrice: best(byKind.get('wholesale') ?? []),
    isSuggested: sale.price === null && suggested.length > 0,
  };
}

/**
 * A column that is named as in `COLUMN_NAMES.price` is a price, whatever words it has. Another name needs a word for a
 * price, and none against it.
 */
const isNamedPrice = (column: TableColumn): boolean =>
  isNamedAs('price', column) ||
  (hasWord(column, [...PRICE_WORDS, ...WHOLESALE, ...SUGGESTED]) && !hasWord(column, NO_PRICES));

/** The list price is the price if there is one. Then the price now is that of a promotion, or else the plain one. */
function priceAndPromo(
  plainPrices: readonly TableColumn[],
  listPrices: readonly TableColumn[],
  promoPrices: readonly TableColumn[],
): Pick<GuessedPrices, 'price' | 'promoPrice'> {
  const [plain, list, promo] = [best(plainPrices), best(listPrices), best(promoPrices)];
  if (list !== null) return { price: list, promoPrice: promo ?? plain };
  if (plain !== null) return { price: plain, promoPrice: promo };
  return { price: promo, promoPrice: null };
}

/**
 * Penalties of a column. One place further down in `COLUMN_NAMES.price` costs 1. A column of the row itself is preferred to
 * every column around it. A column that is half empty costs 25.
 */
const AGAINST = { outer: 200, otherName: 100, empty: 50 };
/** Decides between two columns that are otherwise equal. */
const FOR_USD = 0.5;

function best(columns: readonly TableColumn[]): TableColumn | null {
  const countAgainst = (column: TableColumn): number => {
    const { isOuter, names, words, cells } = column;
    const place = (COLUMN_NAMES.price ?? []).findIndex((name) => names.includes(name));
    const emptyShare = cells.filter(isBlank).length / Math.max(1, cells.length);
    return (
      (isOuter ? AGAINST.outer : 0) +
      (place < 0 ? AGAINST.otherName : place) +
      AGAINST.empty * emptyShare -
      (words.has('usd') ? FOR_USD : 0)
    );
  };
  return columns.toSorted((one, other) => countAgainst(one) - countAgainst(other))[0] ?? null;
}

const isPricesByCurrency: IsValue = (cell) =>
  isRecord(cell) &&
  Object.entries(cell).length > 0 &&
  Object.entries(cell).every(
    ([key, amount]) => /^[A-Z]{3}$/.test(key) && (amount === null || numberOrNull(amount) !== null),
  );

/** Returns the columns of prices in different currencies, if there are several. */
function currencyColumns(columns: readonly TableColumn[]): ReadonlyMap<string, TableColumn> {
  const found = new Map<string, TableColumn>();
  for (const column of columns) {
    const code = currencyInName(column);
    if (code !== null && !found.has(code)) found.set(code, column);
  }
  return found.size > 1 ? found : new Map();
}

/** Finds the price in a file without names: a column of "$5.00", or else numbers with cents. */
function markedPrice({ columns }: FeedTable): TableColumn | null {
  const isDecimal: IsValue = (cell) => typeof cell === 'string' && /^\d+[.,]\d{2}$/.test(cell.trim());
  return (
    columns.find(({ cells }) => areMostly(cells, isMarkedPrice)) ??
    columns.find(({ cells }) => areMostly(cells, isDecimal)) ??
    null
  );
}
