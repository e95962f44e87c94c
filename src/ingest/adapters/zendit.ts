/**
 * Zendit's eSIM offers: pages by `_limit` and `_offset` to `total`. Money is an integer with its own divisor.
 * `cost` is what a partner pays; `price.suggestedFixed` is suggested retail, and without it an offer is wholesale.
 */

import type { Static } from 'typebox';
import { jsonOf } from '../parse/body.ts';
import { bestGeneration, needPlaces } from '../parse/coverages.ts';
import { needAmount } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import { decimalOrNull, needPrice, type Prices, shiftPoint } from '../parse/money.ts';
import { type Fields, fieldsOf, fillLink, needFields, reject, show } from '../parse/value.ts';
import type { Draft, FeedPage } from '../types.ts';
import {
  byOffset,
  closed,
  countedRows,
  fetchPages,
  jsonAdapter,
  LinkTemplate,
  PageSize,
  Url,
  withQuery,
} from './shared/frame.ts';

const Options = closed({
  url: Url('The list of offers.'),
  link: LinkTemplate('{id}'),
  pageSize: PageSize(1024, 500),
});

/** 1, 100, 1000 and the like: how far the point moves. */
function pointPlaces(money: Fields): number {
  const places = [1, 10, 100, 1000, 10_000].indexOf(money.number('currencyDivisor') ?? 0);
  return places >= 0
    ? places
    : reject('impossible_price', `The divisor is ${show(money.at('currencyDivisor'))}.`);
}

function pricesOf(row: Fields): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const price = needFields(row.at('price'));
  const cost = row.record('cost');
  const read = (amount: unknown): Prices => {
    const decimal = decimalOrNull(amount) ?? reject('impossible_price', `The price is ${show(amount)}.`);
    return needPrice(shiftPoint(decimal, pointPlaces(price)), price.at('currency'));
  };
  if (price.positive('suggestedFixed') === null)
    return { prices: read(price.at('fixed')), basis: 'wholesale' };
  const paid = decimalOrNull(cost.at('fixed'));
  const prices = read(price.at('suggestedFixed'));
  const [currency = ''] = Object.keys(prices);
  const comparable = paid !== null && cost.at('currency') === currency;
  const wholesale = comparable ? { currency, amount: shiftPoint(paid, pointPlaces(cost)) } : null;
  return { prices, basis: 'rrp', wholesale };
}

function readPlan(row: Fields, { link }: Static<typeof Options>): Draft {
  const externalId = row.needText('offerId');
  if (row.at('enabled') === false) reject('out_of_stock', 'It is switched off.');
  const unlimited = row.at('dataUnlimited') === true;
  const calls = row.at('voiceUnlimited') === true || row.positive('voiceMinutes') !== null;
  const places = row.records('roaming').map((entry) => entry.at('country'));
  return {
    externalId,
    name: row.text('shortNotes') ?? externalId,
    places: needPlaces(places.length > 0 ? places : [row.at('country')]),
    generation: bestGeneration(row.at('dataSpeeds')),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : needAmount(row.at('dataGB'), 'GB', 1000),
    days: needDays(row.at('durationDays')),
    ...pricesOf(row),
    phoneNumber: calls ? true : null,
    updatedAt: row.instant('updatedAt'),
    link: fillLink(link, { id: externalId }),
  };
}

const counted = (page: FeedPage) => countedRows(fieldsOf(jsonOf(page)), 'list', 'offerId');

export const zendit = jsonAdapter({
  id: 'zendit',
  credentials: ['api_key'],
  options: Options,
  fetch(context, { url: list, pageSize = 500 }) {
    const headers = { authorization: `Bearer ${context.credential('api_key')}`, accept: 'application/json' };
    const addressAt = (offset: number) => withQuery(list, { _limit: pageSize, _offset: offset });
    const ask = (url: string) => context.request({ url, headers });
    return fetchPages(ask, addressAt(0), byOffset(counted, addressAt));
  },
  rows: (page) => counted(page).rows,
  idOf: (row) => row.text('offerId'),
  reader: (options) => (row) => readPlan(row, options),
});
