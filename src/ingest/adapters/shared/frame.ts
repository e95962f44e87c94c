/** What adapters share: schemas of their options, the rows of a JSON feed, one polite question, one clear failure. */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { jsonOf, needRows } from '../../parse/body.ts';
import { Fields, isRecord, needFields, readRow } from '../../parse/value.ts';
import {
  type Adapter,
  type Draft,
  FeedError,
  type FeedPage,
  type FeedRequest,
  type FeedResponse,
  type FetchContext,
} from '../../types.ts';

/** These options and no others. */
export const closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** `fetch.ts` decides which addresses are allowed; this only catches a slip of the pen early. `file:` is a saved answer. */
export const Url = (description: string) => Type.String({ pattern: '^(https?://|file:)\\S+$', description });

export const LinkTemplate = (names: string) =>
  Type.String({
    pattern: '^https://\\S+$',
    description: `The landing page of a plan, since the feed carries none. May hold ${names}.`,
  });

export const Base = Type.Union([Type.Literal(1000), Type.Literal(1024)], {
  description: 'How many MB the feed counts to a GB.',
});

export const Regions = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Names of regions and the places that they stand for: {"Europe": ["FR", "DE"]}.',
});

export const PageSize = (maximum: number, size: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: size }));

/** An adapter of a format whose pages are JSON documents with a list of objects. */
export interface JsonFormat<T extends TObject> extends Pick<Adapter, 'id' | 'optionalCredentials'> {
  readonly credentials?: readonly string[];
  readonly options: T;
  /** One document at `url` where it is left out. */
  readonly fetch?: (context: FetchContext, options: Static<T>) => AsyncIterable<FeedPage>;
  readonly rows: (page: FeedPage) => readonly unknown[];
  /** A row's id, for the operator who looks for it. */
  readonly idOf: (row: Fields) => string | null;
  readonly reader: (options: Static<T>) => (row: Fields) => Draft;
}

export function jsonAdapter<T extends TObject>(format: JsonFormat<T>): Adapter {
  const { credentials = [], fetch = (context, { url }) => fetchWhole(context, { url: url as string }) } =
    format;
  const { rows, idOf, reader, ...named } = format;
  return {
    ...named,
    credentials,
    fetch: (context) => fetch(context, context.options as Static<T>),
    *parse(page, options) {
      const read = reader(options as Static<T>);
      for (const [index, value] of rows(page).entries())
        yield readRow(
          page.number,
          index + 1,
          value,
          (row) => (isRecord(row) ? idOf(new Fields(row)) : null),
          (row) => read(needFields(row)),
        );
    },
  };
}

/** The document of a page; `key` is where it has its rows. */
export function documentOf(page: FeedPage, key: string): Fields {
  const document = jsonOf(page);
  if (isRecord(document)) return new Fields(document);
  throw new FeedError(`The feed has changed: it is no object with \`${key}\`.`);
}

/** The rows of a page that stand under a key of its document, one of them with the field that makes it a row. */
export const rowsUnder = (key: string, mark: string) => (page: FeedPage) =>
  needRows(documentOf(page, key).at(key), `\`${key}\``, [mark]);

/** More pages than any catalogue has: an endless feed stops here. */
export const PAGES_MAX = 2000;

export function needOk(answer: FeedResponse, what: string): FeedResponse {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new FeedError(`${what} answered with status ${answer.status}.`, answer.status);
}

export function pageOf(number: number, answer: FeedResponse): FeedPage {
  return { number, contentType: answer.headers['content-type'] ?? null, body: answer.body };
}

/** A feed that is one document. */
export async function* fetchWhole(context: FetchContext, request: FeedRequest): AsyncGenerator<FeedPage> {
  const answer = await context.request({ conditional: true, ...request });
  yield pageOf(1, needOk(answer, 'The feed'));
}

/** Page after page. `next` gives the address of the page after one, or null where that was the last. */
export async function* fetchPages(
  ask: (url: string) => Promise<FeedResponse>,
  first: string,
  next: (page: FeedPage, url: string) => string | null,
): AsyncGenerator<FeedPage> {
  const asked = new Set<string>();
  for (let url: string | null = first; url !== null; ) {
    if (asked.size === PAGES_MAX) throw new FeedError(`The feed has more than ${PAGES_MAX} pages.`);
    if (asked.has(url)) throw new FeedError('The pages of the feed do not end.');
    asked.add(url);
    const page = pageOf(asked.size, needOk(await ask(url), `Page ${asked.size}`));
    yield page;
    url = next(page, url);
  }
}

/** The rows of one page, and how many there are in all. */
export interface Counted {
  readonly rows: readonly unknown[];
  readonly total: number;
}

export function countedRows(document: Fields, key: string, mark: string): Counted {
  const total = document.number('total');
  if (total === null) throw new FeedError('The feed has changed: it states no total.');
  return { rows: needRows(document.at(key), `\`${key}\``, [mark]), total };
}

/** The next page begins behind the rows so far. An empty one before the last fails: half a catalogue is none. */
export function byOffset(counted: (page: FeedPage) => Counted, addressAt: (offset: number) => string) {
  let offset = 0;
  return (page: FeedPage): string | null => {
    const { rows, total } = counted(page);
    offset += rows.length;
    return offset >= total ? null : addressAt(offset);
  };
}

/** The address with query parameters set. */
export function withQuery(url: string, parameters: Readonly<Record<string, string | number>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
  return address.href;
}

/**
 * The address of the next page, as a feed names it. It must stay on the configured origin: the next request carries
 * the credential, and a feed does not decide who gets it.
 */
export function nextAddress(next: string, configured: string): string {
  const address = URL.canParse(next, configured) ? new URL(next, configured) : null;
  if (address === null || address.origin !== new URL(configured).origin) {
    throw new FeedError('The feed names a next page on another origin.');
  }
  return address.href;
}
