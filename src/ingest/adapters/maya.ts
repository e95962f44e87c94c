/**
 * Maya's product list: JSON with a bearer token. Places are ISO 3166 alpha-3 codes, data is in decimal MB and prices
 * are strings. `rrp_*` are recommended retail prices. A plan that is called "10 Days" has `validity_days: 11`, so the
 * smaller of both counts. The list of products is the document itself or its `products`.
 */

import { FeedError, type FeedPage } from '../adapter.ts';
import type { Draft } from '../draft.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needPlaces } from '../parse/coverages.ts';
import { DECIMAL } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import type { Fields } from '../parse/fields.ts';
import { decimalOrNull, pricesOrNull } from '../parse/money.ts';
import { fillLink, isRecord, own } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

const DAYS_IN_NAME = /(?<!\d)(\d{1,3}) ?days?\b/i;

function daysOf(row: Fields, name: string): number {
  const days = row.days('validity_days');
  const named = DAYS_IN_NAME.exec(name)?.[1];
  return named === undefined ? days : Math.min(days, needDays(named));
}

function pricesOf(row: Fields): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const byCurrency: Record<string, unknown> = {};
  for (const [key, amount] of row.entries()) {
    if (/^rrp_[a-z]{3}$/.test(key)) byCurrency[key.slice(4).toUpperCase()] = amount;
  }
  const prices = pricesOrNull(byCurrency);
  if (prices === null) return { prices: row.price('wholesale_price_usd', 'USD'), basis: 'wholesale' };
  const amount = decimalOrNull(row.at('wholesale_price_usd'));
  return { prices, basis: 'rrp', wholesale: amount === null ? null : { currency: 'USD', amount } };
}

function readPlan(row: Fields, { link }: { readonly link: string }): Draft {
  const externalId = row.needText('uid');
  const name = row.needText('name');
  return {
    externalId,
    name,
    places: needPlaces(row.list('countries_enabled')),
    model: 'total',
    data: row.amount('data_quota_mb', 'MB', DECIMAL),
    days: daysOf(row, name),
    ...pricesOf(row),
    link: fillLink(link, { id: externalId }),
  };
}

function rowsOf(page: FeedPage): readonly unknown[] {
  const document = jsonOf(page);
  if (!isRecord(document)) return needRows(document, 'the list of products', ['uid']);
  const products = own(document, 'products');
  if (products === undefined) throw new FeedError('The feed has changed: it has no `products`.');
  return needRows(products, '`products`', ['uid']);
}

export default frame.jsonAdapter({
  credentials: ['api_key'],
  options: frame.closed({ url: frame.Url('The list of products.'), link: frame.LinkTemplate('{id}') }),
  headers: (context) => frame.bearer(context.credential('api_key')),
  rows: rowsOf,
  id: 'uid',
  read: readPlan,
});
