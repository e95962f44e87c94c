/**
 * Airalo's Partner API, version 2. Client credentials are exchanged for a token, which gives access to pages of
 * countries. Amounts are in MB, with 1,024 MB to a GB. A plan is unlimited if `is_unlimited` is true or if its amount
 * is 0 or 66651. The price is the recommended retail price or `price`. `net_price` is the wholesale price, which is
 * never shown.
 */
import type { Scope } from '../../domain/plan.ts';
import { FeedError, type FeedPage, type FeedResponse, type FetchContext } from '../adapter.ts';
import type { Draft } from '../draft.ts';
import { needRows } from '../parse/body.ts';
import { needPlaces, readCoverages } from '../parse/coverages.ts';
import { BINARY, DECIMAL } from '../parse/data.ts';
import { fairUseFields, readFairUse } from '../parse/fair-use.ts';
import { type Fields, needFields } from '../parse/fields.ts';
import { decimalOrNull } from '../parse/money.ts';
import { fillLink, isRecord, listOf, own, recordsOf, reject, show } from '../parse/value.ts';
import * as frame from './shared/frame.ts';

/** Amounts that mean "no limit" in different versions of the API. */
const UNLIMITED_AMOUNTS: ReadonlySet<number | null> = new Set([0, 66651]);

const STARTS: ReadonlyMap<unknown, NonNullable<Draft['starts']>> = new Map([
  ['first-usage', 'first_use'],
  ['installation', 'install'],
]);

function scopeOf(country: Fields, operator: Fields): Scope | null {
  if (operator.at('type') === 'local') return 'country';
  if (operator.at('type') !== 'global') return null;
  return /^(?:world|global)/i.test(country.text('slug') ?? '') ? 'global' : 'region';
}

function placesOf(country: Fields, operator: Fields): Pick<Draft, 'places' | 'networks'> {
  const { places, networks } = readCoverages(operator.at('coverages'));
  if (places.length > 0) return { places: needPlaces(places), networks };
  const listed = readCoverages(operator.at('countries')).places;
  return { places: needPlaces(listed.length > 0 ? listed : [country.at('country_code')]), networks };
}

type Telephony = Pick<Draft, 'phoneNumber' | 'calls' | 'sms' | 'callMinutes' | 'textMessages'>;

/** Calls and text messages need a phone number. A plan with data only has none of them. */
function telephonyOf(operator: Fields, row: Fields): Telephony {
  const [callMinutes, textMessages] = [row.positive('voice'), row.positive('text')];
  const hasCallsOrTexts = callMinutes !== null || textMessages !== null;
  const type = operator.text('plan_type');
  const unlessStated = type === 'data' ? false : null;
  return {
    phoneNumber: hasCallsOrTexts ? true : type === null ? null : type !== 'data',
    calls: callMinutes === null ? unlessStated : true,
    sms: textMessages === null ? unlessStated : true,
    callMinutes,
    textMessages,
  };
}

function readPlan(offer: Fields, { link }: { readonly link: string }): Draft {
  const [country, operator] = [offer.record('country'), offer.record('operator')];
  const row = needFields(offer.at('offer'));
  const externalId = row.needText('id');
  const type = row.at('type');
  if (type === 'topup') reject('top_up', 'It is a top-up.');
  if (type !== 'sim') reject('not_a_plan', `Its type is ${show(type)}.`);
  const unlimited = row.at('is_unlimited') === true || UNLIMITED_AMOUNTS.has(row.number('amount'));
  const days = row.days('day');
  const model = unlimited ? 'unlimited' : 'total';
  const brand = operator.text('title');
  const title = row.needText('title');
  const net = decimalOrNull(row.at('net_price'));
  return {
    externalId,
    name: brand === null ? title : `${brand} ${title}`,
    ...placesOf(country, operator),
    scope: scopeOf(country, operator),
    model,
    data: unlimited ? null : row.amount('amount', 'MB', BINARY),
    // The prose has advertised amounts, which are decimal.
    // `is_fair_usage_policy` is also false on some plans that are slowed down, so it is not read.
    ...fairUseFields(readFairUse(row.at('fair_usage_policy'), DECIMAL), model, days),
    days,
    starts: STARTS.get(operator.at('activation_policy')) ?? 'unknown',
    installWithinDays: operator.positive('install_window_days'),
    prices: row.record('prices').prices('recommended_retail_price') ?? row.price('price', 'USD'),
    wholesale: net === null ? null : { currency: 'USD', amount: net },
    basis: 'rrp',
    identityCheck: operator.flag('is_kyc_verify'),
    topUp: operator.flag('rechargeability'),
    ...telephonyOf(operator, row),
    link: fillLink(link, { id: externalId, slug: country.text('slug') ?? '' }),
  };
}

/** Each package with its country and operator. */
function offersOf(page: FeedPage): readonly unknown[] {
  const data = frame.documentOf(page, 'data').at('data');
  // From page 2 on, `data` may be an object that is keyed by number.
  const countries = needRows(isRecord(data) ? Object.values(data) : data, '`data`', ['operators']);
  const offers = recordsOf(countries).flatMap((country) =>
    recordsOf(own(country, 'operators')).flatMap((operator) =>
      listOf(own(operator, 'packages')).map((offer) => ({ country, operator, offer })),
    ),
  );
  if (offers.length === 0) throw new FeedError('The feed has changed: no operator has packages.');
  return offers;
}

/** The API issues at most three tokens a minute. Each is valid for a day. */
async function tokenOf(context: FetchContext, url: string): Promise<string> {
  const form = new URLSearchParams({
    client_id: context.credential('client_id'),
    client_secret: context.credential('client_secret'),
    grant_type: 'client_credentials',
  });
  const request = { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
  const document = await frame.tokenFrom(context, url, request, 'The token request');
  const token = document.record('data').at('access_token');
  if (typeof token !== 'string') throw new FeedError('The response to the token request has no token.');
  return token;
}

/** Sends requests with a token. An expired token is renewed at most once in a run. */
function authorised(context: FetchContext, tokenUrl: string): (url: string) => Promise<FeedResponse> {
  let token: string | null = null;
  let renewed = false;
  const ask = async (url: string): Promise<FeedResponse> => {
    token ??= await tokenOf(context, tokenUrl);
    const response = await context.request({ url, headers: frame.bearer(token) });
    if (response.status !== 401 || renewed) return response;
    renewed = true;
    token = null;
    return ask(url);
  };
  return ask;
}

/** Returns the address of the next page, from `links.next` or else from `meta`. Returns null after the last page. */
function addressAfter(page: FeedPage, url: string, configured: string): string | null {
  const document = frame.documentOf(page, 'data');
  const next = document.record('links').at('next');
  if (typeof next === 'string') return frame.nextAddress(next, configured);
  const meta = document.record('meta');
  const [current, last] = [meta.number('current_page'), meta.number('last_page')];
  if (next === undefined && last === null)
    throw new FeedError('The feed has changed: neither `links` nor `meta` states the last page.');
  return current !== null && last !== null && current < last
    ? frame.withQuery(url, { page: current + 1 })
    : null;
}

export default frame.jsonAdapter({
  credentials: ['client_id', 'client_secret'],
  options: frame.closed({
    url: frame.Url('The list of packages.'),
    tokenUrl: frame.Url('The address that exchanges the client id and secret for a token.'),
    link: frame.LinkTemplate('{slug} and {id}'),
  }),
  fetch(context, { url: list, tokenUrl }) {
    const first = frame.withQuery(list, { limit: 100, page: 1 });
    return frame.fetchPages(authorised(context, tokenUrl), first, (page, url) =>
      addressAfter(page, url, list),
    );
  },
  rows: offersOf,
  id: (row) => row.record('offer').text('id'),
  read: readPlan,
});
