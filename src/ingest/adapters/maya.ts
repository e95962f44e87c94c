/**
 * Maya's product list: JSON behind a bearer token. Places are ISO-3, data is decimal MB, prices are strings and `rrp_*`
 * is suggested retail. "10 Days" carries `validity_days: 11`: the days in the name are what is promised.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type Draft, FeedError, type FeedPage } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount } from '../parse/data.ts';
import { decimalOrNull, needPrice, pricesOrNull } from '../parse/money.ts';
import { needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import { fillLink, isRecord, type JsonObject, listOf, needText, own, readObjects } from '../parse/value.ts';
import { fetchWhole, LinkTemplate, Url } from './common.ts';

const Options = Type.Object(
  { url: Url('The list of products.'), link: LinkTemplate('{id}') },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

const DAYS_IN_NAME = /(?<!\d)(\d{1,3}) ?days?\b/i;

function daysOf(row: JsonObject, name: string): number {
  const days = needDays(own(row, 'validity_days'));
  const named = DAYS_IN_NAME.exec(name)?.[1];
  return named === undefined ? days : Math.min(days, needDays(named));
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const byCurrency: Record<string, unknown> = {};
  for (const [key, amount] of Object.entries(row)) {
    if (/^rrp_[a-z]{3}$/.test(key)) byCurrency[key.slice(4).toUpperCase()] = amount;
  }
  const prices = pricesOrNull(byCurrency);
  if (prices === null)
    return { prices: needPrice(own(row, 'wholesale_price_usd'), 'USD'), basis: 'wholesale' };
  const amount = decimalOrNull(own(row, 'wholesale_price_usd'));
  return { prices, basis: 'rrp', wholesale: amount === null ? null : { currency: 'USD', amount } };
}

function readPlan(row: JsonObject, template: string): Draft {
  const externalId = needText(own(row, 'uid'), 'uid');
  const name = needText(own(row, 'name'), 'name');
  return {
    externalId,
    name,
    places: needPlaces(listOf(own(row, 'countries_enabled'))),
    model: 'total',
    data: needAmount(own(row, 'data_quota_mb'), 'MB', 1000),
    days: daysOf(row, name),
    ...pricesOf(row),
    link: fillLink(template, (key) => (key === 'id' ? externalId : null)),
  };
}

function rowsOf(page: FeedPage): readonly unknown[] {
  const document = jsonOf(page);
  if (!isRecord(document)) return needRows(document, 'the list of products', ['uid']);
  if (own(document, 'products') === undefined)
    throw new FeedError('The feed has changed: it has no `products`.');
  return needRows(own(document, 'products'), '`products`', ['uid']);
}

export const maya: Adapter = {
  id: 'maya',
  credentials: ['api_key'],
  options: Options,
  fetch: (context) =>
    fetchWhole(context, {
      url: (context.options as Options).url,
      headers: { authorization: `Bearer ${context.credential('api_key')}`, accept: 'application/json' },
    }),
  *parse(page, options) {
    yield* readObjects(page, rowsOf(page), ['uid'], (row) => readPlan(row, (options as Options).link));
  },
};
