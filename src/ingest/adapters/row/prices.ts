/** The prices of a row: for travellers, promotional and wholesale. */
import type { Draft } from '../../draft.ts';
import { currencyOrNull, decimalOrNull, type Prices, pricesOrNull } from '../../parse/money.ts';
import { needPriceCell } from '../../parse/price-text.ts';
import { isEmpty, numberOrNull, RowRejected, reject, scalarText, show } from '../../parse/value.ts';
import { columnsOf } from '../shared/value-rules.ts';
import type { MappedRow } from './mapped-row.ts';
import type { CurrencyColumns } from './prepared-map.ts';

export function pricesOf(row: MappedRow): Pick<Draft, 'prices' | 'promoPrices' | 'wholesale' | 'basis'> {
  const { basis } = row.map.options;
  const wholesale = wholesaleOf(row);
  const prices = retailPricesOf(row, wholesale !== null);
  if (prices === null && wholesale === null) reject('missing_field', 'It has no price.');
  if (prices === null) {
    const { currency, amount } = wholesale!;
    if (currency === null) reject('unknown_currency', `The currency is ${show(row.value('currency'))}.`);
    return { prices: { [currency]: amount }, basis: 'wholesale' };
  }
  const [currency = ''] = Object.keys(prices);
  return {
    prices,
    promoPrices: promoPricesOf(row, currency),
    wholesale: wholesale === null ? null : { ...wholesale, currency: wholesale.currency ?? currency },
    basis,
  };
}

/** null: the row has no price for travellers. `hasOther`: then it may have a wholesale price only. */
function retailPricesOf(row: MappedRow, hasOther: boolean): Prices | null {
  const byCurrency = pricesIn(row, row.map.prices) ?? scaled(row, pricesOrNull(row.value('prices')));
  if (byCurrency !== null) return byCurrency;
  const found = row.value('price');
  if (isEmpty(found) || (hasOther && scalarText(found) !== null && isZero(found))) return null;
  const currency = row.value('currency');
  if (isEmpty(currency) && numberOrNull(found) !== null) rejectWithoutCurrency(row, found);
  return needScaled(row, needPriceCell(found, currency));
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

const isZero = (value: unknown): boolean => numberOrNull(value) === 0;

interface WholesalePrice {
  /** null: the row states no known currency. */
  readonly currency: string | null;
  readonly amount: string;
}

/** A wholesale price that cannot be read does not reject a row with a retail price. */
function wholesaleOf(row: MappedRow): WholesalePrice | null {
  const decimal = decimalOrNull(row.value('wholesalePrice'));
  if (decimal === null) return null;
  const currency = currencyOrNull(row.value('wholesaleCurrency') ?? row.value('currency'));
  const amount = ifReadable(() => row.map.wholesaleScale(row.row, currency ?? '', decimal));
  return amount === null ? null : { currency, amount };
}

function promoPricesOf(row: MappedRow, currency: string): Prices | null {
  const promo = row.value('promoPrice');
  return (
    pricesIn(row, row.map.promoPrices) ??
    scaled(row, pricesOrNull(row.value('promoPrices'))) ??
    (isEmpty(promo)
      ? null
      : ifReadable(() => needScaled(row, needPriceCell(promo, row.value('currency') ?? currency))))
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
      ifReadable(() => needScaled(row, needPriceCell(written, currency))),
    );
  }
  return Object.keys(found).length === 0 ? null : found;
}

const needScaled = (row: MappedRow, prices: Prices): Prices =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, decimal]) => [
      currency,
      row.map.scale(row.row, currency, decimal),
    ]),
  );

/** Like `needScaled`, but a currency whose scale is not clear is left out. */
function scaled(row: MappedRow, prices: Prices | null): Prices | null {
  const found = Object.assign(
    {},
    ...Object.entries(prices ?? {}).map(([currency, decimal]) =>
      ifReadable(() => needScaled(row, { [currency]: decimal })),
    ),
  ) as Prices;
  return Object.keys(found).length === 0 ? null : found;
}

/** Returns null for a price that cannot be read, where the plan is kept without it. */
function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}
