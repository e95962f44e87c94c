/**
 * aloSIM's store API: authorise, then pages of `{items, offset, total}`. Places are ISO-3, prices are cents.
 * `dataBeforeThrottle` states no period, so it counts for the whole validity.
 */

import Type, { type Static } from 'typebox';
import {
  type Adapter,
  type Draft,
  type DraftNetwork,
  FeedError,
  type FeedPage,
  type FetchContext,
} from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { amountOfText, composeName, needAmount, shareOfADay } from '../parse/data.ts';
import { kbpsOfText } from '../parse/fair-use.ts';
import { MINOR, needPrice, pricesOrNull } from '../parse/money.ts';
import { generationsOf, needPlaces } from '../parse/place.ts';
import { needDays } from '../parse/validity.ts';
import {
  firstOf,
  isRecord,
  type JsonObject,
  linkOf,
  listOf,
  needRecord,
  needText,
  numberOrNull,
  own,
  readRow,
  recordsOf,
  refuse,
  textOrNull,
} from '../parse/value.ts';
import { needOk, PAGES_MAX, pageOf, Url, withQuery } from './common.ts';

const Options = Type.Object(
  {
    url: Url('The list of plans.'),
    authorizeUrl: Url('Where client id and secret are exchanged for a token.'),
    currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', default: 'USD' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

/** The feed has no id field; the shop's own id of a plan stands in its link. */
function planId(row: unknown): string | null {
  const link = isRecord(row) ? own(row, 'url') : null;
  if (typeof link !== 'string' || !URL.canParse(link)) return null;
  return textOrNull(new URL(link).searchParams.get('plan_id'));
}

function networksOf(row: JsonObject): DraftNetwork[] {
  const networks: DraftNetwork[] = [];
  for (const entry of recordsOf(own(row, 'providers'))) {
    const name = textOrNull(own(entry, 'network'));
    if (name === null) continue;
    networks.push({
      place: textOrNull(own(entry, 'countryCode')),
      name,
      generations: generationsOf(own(entry, 'speed')),
    });
  }
  return networks;
}

function slowing(row: JsonObject, unlimited: boolean, days: number): Partial<Draft> {
  const cap = amountOfText(own(row, 'dataBeforeThrottle'), 1000);
  const throttleKbps = kbpsOfText(own(row, 'throttleSpeed'));
  if (cap === null && throttleKbps === null) return {};
  if (!unlimited) return { afterCap: 'throttle', throttleKbps };
  const fullSpeedPerDay = cap === null ? null : shareOfADay(cap, days);
  return { afterCap: 'throttle', throttleKbps, uncapped: false, fullSpeedPerDay };
}

function readPlan(value: unknown): Draft {
  const row = needRecord(value);
  const externalId = planId(row) ?? refuse('missing_field', 'Its link has no plan_id.');
  const amount = own(row, 'dataGigabytes');
  const unlimited = typeof amount === 'string' && /^unlimited$/i.test(amount.trim());
  const data = unlimited ? null : needAmount(amount, 'GB', 1000);
  const days = needDays(own(row, 'validityDays'));
  const prices = pricesOrNull(own(row, 'prices'), MINOR);
  return {
    externalId,
    name: composeName(needText(own(row, 'name'), 'name'), data, false, days),
    places: needPlaces(listOf(own(row, 'locations'))),
    networks: networksOf(row),
    model: unlimited ? 'unlimited' : 'total',
    data,
    ...slowing(row, unlimited, days),
    days,
    prices: prices ?? needPrice(own(row, 'price'), own(row, 'currency'), MINOR),
    basis: 'retail',
    link: linkOf(own(row, 'url')),
  };
}

async function authorise(context: FetchContext): Promise<string> {
  const answer = await context.request({
    url: (context.options as Options).authorizeUrl,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      clientId: context.credential('client_id'),
      clientSecret: context.credential('client_secret'),
    }),
  });
  const document = jsonOf(pageOf(1, needOk(answer, 'Authorisation')));
  const token = isRecord(document) ? firstOf(document, 'token', 'accessToken', 'access_token') : undefined;
  if (typeof token !== 'string') throw new FeedError('Authorisation gave no token.');
  return token;
}

function envelope(page: FeedPage): { readonly items: readonly unknown[]; readonly total: number } {
  const document = jsonOf(page);
  if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `items`.');
  const total = numberOrNull(own(document, 'total'));
  if (total === null) throw new FeedError('The feed has changed: it states no total.');
  return { items: needRows(own(document, 'items'), '`items`', ['dataGigabytes']), total };
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const options = context.options as Options;
  const headers = {
    authorization: `Bearer ${await authorise(context)}`,
    'accept-language': 'en',
    accept: 'application/json',
  };
  let offset = 0;
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const query = { currency: options.currency ?? 'USD', offset, count: options.pageSize ?? 200 };
    const answer = needOk(
      await context.request({ url: withQuery(options.url, query), headers }),
      `Page ${number}`,
    );
    const page = pageOf(number, answer);
    // An empty page before the total is reached fails here: half a catalogue is no catalogue.
    const { items, total } = envelope(page);
    yield page;
    offset += items.length;
    if (offset >= total) return;
  }
  throw new FeedError(`The feed has more than ${PAGES_MAX} pages.`);
}

export const alosim: Adapter = {
  id: 'alosim',
  credentials: ['client_id', 'client_secret'],
  options: Options,
  fetch: fetchPages,
  *parse(page) {
    for (const [index, row] of envelope(page).items.entries()) {
      yield readRow(page.number, index + 1, row, planId, readPlan);
    }
  },
};
