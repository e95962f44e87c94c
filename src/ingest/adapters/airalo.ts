/**
 * Airalo's Partner API, version 2: what one package means. `airalo-fetch.ts` gets the pages.
 * Amounts are MB at 1,024 a GB; unlimited is `is_unlimited`, or an amount of 0 or 66651. The price is the recommended
 * retail price or `price`; `net_price` is what a partner pays and never a traveller's price.
 */

import Type, { type Static } from 'typebox';
import type { Scope } from '../../domain/plan.ts';
import {
  type Adapter,
  type Draft,
  type FeedAnswer,
  FeedError,
  type FeedPage,
  type FetchContext,
} from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needAmount } from '../parse/data.ts';
import { fairUseFields, readFairUse } from '../parse/fair-use.ts';
import { decimalOrNull, needPrice, pricesOrNull } from '../parse/money.ts';
import { needPlaces, readCoverages } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  booleanOrNull,
  fillLink,
  isRecord,
  type JsonObject,
  needRecord,
  needText,
  numberOrNull,
  own,
  positiveOrNull,
  readRow,
  recordsOf,
  refuse,
  show,
  textOrNull,
} from '../parse/value.ts';
import { LinkTemplate, needOk, nextAddress, PAGES_MAX, pageOf, Url, withQuery } from './common.ts';

/** Two spellings of "no limit", from different ages of that API. */
const UNLIMITED_AMOUNTS: ReadonlySet<number | null> = new Set([0, 66651]);

const STARTS: Readonly<Record<string, NonNullable<Draft['starts']>>> = {
  'first-usage': 'first_use',
  installation: 'install',
};

function startsOf(policy: unknown): NonNullable<Draft['starts']> {
  return typeof policy === 'string' && Object.hasOwn(STARTS, policy)
    ? (STARTS[policy] ?? 'unknown')
    : 'unknown';
}

/** One package with what stands around it. */
interface Offer {
  readonly country: JsonObject;
  readonly operator: JsonObject;
  readonly offer: unknown;
}

function scopeOf({ country, operator }: Offer): Scope | null {
  if (own(operator, 'type') === 'local') return 'country';
  if (own(operator, 'type') !== 'global') return null;
  return /^(?:world|global)/i.test(textOrNull(own(country, 'slug')) ?? '') ? 'global' : 'region';
}

function placesOf({ country, operator }: Offer): Pick<Draft, 'places' | 'networks'> {
  const { places, networks } = readCoverages(own(operator, 'coverages'));
  if (places.length > 0) return { places: needPlaces(places), networks };
  const listed = readCoverages(own(operator, 'countries')).places;
  return { places: needPlaces(listed.length > 0 ? listed : [own(country, 'country_code')]), networks };
}

/** Voice or texts need a number; a plan of data alone has none. */
function phoneNumber(operator: JsonObject, row: JsonObject): boolean | null {
  if (positiveOrNull(own(row, 'voice')) !== null || positiveOrNull(own(row, 'text')) !== null) return true;
  const type = textOrNull(own(operator, 'plan_type'));
  return type === null ? null : type !== 'data';
}

function pricesOf(row: JsonObject): Pick<Draft, 'prices' | 'wholesale'> {
  const listed = own(row, 'prices');
  const retail = isRecord(listed) ? pricesOrNull(own(listed, 'recommended_retail_price')) : null;
  const net = decimalOrNull(own(row, 'net_price'));
  return {
    prices: retail ?? needPrice(own(row, 'price'), 'USD'),
    wholesale: net === null ? null : { currency: 'USD', amount: net },
  };
}

function readPlan(around: Offer, template: string): Draft {
  const { country, operator } = around;
  const row = needRecord(around.offer);
  const externalId = needText(own(row, 'id'), 'id');
  const type = own(row, 'type');
  if (type === 'topup') refuse('top_up', 'It is a top-up.');
  if (type !== 'sim') refuse('not_a_plan', `Its type is ${show(type)}.`);
  const amount = numberOrNull(own(row, 'amount'));
  const unlimited = own(row, 'is_unlimited') === true || UNLIMITED_AMOUNTS.has(amount);
  const days = needDays(own(row, 'day'));
  const model = unlimited ? 'unlimited' : 'total';
  const slug = textOrNull(own(country, 'slug'));
  const brand = textOrNull(own(operator, 'title'));
  const title = needText(own(row, 'title'), 'title');
  return {
    externalId,
    name: brand === null ? title : `${brand} ${title}`,
    ...placesOf(around),
    scope: scopeOf(around),
    roaming: booleanOrNull(own(operator, 'is_roaming')),
    model,
    data: unlimited ? null : needAmount(own(row, 'amount'), 'MB', 1024),
    // No rule stated is not "no rule": `is_fair_usage_policy` is false on plans that are slowed all the same.
    ...fairUseFields(readFairUse(own(row, 'fair_usage_policy'), 1000), model, days),
    days,
    starts: startsOf(own(operator, 'activation_policy')),
    installWithinDays: positiveOrNull(own(operator, 'install_window_days')),
    ...pricesOf(row),
    basis: 'rrp',
    identityCheck: booleanOrNull(own(operator, 'is_kyc_verify')),
    topUp: booleanOrNull(own(operator, 'rechargeability')),
    phoneNumber: phoneNumber(operator, row),
    link: fillLink(template, (name) => (name === 'id' ? externalId : name === 'slug' ? (slug ?? '') : null)),
  };
}

function countriesOf(page: FeedPage): readonly unknown[] {
  const document = jsonOf(page);
  if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `data`.');
  const data = own(document, 'data');
  // From page 2 on, `data` may be an object that is keyed by number.
  return needRows(isRecord(data) ? Object.values(data) : data, '`data`', ['operators']);
}

function* offersOf(page: FeedPage): Generator<Offer> {
  for (const country of countriesOf(page)) {
    if (!isRecord(country)) continue;
    for (const operator of recordsOf(own(country, 'operators'))) {
      const packages = own(operator, 'packages');
      for (const offer of Array.isArray(packages) ? packages : []) yield { country, operator, offer };
    }
  }
}

const idOf = ({ offer }: Offer) => (isRecord(offer) ? textOrNull(own(offer, 'id')) : null);

// Airalo's pages: a token for client credentials (3 a minute at most, valid for a day), then page after page.

const AiraloOptions = Type.Object(
  {
    url: Url('The list of packages.'),
    tokenUrl: Url('Where client id and secret are exchanged for a token.'),
    link: LinkTemplate('{slug} and {id}'),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  },
  { additionalProperties: false },
);
type AiraloOptions = Static<typeof AiraloOptions>;

async function tokenOf(context: FetchContext): Promise<string> {
  const form = new URLSearchParams({
    client_id: context.credential('client_id'),
    client_secret: context.credential('client_secret'),
    grant_type: 'client_credentials',
  });
  const answer = await context.request({
    url: (context.options as AiraloOptions).tokenUrl,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
  });
  const document = jsonOf(pageOf(1, needOk(answer, 'The token request')));
  const data =
    isRecord(document) && isRecord(own(document, 'data')) ? (own(document, 'data') as JsonObject) : {};
  const token = own(data, 'access_token');
  if (typeof token !== 'string') throw new FeedError('The token request gave no token.');
  return token;
}

/** Asks with the token; where it has run out, gets one new token in the whole run and asks again. */
function authorised(context: FetchContext): (url: string) => Promise<FeedAnswer> {
  let token: string | null = null;
  let renewed = false;
  const ask = async (url: string): Promise<FeedAnswer> => {
    token ??= await tokenOf(context);
    const answer = await context.request({
      url,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    if (answer.status !== 401 || renewed) return answer;
    renewed = true;
    token = null;
    return ask(url);
  };
  return ask;
}

/** By `links.next` where it is given, else by `meta`. null: this was the last page. */
function addressAfter(page: FeedPage, url: string, configured: string): string | null {
  const document = jsonOf(page);
  if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `data`.');
  const links = own(document, 'links');
  const next = isRecord(links) ? own(links, 'next') : undefined;
  if (typeof next === 'string') return nextAddress(next, configured);
  const meta = own(document, 'meta');
  const current = isRecord(meta) ? numberOrNull(own(meta, 'current_page')) : null;
  const last = isRecord(meta) ? numberOrNull(own(meta, 'last_page')) : null;
  if (next === undefined && last === null) {
    throw new FeedError('The feed has changed: neither `links` nor `meta` says where it ends.');
  }
  return current !== null && last !== null && current < last ? withQuery(url, { page: current + 1 }) : null;
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const options = context.options as AiraloOptions;
  const ask = authorised(context);
  let url: string | null = withQuery(options.url, { limit: options.pageSize ?? 100, page: 1 });
  const seen = new Set<string>();
  for (let number = 1; url !== null; number += 1) {
    if (number > PAGES_MAX || seen.has(url)) throw new FeedError('The pages of the feed do not end.');
    seen.add(url);
    const page = pageOf(number, needOk(await ask(url), `Page ${number}`));
    yield page;
    url = addressAfter(page, url, options.url);
  }
}

export const airalo: Adapter = {
  id: 'airalo',
  credentials: ['client_id', 'client_secret'],
  options: AiraloOptions,
  fetch: fetchPages,
  *parse(page, options) {
    const { link } = options as AiraloOptions;
    let row = 0;
    for (const offer of offersOf(page)) {
      row += 1;
      yield readRow(page.number, row, offer, idOf, (value) => readPlan(value, link));
    }
    if (row === 0) throw new FeedError('The feed has changed: no operator has packages.');
  },
};
