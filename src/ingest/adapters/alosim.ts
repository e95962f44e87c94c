/**
 * aloSIM's store API. An authorisation request returns a token, which gives access to pages of
 * `{items, offset, total}`. Places are ISO 3166 alpha-3 codes and prices are in cents. Plans have no name: `name` is the
 * name of the place. `dataBeforeThrottle` has no period, so it counts for the whole validity.
 */
import Type from 'typebox';
import { FORMS } from '../../operator-files/forms.ts';
import { FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import type { Draft, DraftNetwork } from '../draft.ts';
import { needPlaces } from '../parse/coverages.ts';
import { amountOfText, DECIMAL, shareOfADay } from '../parse/data.ts';
import type { Fields } from '../parse/fields.ts';
import { bestGeneration } from '../parse/generations.ts';
import { IN_CENTS } from '../parse/money.ts';
import { kbpsOfText } from '../parse/speeds.ts';
import { reject, textOrNull } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

/** The feed has no id field, but the link of a plan contains the shop's id. */
function planId(row: Fields): string | null {
  const link = row.at('url');
  return typeof link === 'string' ? textOrNull(URL.parse(link)?.searchParams.get('plan_id')) : null;
}

function networksOf(row: Fields): DraftNetwork[] {
  return row.records('providers').flatMap((entry) => {
    const name = entry.text('network');
    const place = entry.text('countryCode');
    return name === null ? [] : [{ place, name, generation: bestGeneration(entry.at('speed')) }];
  });
}

function slowing(row: Fields, unlimited: boolean, days: number): Partial<Draft> {
  const cap = amountOfText(row.at('dataBeforeThrottle'), DECIMAL);
  const throttleKbps = kbpsOfText(row.at('throttleSpeed'));
  if (cap === null && throttleKbps === null) return {};
  if (!unlimited) return { afterCap: 'throttle', throttleKbps };
  const fullSpeedPerDay = cap === null ? null : shareOfADay(cap, days);
  return { afterCap: 'throttle', throttleKbps, fullSpeedPerDay };
}

function readPlan(row: Fields): Draft {
  const externalId = planId(row) ?? reject('missing_field', 'Its link has no plan_id.');
  const unlimited = /^unlimited$/i.test(row.text('dataGigabytes') ?? '');
  const data = unlimited ? null : row.amount('dataGigabytes', 'GB', DECIMAL);
  const days = row.days('validityDays');
  return {
    externalId,
    name: null,
    placeName: row.text('name'),
    places: needPlaces(row.list('locations')),
    networks: networksOf(row),
    model: unlimited ? 'unlimited' : 'total',
    data,
    ...slowing(row, unlimited, days),
    days,
    prices: row.prices('prices', IN_CENTS) ?? row.price('price', row.at('currency'), IN_CENTS),
    basis: 'retail',
    link: row.link('url'),
  };
}

async function authorise(context: FetchContext, url: string): Promise<string> {
  const body = JSON.stringify({
    clientId: context.credential('client_id'),
    clientSecret: context.credential('client_secret'),
  });
  const request = { contentType: 'application/json', body };
  const document = await frame.tokenFrom(context, url, request, 'The authorisation request');
  // The name of the field is not documented.
  const token = document.first('token', 'accessToken', 'access_token');
  if (typeof token !== 'string')
    throw new FeedError('The response to the authorisation request has no token.');
  return token;
}

const counted = (page: FeedPage) => frame.countedRows(page, { key: 'items', expectedField: 'dataGigabytes' });

export default frame.jsonAdapter({
  credentials: ['client_id', 'client_secret'],
  options: frame.closed({
    url: frame.Url('The list of plans.'),
    authorizeUrl: frame.Url('The address that exchanges the client id and secret for a token.'),
    currency: Type.Optional(Type.String({ pattern: FORMS.currency.pattern, default: 'USD' })),
  }),
  async *fetch(context, { url: list, authorizeUrl, currency = 'USD' }) {
    const headers = { ...frame.bearer(await authorise(context, authorizeUrl)), 'accept-language': 'en' };
    const addressAt = (offset: number) => frame.withQuery(list, { currency, offset, count: 200 });
    const ask = (url: string) => context.request({ url, headers });
    yield* frame.fetchPages(ask, addressAt(0), frame.byOffset(counted, addressAt));
  },
  rows: (page) => counted(page).rows,
  id: planId,
  read: readPlan,
});
