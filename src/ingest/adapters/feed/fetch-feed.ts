/** Requests the pages of a feed, as its column map describes them. */
import type { FeedPage, FeedRequest, FetchContext } from '../../adapter.ts';
import { authorised, expectOk, filled } from '../shared/authentication.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import { pageOf, withQuery } from '../shared/frame.ts';
import { fetchByPaging, type PagePosition, withParameters } from '../shared/paging.ts';
import { aroundRows, formatOf } from '../shared/rows.ts';

/** Completes a request: signs it, or writes its body. `position` has the parameters of the page. */
export type CompleteRequest = (
  request: FeedRequest,
  context: FetchContext,
  position: PagePosition['parameters'],
) => FeedRequest;

/** `checksAnnouncements`: every field that announces a further page counts, also one that the paging does not name. */
export function fetchFeed(
  context: FetchContext,
  map: ColumnMap,
  checksAnnouncements: boolean,
  complete: CompleteRequest = (request) => request,
): AsyncIterable<FeedPage> {
  const { authentication = {}, paging, tokenUrl } = map;
  const sendAuthorised = authorised(context, authentication, tokenUrl);
  const place = typeof paging === 'object' && 'in' in paging ? paging.in : undefined;
  const url = filled(map.url, context, encodeURIComponent);
  let number = 0;
  const send = async (position: PagePosition) => {
    number += 1;
    const request = withParameters(requestFor(position.url, map), position, place);
    const response = await sendAuthorised(complete(request, context, position.parameters));
    const what = paging === undefined || paging === 'none' ? 'The feed' : `Page ${number}`;
    return expectOk(response, what, authentication, context);
  };
  if (paging === undefined || paging === 'none') return onePage(send, url);
  const formats = [map.format].flat();
  const readAround = (page: FeedPage) => aroundRows(page, formatOf(page, formats), map);
  return fetchByPaging({ url, send, readAround, checksAnnouncements }, paging);
}

async function* onePage(
  send: (position: PagePosition) => Promise<Parameters<typeof pageOf>[1]>,
  url: string,
): AsyncGenerator<FeedPage> {
  yield pageOf(1, await send({ url, parameters: {} }));
}

function requestFor(url: string, { request = {}, format }: ColumnMap): FeedRequest {
  const { headers = {}, query = {}, body, method = body === undefined ? 'GET' : 'POST' } = request;
  const accept: Record<string, string> = format === 'json' ? { accept: 'application/json' } : {};
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    url: Object.keys(query).length === 0 ? url : withQuery(url, query),
    headers: { ...accept, ...Object.fromEntries(lower), ...(body && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { method, idempotent: true, body: JSON.stringify(body ?? {}) }),
  };
}
