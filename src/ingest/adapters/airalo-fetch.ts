/** Airalo's pages: a token for client credentials (3 a minute at most, valid for a day), then page after page. */
import Type, { type Static } from 'typebox';
import { type FeedAnswer, FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import { jsonOf } from '../parse/body.ts';
import { isRecord, type JsonObject, numberOrNull, own } from '../parse/value.ts';
import { LinkTemplate, needOk, nextAddress, PAGES_MAX, pageOf, Url, withQuery } from './common.ts';

export const AiraloOptions = Type.Object(
  {
    url: Url('The list of packages.'),
    tokenUrl: Url('Where client id and secret are exchanged for a token.'),
    link: LinkTemplate('{slug} and {id}'),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  },
  { additionalProperties: false },
);
export type AiraloOptions = Static<typeof AiraloOptions>;

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

export async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
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
