/**
 * MobiMatter: one JSON document. `productDetails` describes a plan as a list of names and string values. The validity
 * is in hours. Some strings contain JSON. A product without a retail price has only a wholesale price, which is never published.
 */

import { FeedError } from '../adapter.ts';
import type { Draft } from '../draft.ts';
import { expectParsable, jsonOf, needRows } from '../parse/body.ts';
import { needPlaces } from '../parse/coverages.ts';
import { DECIMAL, needAmount, unitOrNull } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import { type Fields, fieldsOf } from '../parse/fields.ts';
import { bestGeneration } from '../parse/generations.ts';
import { retailPrices } from '../parse/money.ts';
import {
  booleanOrNull,
  fillLink,
  numberOrNull,
  own,
  recordsOf,
  reject,
  show,
  textOrNull,
} from '../parse/value.ts';
import * as frame from './shared/frame.ts';

type Details = ReadonlyMap<unknown, string>;

function detailsOf(row: Fields): Details {
  const details = new Map<unknown, string>();
  for (const entry of row.records('productDetails')) {
    const value = entry.at('value');
    if (typeof value === 'string') details.set(entry.at('name'), value);
  }
  return details;
}

/** `TAGS` is a list of objects that is written as JSON in a string. */
function tagsOf(details: Details): readonly unknown[] {
  try {
    const text = details.get('TAGS') ?? '[]';
    // Bounds the memory that parsing takes.
    expectParsable(Buffer.from(text));
    return recordsOf(JSON.parse(text)).map((tag) => own(tag, 'item'));
  } catch {
    return [];
  }
}

function rejectOtherGoods(row: Fields): void {
  const category = row.text('productCategory');
  if (category === null || category === 'esim_realtime') return;
  reject(/addon|topup/i.test(category) ? 'top_up' : 'not_a_plan', `Its category is ${show(category)}.`);
}

function dataOf(details: Details): Pick<Draft, 'model' | 'data'> {
  const limit = details.get('PLAN_DATA_LIMIT');
  if (details.get('UNLIMITED') === '1' || /^unlimited$/i.test(limit ?? '') || numberOrNull(limit) === -1) {
    return { model: 'unlimited', data: null };
  }
  const unit = unitOrNull(details.get('PLAN_DATA_UNIT')) ?? reject('missing_field', 'The data has no unit.');
  return { model: 'total', data: needAmount(limit, unit, DECIMAL) };
}

function readPlan(row: Fields, { link }: { readonly link: string }): Draft {
  const externalId = row.needText('productId');
  rejectOtherGoods(row);
  const details = detailsOf(row);
  const fiveG = booleanOrNull(details.get('FIVEG')) === true;
  return {
    externalId,
    name: textOrNull(details.get('PLAN_TITLE') ?? row.at('productFamilyName')),
    places: needPlaces(row.list('countries')),
    generation: fiveG ? '5G' : bestGeneration(tagsOf(details)),
    ...dataOf(details),
    days: needDays(details.get('PLAN_VALIDITY'), 'hours'),
    ...retailPrices(row.at('retailPrice'), row.at('wholesalePrice'), row.at('currencyCode')),
    topUp: booleanOrNull(details.get('TOPUP')),
    hotspot: booleanOrNull(details.get('HOTSPOT') ?? details.get('TETHERING')),
    phoneNumber: booleanOrNull(details.get('PHONE_NUMBER')),
    updatedAt: row.instant('updated'),
    link: fillLink(link, { id: externalId }),
  };
}

export default frame.jsonAdapter({
  credentials: ['api_key', 'merchant_id'],
  options: frame.closed({ url: frame.Url('The list of products.'), link: frame.LinkTemplate('{id}') }),
  headers: (context) => ({
    'api-key': context.credential('api_key'),
    merchantid: context.credential('merchant_id'),
  }),
  rows(page) {
    const document = fieldsOf(jsonOf(page));
    if (document.at('statusCode') !== 200) throw new FeedError('The response does not report success.');
    return needRows(document.at('result'), '`result`', ['productId']);
  },
  id: 'productId',
  read: readPlan,
});
