/**
 * MobiMatter: one JSON document. What a plan holds stands in `productDetails`, a list of names and strings; validity is
 * in hours, some strings hold JSON. Only products with a retail price can be served.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type Draft, FeedError } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount, unitOrNull } from '../parse/data.ts';
import { decimalOrNull, needPrice } from '../parse/money.ts';
import { bestGeneration, needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  booleanOrNull,
  fillLink,
  instantOrNull,
  isRecord,
  type JsonObject,
  listOf,
  needText,
  numberOrNull,
  own,
  positiveOrNull,
  readObjects,
  recordsOf,
  refuse,
  show,
  textOrNull,
} from '../parse/value.ts';
import { fetchWhole, LinkTemplate, Url } from './common.ts';

const Options = Type.Object(
  { url: Url('The list of products.'), link: LinkTemplate('{id}') },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

type Details = ReadonlyMap<string, string>;

function detailsOf(row: JsonObject): Details {
  const details = new Map<string, string>();
  for (const entry of recordsOf(own(row, 'productDetails'))) {
    const name = own(entry, 'name');
    const value = own(entry, 'value');
    if (typeof name === 'string' && typeof value === 'string') details.set(name, value);
  }
  return details;
}

/** The labels of `TAGS`: a list of objects, written as JSON inside a string. */
function tagsOf(details: Details): readonly unknown[] {
  try {
    return recordsOf(JSON.parse(details.get('TAGS') ?? '[]')).map((tag) => own(tag, 'item'));
  } catch {
    return [];
  }
}

function refuseOtherGoods(row: JsonObject): void {
  const category = textOrNull(own(row, 'productCategory'));
  if (category === null || category === 'esim_realtime') return;
  refuse(/addon|topup/i.test(category) ? 'top_up' : 'not_a_plan', `Its category is ${show(category)}.`);
}

function dataOf(details: Details): Pick<Draft, 'model' | 'data'> {
  const limit = details.get('PLAN_DATA_LIMIT');
  if (details.get('UNLIMITED') === '1' || /^unlimited$/i.test(limit ?? '') || numberOrNull(limit) === -1) {
    return { model: 'unlimited', data: null };
  }
  const unit = unitOrNull(details.get('PLAN_DATA_UNIT')) ?? refuse('missing_field', 'The data has no unit.');
  return { model: 'total', data: needAmount(limit, unit, 1000) };
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const currency = own(row, 'currencyCode');
  if (positiveOrNull(own(row, 'retailPrice')) === null) {
    return { prices: needPrice(own(row, 'wholesalePrice'), currency), basis: 'wholesale' };
  }
  const prices = needPrice(own(row, 'retailPrice'), currency);
  const amount = decimalOrNull(own(row, 'wholesalePrice'));
  const [code = 'USD'] = Object.keys(prices);
  return { prices, basis: 'retail', wholesale: amount === null ? null : { currency: code, amount } };
}

function readPlan(row: JsonObject, template: string): Draft {
  const externalId = needText(own(row, 'productId'), 'productId');
  refuseOtherGoods(row);
  const details = detailsOf(row);
  const fiveG = booleanOrNull(details.get('FIVEG')) === true;
  return {
    externalId,
    name: needText(details.get('PLAN_TITLE') ?? own(row, 'productFamilyName'), 'title'),
    places: needPlaces(listOf(own(row, 'countries'))),
    generation: fiveG ? '5G' : bestGeneration(tagsOf(details)),
    ...dataOf(details),
    days: needDays(details.get('PLAN_VALIDITY'), 'hours'),
    ...pricesOf(row),
    topUp: booleanOrNull(details.get('TOPUP')),
    hotspot: booleanOrNull(details.get('HOTSPOT') ?? details.get('TETHERING')),
    phoneNumber: booleanOrNull(details.get('PHONE_NUMBER')),
    updatedAt: instantOrNull(own(row, 'updated')),
    link: fillLink(template, (name) => (name === 'id' ? externalId : null)),
  };
}

export const mobimatter: Adapter = {
  id: 'mobimatter',
  credentials: ['api_key', 'merchant_id'],
  options: Options,
  fetch: (context) =>
    fetchWhole(context, {
      url: (context.options as Options).url,
      headers: { 'api-key': context.credential('api_key'), merchantid: context.credential('merchant_id') },
    }),
  *parse(page, options) {
    const document = jsonOf(page);
    if (!isRecord(document) || own(document, 'statusCode') !== 200) {
      throw new FeedError('The feed does not report success.');
    }
    const rows = needRows(own(document, 'result'), '`result`', ['productId']);
    yield* readObjects(page, rows, ['productId'], (row) => readPlan(row, (options as Options).link));
  },
};
