/**
 * Zendit's eSIM offers: pages by `_limit` and `_offset` to `total`. Money is an integer with its own divisor.
 * `cost` is what a partner pays; `price.suggestedFixed` is suggested retail, and without it an offer is wholesale.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, type Draft, FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount } from '../parse/data.ts';
import { decimalOrNull, needPrice, type Prices, shiftPoint } from '../parse/money.ts';
import { bestGeneration, needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  fillLink,
  instantOrNull,
  isRecord,
  type JsonObject,
  needRecord,
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
import { LinkTemplate, needOk, PAGES_MAX, pageOf, Url, withQuery } from './common.ts';

const Options = Type.Object(
  {
    url: Url('The list of offers.'),
    link: LinkTemplate('{id}'),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1024, default: 500 })),
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

/** 1, 100, 1000 and the like: how far the point moves. */
function pointPlaces(money: JsonObject): number {
  const places = [1, 10, 100, 1000, 10_000].indexOf(numberOrNull(own(money, 'currencyDivisor')) ?? 0);
  return places >= 0
    ? places
    : refuse('impossible_price', `The divisor is ${show(own(money, 'currencyDivisor'))}.`);
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  const price = needRecord(own(row, 'price'));
  const cost = own(row, 'cost');
  const read = (amount: unknown): Prices => {
    const decimal = decimalOrNull(amount) ?? refuse('impossible_price', `The price is ${show(amount)}.`);
    return needPrice(shiftPoint(decimal, pointPlaces(price)), own(price, 'currency'));
  };
  if (positiveOrNull(own(price, 'suggestedFixed')) === null) {
    return { prices: read(own(price, 'fixed')), basis: 'wholesale' };
  }
  const paid = isRecord(cost) ? decimalOrNull(own(cost, 'fixed')) : null;
  const prices = read(own(price, 'suggestedFixed'));
  const [currency = ''] = Object.keys(prices);
  const comparable = paid !== null && isRecord(cost) && own(cost, 'currency') === currency;
  const wholesale = comparable ? { currency, amount: shiftPoint(paid, pointPlaces(cost)) } : null;
  return { prices, basis: 'rrp', wholesale };
}

function readPlan(row: JsonObject, template: string): Draft {
  const externalId = needText(own(row, 'offerId'), 'offerId');
  if (own(row, 'enabled') === false) refuse('out_of_stock', 'It is switched off.');
  const unlimited = own(row, 'dataUnlimited') === true;
  const roaming = recordsOf(own(row, 'roaming'));
  const calls = own(row, 'voiceUnlimited') === true || positiveOrNull(own(row, 'voiceMinutes')) !== null;
  const places = roaming.map((entry) => own(entry, 'country'));
  return {
    externalId,
    name: textOrNull(own(row, 'shortNotes')) ?? externalId,
    places: needPlaces(places.length > 0 ? places : [own(row, 'country')]),
    generation: bestGeneration(own(row, 'dataSpeeds')),
    model: unlimited ? 'unlimited' : 'total',
    data: unlimited ? null : needAmount(own(row, 'dataGB'), 'GB', 1000),
    days: needDays(own(row, 'durationDays')),
    ...pricesOf(row),
    phoneNumber: calls ? true : null,
    updatedAt: instantOrNull(own(row, 'updatedAt')),
    link: fillLink(template, (key) => (key === 'id' ? externalId : null)),
  };
}

function envelope(page: FeedPage): { readonly rows: readonly unknown[]; readonly total: number } {
  const document = jsonOf(page);
  const total = isRecord(document) ? numberOrNull(own(document, 'total')) : null;
  if (!isRecord(document) || total === null) throw new FeedError('The feed has changed: it states no total.');
  return { rows: needRows(own(document, 'list'), '`list`', ['offerId']), total };
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const options = context.options as Options;
  const headers = { authorization: `Bearer ${context.credential('api_key')}`, accept: 'application/json' };
  let offset = 0;
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const url = withQuery(options.url, { _limit: options.pageSize ?? 500, _offset: offset });
    const page = pageOf(number, needOk(await context.request({ url, headers }), `Page ${number}`));
    const { rows, total } = envelope(page);
    yield page;
    offset += rows.length;
    if (offset >= total) return;
  }
  throw new FeedError(`The feed has more than ${PAGES_MAX} pages.`);
}

export const zendit: Adapter = {
  id: 'zendit',
  credentials: ['api_key'],
  options: Options,
  fetch: fetchPages,
  *parse(page, options) {
    yield* readObjects(page, envelope(page).rows, ['offerId'], (row) =>
      readPlan(row, (options as Options).link),
    );
  },
};
