/**
 * aloSIM's store API: authorise, then pages of `{items, offset, total}`. Places are ISO-3, prices are cents.
 * `dataBeforeThrottle` states no period, so it counts for the whole validity.
 */

import Type from 'typebox';
import { jsonOf } from '../parse/body.ts';
import { generationsOf, needPlaces } from '../parse/coverages.ts';
import { amountOfText, composeName, needAmount, shareOfADay } from '../parse/data.ts';
import { needDays } from '../parse/days.ts';
import { kbpsOfText } from '../parse/fair-use.ts';
import { MINOR, needPrice, pricesOrNull } from '../parse/money.ts';
import { type Fields, fieldsOf, linkOf, reject, textOrNull } from '../parse/value.ts';
import { type Draft, type DraftNetwork, FeedError, type FeedPage, type FetchContext } from '../types.ts';
import {
  byOffset,
  closed,
  countedRows,
  documentOf,
  fetchPages,
  jsonAdapter,
  needOk,
  PageSize,
  pageOf,
  Url,
  withQuery,
} from './shared/frame.ts';

/** The feed has no id field; the shop's own id of a plan stands in its link. */
function planId(row: Fields): string | null {
  const link = row.at('url');
  if (typeof link !== 'string' || !URL.canParse(link)) return null;
  return textOrNull(new URL(link).searchParams.get('plan_id'));
}

function networksOf(row: Fields): DraftNetwork[] {
  return row.records('providers').flatMap((entry) => {
    const name = entry.text('network');
    const place = entry.text('countryCode');
    return name === null ? [] : [{ place, name, generations: generationsOf(entry.at('speed')) }];
  });
}

function slowing(row: Fields, unlimited: boolean, days: number): Partial<Draft> {
  const cap = amountOfText(row.at('dataBeforeThrottle'), 1000);
  const throttleKbps = kbpsOfText(row.at('throttleSpeed'));
  if (cap === null && throttleKbps === null) return {};
  if (!unlimited) return { afterCap: 'throttle', throttleKbps };
  const fullSpeedPerDay = cap === null ? null : shareOfADay(cap, days);
  return { afterCap: 'throttle', throttleKbps, uncapped: false, fullSpeedPerDay };
}

function readPlan(row: Fields): Draft {
  const externalId = planId(row) ?? reject('missing_field', 'Its link has no plan_id.');
  const amount = row.at('dataGigabytes');
  const unlimited = typeof amount === 'string' && /^unlimited$/i.test(amount.trim());
  const data = unlimited ? null : needAmount(amount, 'GB', 1000);
  const days = needDays(row.at('validityDays'));
  const prices = pricesOrNull(row.at('prices'), MINOR);
  return {
    externalId,
    name: composeName(row.needText('name'), data, false, days),
    places: needPlaces(row.list('locations')),
    networks: networksOf(row),
    model: unlimited ? 'unlimited' : 'total',
    data,
    ...slowing(row, unlimited, days),
    days,
    prices: prices ?? needPrice(row.at('price'), row.at('currency'), MINOR),
    basis: 'retail',
    link: linkOf(row.at('url')),
  };
}

async function authorise(context: FetchContext, url: string): Promise<string> {
  const answer = await context.request({
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      clientId: context.credential('client_id'),
      clientSecret: context.credential('client_secret'),
    }),
  });
  const document = fieldsOf(jsonOf(pageOf(1, needOk(answer, 'Authorisation'))));
  const token = document.first('token', 'accessToken', 'access_token');
  if (typeof token !== 'string') throw new FeedError('Authorisation gave no token.');
  return token;
}

const counted = (page: FeedPage) => countedRows(documentOf(page, 'items'), 'items', 'dataGigabytes');

export const alosim = jsonAdapter({
  id: 'alosim',
  credentials: ['client_id', 'client_secret'],
  options: closed({
    url: Url('The list of plans.'),
    authorizeUrl: Url('Where client id and secret are exchanged for a token.'),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', default: 'USD' })),
    pageSize: PageSize(1000, 200),
  }),
  async *fetch(context, { url: list, authorizeUrl, currency = 'USD', pageSize = 200 }) {
    const headers = {
      authorization: `Bearer ${await authorise(context, authorizeUrl)}`,
      'accept-language': 'en',
      accept: 'application/json',
    };
    const addressAt = (offset: number) => withQuery(list, { currency, offset, count: pageSize });
    const ask = (url: string) => context.request({ url, headers });
    yield* fetchPages(ask, addressAt(0), byOffset(counted, addressAt));
  },
  rows: (page) => counted(page).rows,
  idOf: planId,
  reader: () => readPlan,
});
