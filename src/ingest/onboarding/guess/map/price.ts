/** Guesses how a map reads the prices: their kind, their columns, their scale and their currency. */
import { currencyOrNull } from '../../../parse/money.ts';
import { scalarText } from '../../../parse/value.ts';
import { areMostly, areNearlyAll, isMarkedPrice, medianOf } from '../cells.ts';
import type { Guess } from '../columns.ts';
import { currencyInName } from '../currency.ts';
import type { GuessedPrices } from '../prices.ts';
import type { TableColumn } from '../tables/table.ts';

export interface PriceParts extends PriceScale {
  readonly basis: 'retail' | 'rrp' | 'wholesale';
  /** The fields of the map that are prices. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The path of the price in each currency. null: the currencies have no columns of their own. */
  readonly pathsByCurrency: Readonly<Record<string, string>> | null;
  readonly wholesalePath: string | null;
}

interface PriceScale {
  /** null: the numbers are dollars, euros and so on. */
  readonly scale: 'minor' | { readonly divisor: number } | null;
  /** What was concluded from the size of the numbers. */
  readonly scaleNote: string | null;
}

const IN_WHOLE_UNITS: PriceScale = { scale: null, scaleNote: null };

/** `currency`: the column that states the currency of each price. */
export function priceParts(prices: GuessedPrices, currency: TableColumn | null): PriceParts {
  const { price, promoPrice, byCurrency, wholesalePrice } = prices;
  const wholesale = wholesalePrice === null ? {} : { wholesalePrice: wholesalePrice.path };
  const common = {
    basis: basisOf(prices),
    pathsByCurrency: null,
    wholesalePath: wholesalePrice?.path ?? null,
  };
  if (prices.prices !== null && price === null)
    return { ...common, fields: { prices: prices.prices.path, ...wholesale }, ...IN_WHOLE_UNITS };
  if (byCurrency.size > 0) {
    const [first = null] = byCurrency.values();
    const pathsByCurrency = Object.fromEntries([...byCurrency].map(([code, { path }]) => [code, path]));
    return { ...common, fields: wholesale, pathsByCurrency, ...scaleOf(first, currency) };
  }
  const fields = {
    ...(price !== null && { price: listPriceRule(price, promoPrice) }),
    ...(promoPrice !== null && { promoPrice: promoPrice.path }),
    ...wholesale,
  };
  return { ...common, fields, ...scaleOf(price ?? wholesalePrice, currency) };
}

/** The list price is the greater one. A row without a sale has no list price, or the same. */
const listPriceRule = (price: TableColumn, promoPrice: TableColumn | null) =>
  promoPrice === null ? price.path : { greatest: [price.path, promoPrice.path] };

function basisOf({ price, prices, byCurrency, isSuggested }: GuessedPrices): PriceParts['basis'] {
  if (price === null && prices === null && byCurrency.size === 0) return 'wholesale';
  return isSuggested ? 'rrp' : 'retail';
}

// The scale.

/** The median price of a feed is less than 200 dollars, so numbers from here on are no dollars: they are cents. */
const CENTS_FROM = 200;
/** As cents, these would be 200 dollars and more: they are ten-thousandths. */
const TEN_THOUSANDTHS_FROM = 20_000;
/** A plan costs hundreds of these units. */
const SMALL_UNITS: ReadonlySet<string> = new Set(
  'JPY KRW IDR VND HUF CLP COP ARS NGN PKR TWD THB INR RUB PHP KZT LKR MMK CZK'.split(' '),
);

function scaleOf(price: TableColumn | null, currency: TableColumn | null): PriceScale {
  if (price === null) return IN_WHOLE_UNITS;
  if (saysMinorUnits(price)) return { scale: 'minor', scaleNote: null };
  const middle = medianOf(price.cells);
  const mayBeLarge = hasSmallUnits(price, currency);
  if (!hasWholeNumbers(price) || mayBeLarge || middle < CENTS_FROM) return IN_WHOLE_UNITS;
  if (middle < TEN_THOUSANDTHS_FROM)
    return {
      scale: 'minor',
      scaleNote: `the numbers in "${price.path}" are whole and large: they are read as cents`,
    };
  return {
    scale: { divisor: 10_000 },
    scaleNote: `the numbers in "${price.path}" are large: they are read as ten-thousandths`,
  };
}

const saysMinorUnits = ({ path, words }: TableColumn): boolean =>
  /(?:cents?|minor|pence)$/i.test(path) || words.has('cents') || words.has('minor');

const hasWholeNumbers = ({ cells }: TableColumn): boolean =>
  areNearlyAll(cells, (cell) => /^\d+$/.test(scalarText(cell) ?? ''));

function hasSmallUnits(price: TableColumn, currency: TableColumn | null): boolean {
  if (currency !== null)
    return areMostly(currency.cells, (cell) => SMALL_UNITS.has(currencyOrNull(String(cell)) ?? ''));
  return SMALL_UNITS.has(currencyInName(price) ?? '');
}

// The currency.

export interface GuessedCurrency {
  readonly code: string;
  /** True if nothing states it. */
  readonly isAssumed: boolean;
}

/** Returns the currency that the name of a column has ("price_usd"), or else USD. null: a column or the cells state it. */
export function guessCurrency(
  { price, prices, byCurrency, wholesalePrice }: GuessedPrices,
  guess: Guess,
): GuessedCurrency | null {
  if (guess.has('currency') || byCurrency.size > 0 || (prices !== null && price === null)) return null;
  const column = price ?? wholesalePrice;
  if (column === null) return null;
  const code = currencyInName(column);
  if (code !== null) return { code, isAssumed: false };
  return areMostly(column.cells, statesCurrency) ? null : { code: 'USD', isAssumed: true };
}

/** True for "5.00 USD". "$5.00" may be one of many currencies. */
const statesCurrency = (cell: unknown): boolean => isMarkedPrice(cell) && !/^[$¥]/.test(String(cell));
