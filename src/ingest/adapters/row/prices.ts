/** The prices of a row: for travellers, promotional and wholesale. */
import type { Draft } from '../../draft.ts';
import { currencyOrNull, decimalOrNull, type Prices, pricesOrNull } from '../../parse/money.ts';
import { needPriceCell } from '../../parse/price-text.ts';
import { isEmpty, numberOrNull, RowRejected, reject, show } from '../../parse/value.ts';
import { columnsOf } from '../shared/value-rules.ts';
import type { MappedRow } from './mapped-row.ts';
import type { CurrencyColumns } from './prepared-map.ts';

export function pricesOf(row: MappedRow): Pick<Draft, 'prices' | 'promoPrices' | 'wholesale' | 'basis'> {
  const prices = retailPricesOf(row);
  if (prices === null) {
    const { currency, amount } = wholesaleOf(row) ?? reject('missing_field', 'It has no price.');
    return { prices: { [currency]: amount }, basis: 'wholesale' };
  }
  // A price without a currency is in the first currency of the row.
  const [firstCurrency = ''] = Object.keys(prices);
  return {
    prices,
    promoPrices: promoPricesOf(row, firstCurrency),
    // A wholesale price that cannot be read does not reject a row with a retail price.
    wholesale: ifReadable(() => wholesaleOf(row, firstCurrency)),
    basis: row.map.options.basis,
  };
}

/** Returns null if the row has no price for travellers. */
function retailPricesOf(row: MappedRow): Prices | null {
  const byCurrency = pricesIn(row, row.map.prices) ?? scaledIfClear(row, pricesOrNull(row.value('prices')));
  if (byCurrency !== null) return byCurrency;
  const found = row.value('price');
  // Wholesale feeds write 0 for a price that they do not have.
  const isPlaceholder = numberOrNull(found) === 0 && wholesaleDecimalOf(row) !== null;
  if (isEmpty(found) || isPlaceholder) return null;
  const currency = row.value('currency');
  if (isEmpty(currency) && numberOrNull(found) !== null) rejectWithoutCurrency(row, found);
  return scaledOrReject(row, needPriceCell(found, currency));
}

/** "12.50" without a currency: names the columns that would state it. */
function rejectWithoutCurrency({ map }: MappedRow, price: unknown): never {
  const rule = map.options.columns.currency;
  const columns = rule === undefined ? [] : columnsOf(rule).map(show);
  const missing =
    columns.length === 0 ? 'no column is mapped to it' : `the row has no ${columns.join(' or ')}`;
  return reject(
    'unknown_currency',
    `The price ${show(price)} has no currency, and ${missing}. "constants": {"currency": …} states one for all rows.`,
  );
}

const wholesaleDecimalOf = (row: MappedRow): string | null => decimalOrNull(row.value('wholesalePrice'));

/** Returns null if the row has no wholesale price. `firstCurrency`: of the prices for travellers, if the row has any. */
function wholesaleOf(row: MappedRow, firstCurrency?: string): NonNullable<Draft['wholesale']> | null {
  const decimal = wholesaleDecimalOf(row);
  if (decimal === null) return null;
  const stated = [row.value('wholesaleCurrency'), row.value('currency'), firstCurrency];
  const written = stated.find((value) => !isEmpty(value));
  const currency = currencyOrNull(written) ?? reject('unknown_currency', `The currency is ${show(written)}.`);
  return { currency, amount: row.map.wholesaleScale(row.row, currency, decimal) };
}

function promoPricesOf(row: MappedRow, currency: string): Prices | null {
  const promo = row.value('promoPrice');
  return (
    pricesIn(row, row.map.promoPrices) ??
    scaledIfClear(row, pricesOrNull(row.value('promoPrices'))) ??
    (isEmpty(promo)
      ? null
      : ifReadable(() => scaledOrReject(row, needPriceCell(promo, row.value('currency') ?? currency))))
  );
}

/** The prices in the columns of these currencies. An unreadable price removes only its own currency. */
function pricesIn(row: MappedRow, columns: CurrencyColumns): Prices | null {
  const found: Record<string, string> = {};
  for (const [currency, read] of columns) {
    const written = read(row.row);
    if (isEmpty(written)) continue;
    Object.assign(
      found,
      ifReadable(() => scaledOrReject(row, needPriceCell(written, currency))),
    );
  }
  return Object.keys(found).length === 0 ? null : found;
}

/** Rejects the row if the scale of a price is not clear. */
const scaledOrReject = (row: MappedRow, prices: Prices): Prices =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, decimal]) => [
      currency,
      row.map.scale(row.row, currency, decimal),
    ]),
  );

/** Like `scaledOrReject`, but a currency whose scale is not clear is left out. */
function scaledIfClear(row: MappedRow, prices: Prices | null): Prices | null {
  const found = Object.assign(
    {},
    ...Object.entries(prices ?? {}).map(([currency, decimal]) =>
      ifReadable(() => scaledOrReject(row, { [currency]: decimal })),
    ),
  ) as Prices;
  return Object.keys(found).length === 0 ? null : found;
}

/** For prices without which the plan is kept: returns null if the price cannot be read. */
function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}
