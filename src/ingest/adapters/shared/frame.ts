/** What adapters share: schemas of options, rows of JSON feeds, paging, token requests and error messages. */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { FORMS } from '../../../operator-files/forms.ts';
import {
  type AdapterFormat,
  FeedError,
  type FeedPage,
  type FeedRequest,
  type FeedResponse,
  type FetchContext,
} from '../../adapter.ts';
import type { Draft, ProductTerms } from '../../draft.ts';
import { jsonOf, needRows } from '../../parse/body.ts';
import { Fields, needFields } from '../../parse/fields.ts';
import { isRecord, readRow } from '../../parse/value.ts';

export const closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** `file:` is a saved response. `read/client.ts` decides which addresses are allowed. */
export const Url = (description: string) => Type.String({ pattern: FORMS.feedAddress.pattern, description });

export const LinkTemplate = (names: string) =>
  Type.String({
    pattern: FORMS.httpsAddress.pattern,
    description: `The landing page of a plan, because the feed has none. It may contain ${names}.`,
  });

export const Base = Type.Union([Type.Literal(1000), Type.Literal(1024)], {
  description: 'How many MB are a GB in this feed.',
});

export const Regions = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Names of regions and the places that they stand for: {"Europe": ["FR", "DE"]}.',
});

/** Where the rows are: the key of the list, and a field that only rows of this format have, so that a changed format fails. */
interface RowsUnder {
  readonly key: string;
  readonly expectedField: string;
}

/** What differs between the formats whose pages are JSON documents with a list of objects. */
interface JsonFormat<T extends TObject> extends Pick<AdapterFormat, 'optionalCredentials' | 'currencies'> {
  readonly credentials?: readonly string[];
  readonly options: T;
  /** The request headers of a feed that is one document at `url`. */
  readonly headers?: (context: FetchContext) => Readonly<Record<string, string>>;
  /** Fetches any other feed. */
  readonly fetch?: (context: FetchContext, options: Static<T>) => AsyncIterable<FeedPage>;
  readonly rows: RowsUnder | ((page: FeedPage) => readonly unknown[]);
  /** The field of the id. It identifies rows that are rejected. */
  readonly id: string | ((row: Fields) => string | null);
  readonly read: (row: Fields, options: Static<T>, terms: ProductTerms | undefined) => Draft;
}

export function jsonAdapter<T extends TObject>(format: JsonFormat<T>): AdapterFormat {
  type Options = Static<T>;
  const { credentials = [], optionalCredentials = [], currencies, options } = format;
  const { headers, fetch, rows, id, read } = format;
  const rowsOf = typeof rows === 'function' ? rows : (page: FeedPage) => rowsUnder(page, rows);
  const idOf = typeof id === 'function' ? id : (row: Fields) => row.text(id);
  return {
    credentials,
    optionalCredentials,
    ...(currencies && { currencies }),
    options,
    fetch(context) {
      if (fetch !== undefined) return fetch(context, context.options as Options);
      const { url } = context.options as { readonly url: string };
      return fetchWhole(context, { url, ...(headers === undefined ? {} : { headers: headers(context) }) });
    },
    *parse(page, given, terms) {
      for (const [index, value] of rowsOf(page).entries())
        yield readRow(
          page.number,
          index + 1,
          value,
          (row) => (isRecord(row) ? idOf(new Fields(row)) : null),
          (row) => read(needFields(row), given as Options, terms),
        );
    },
  };
}

/** Returns the document of a page. `key` is the key of its rows, for the error message. */
export function documentOf(page: FeedPage, key: string): Fields {
  const document = jsonOf(page);
  if (isRecord(document)) return new Fields(document);
  throw new FeedError(`The feed has changed: it is not an object with \`${key}\`.`);
}

const rowsUnder = (page: FeedPage, { key, expectedField }: RowsUnder) =>
  needRows(documentOf(page, key).at(key), `\`${key}\``, [expectedField]);

/** More pages than any catalogue has. */
export const PAGES_MAX = 2000;

function needOk(response: FeedResponse, what: string): FeedResponse {
  if (response.status >= 200 && response.status < 300) return response;
  throw new FeedError(`${what} returned status ${response.status}.`, response.status);
}

export function pageOf(number: number, { body, limits, headers: { link } }: FeedResponse): FeedPage {
  return { number, body, ...(limits !== undefined && { limits }), ...(link !== undefined && { link }) };
}

export async function* fetchWhole(context: FetchContext, request: FeedRequest): AsyncGenerator<FeedPage> {
  const response = await context.request(request);
  yield pageOf(1, needOk(response, 'The feed'));
}

/**
 * Fetches page after page. A page is identified by its address or its offset. `next` returns that of the next page, or
 * null after the last one.
 */
export async function* fetchPages(
  ask: (position: string) => Promise<FeedResponse>,
  first: string,
  next: (page: FeedPage, position: string) => string | null,
  most = PAGES_MAX,
): AsyncGenerator<FeedPage> {
  const asked = new Set<string>();
  for (let position: string | null = first; position !== null; ) {
    if (asked.size === most) throw new FeedError(`The feed has more than ${most} pages.`);
    if (asked.has(position))
      throw new FeedError('The paging of the feed leads back to a page that was already read.');
    asked.add(position);
    const page = pageOf(asked.size, needOk(await ask(position), `Page ${asked.size}`));
    yield page;
    position = next(page, position);
  }
}

export function countedRows(page: FeedPage, { key, expectedField }: RowsUnder) {
  const document = documentOf(page, key);
  const total = document.number('total');
  if (total === null) throw new FeedError('The feed has changed: it states no total.');
  return { rows: needRows(document.at(key), `\`${key}\``, [expectedField]), total };
}

/** The next page begins after the rows that were read. An empty page before the last one fails the feed. */
export function byOffset(
  counted: (page: FeedPage) => ReturnType<typeof countedRows>,
  addressAt: (offset: number) => string,
) {
  let offset = 0;
  return (page: FeedPage): string | null => {
    const { rows, total } = counted(page);
    offset += rows.length;
    if (offset >= total) return null;
    if (rows.length === 0) throw new FeedError(`The feed is incomplete: ${offset} of ${total} rows.`);
    return addressAt(offset);
  };
}

/** A POST that exchanges client credentials for a token. */
export async function tokenFrom(
  context: FetchContext,
  url: string,
  request: { readonly contentType: string; readonly body: string },
  what: string,
): Promise<Fields> {
  const response = await context.request({
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': request.contentType, accept: 'application/json' },
    body: request.body,
  });
  const document = jsonOf(pageOf(1, needOk(response, what)));
  return new Fields(isRecord(document) ? document : {});
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, accept: 'application/json' });

export function withQuery(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/**
 * Resolves the address of the next page. It must be on the configured origin, because the next request contains the
 * credential.
 */
export function nextAddress(next: string, configured: string): string {
  const address = URL.parse(next, configured);
  if (address === null || address.origin !== new URL(configured).origin)
    throw new FeedError('The next page of the feed is on another origin.');
  return address.href;
}
