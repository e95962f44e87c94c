/** Paging of a connector: by page, offset, cursor, last row, the address of the next page, or the `Link` header. */

import Type, { type Static } from 'typebox';
import { FeedError, type FeedPage, type FeedRequest, type FeedResponse } from '../../adapter.ts';
import { booleanOrNull, numberOrNull, textOrNull } from '../../parse/value.ts';
import { announcedBy, nextLink, shown } from './announced.ts';
import type { AroundRows } from './formats.ts';
import { closed, nextAddress, pageOf, withQuery } from './frame.ts';
import { readPath } from './path.ts';

/** More pages than any catalogue has. */
const PAGES_MAX = 2000;

const Path = (description: string) => Type.String({ minLength: 1, description });
const Parameter = (description: string) => Type.String({ pattern: '^[\\w.\\[\\]-]+$', description });
const Size = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000, description });
const common = {
  maximumPages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGES_MAX,
      description: `A feed with more pages fails. Default ${PAGES_MAX}.`,
    }),
  ),
};
const sent = {
  ...common,
  in: Type.Optional(
    Type.Enum(['query', 'body'], { description: 'Where the parameters are sent. Default query.' }),
  ),
  sizeParameter: Type.Optional(Parameter('Parameter that takes the number of rows in a page.')),
};
const more = {
  more: Type.Optional(Path('Path to a value that is false on the last page ("has_more").')),
};

export const Paging = Type.Union([
  closed({
    by: Type.Literal('page'),
    parameter: Parameter('Parameter that takes the number of the page.'),
    first: Type.Optional(Type.Enum([0, 1], { description: 'The number of the first page. Default 1.' })),
    size: Size(
      'Rows in a full page. Without `pages`, `total` and `untilEmpty`, a page with fewer rows is the last one.',
    ),
    pages: Type.Optional(Path('Path to the number of pages ("meta.last_page").')),
    total: Type.Optional(Path('Path to the number of rows of all pages ("total").')),
    untilEmpty: Type.Optional(
      Type.Boolean({ description: 'True if pages may be short: only a page without rows is the last one.' }),
    ),
    ...sent,
  }),
  closed({
    by: Type.Literal('offset'),
    parameter: Parameter('Parameter that takes the number of rows before the page.'),
    size: Size('Rows in a full page. Without `total`, a page with fewer rows is the last one.'),
    total: Type.Optional(Path('Path to the number of rows of all pages ("total").')),
    ...sent,
  }),
  closed({
    by: Type.Literal('next'),
    path: Path(
      'Path to the address of the next page ("links.next"), also without a host. The last page has none.',
    ),
    ...common,
  }),
  closed({ by: Type.Literal('link'), ...common }),
  closed({
    by: Type.Literal('cursor'),
    path: Path('Path to the cursor of the next page ("meta.cursor"). The last page has none.'),
    parameter: Parameter('Parameter that takes the cursor.'),
    size: Type.Optional(
      Size('Rows in a page, which `sizeParameter` sends. It does not decide which page is the last one.'),
    ),
    ...more,
    ...sent,
  }),
  closed({
    by: Type.Literal('last'),
    column: Path('The field of the last row that continues the list ("id").'),
    parameter: Parameter('Parameter that takes it ("starting_after").'),
    size: Type.Optional(Size('Rows in a full page. Without `more`, a page with fewer rows is the last one.')),
    ...more,
    ...sent,
  }),
]);
export type Paging = Static<typeof Paging>;

/** What is sent for one page: an address, and parameters in its query or in the body. */
export interface PagePosition {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

type Parameters = PagePosition['parameters'];

interface PagedFeed {
  readonly url: string;
  readonly send: (position: PagePosition) => Promise<FeedResponse>;
  readonly readAround: (page: FeedPage) => Promise<AroundRows>;
  /** True if every field that announces a further page counts, also one that the paging does not name. */
  readonly checksAnnouncements: boolean;
}

/** Adds parameters to a request, in the query or in a JSON body. */
export function withParameters(
  request: FeedRequest,
  { parameters }: PagePosition,
  place: 'query' | 'body' = 'query',
): FeedRequest {
  if (Object.keys(parameters).length === 0) return request;
  if (place === 'query') return { ...request, url: withQuery(request.url, parameters) };
  const body = JSON.parse(request.body ?? '{}') as object;
  return { ...request, body: JSON.stringify({ ...body, ...parameters }) };
}

export async function* fetchByPaging(feed: PagedFeed, paging: Paging): AsyncGenerator<FeedPage> {
  const { maximumPages = PAGES_MAX } = paging;
  const asked = new Set<string>();
  let previous: Uint8Array | null = null;
  let offset = 0;
  let position: PagePosition | null = { url: feed.url, parameters: firstParameters(paging) };
  while (position !== null) {
    if (asked.size === maximumPages) throw new FeedError(`The feed has more than ${maximumPages} pages.`);
    const key = JSON.stringify(position);
    if (asked.has(key))
      throw new FeedError('The paging of the feed leads back to a page that was already read.');
    asked.add(key);
    const page = pageOf(asked.size, await feed.send(position));
    // A feed that ignores the parameter returns the first page for every number.
    if (previous !== null && Buffer.compare(previous, page.body) === 0)
      throw new FeedError(`Page ${page.number} is the same as the page before it.`);
    previous = page.body;
    const around = await feed.readAround(page);
    const isEmpty = around.rowCount === 0;
    offset += around.rowCount ?? 0;
    const read = { ...around, page, offset };
    position = positionAfter(read, feed.url, position, paging);
    if (position === null && feed.checksAnnouncements) expectEnd(read, paging);
    if (isEmpty && position !== null)
      throw new FeedError(
        `The feed is incomplete: page ${page.number} has no rows, but is not the last one (${offset} rows so far).`,
      );
    const { document } = around;
    // A last page may be empty. An empty first page fails when its rows are read.
    if (page.number === 1 || !isEmpty) yield document === undefined ? page : { ...page, document };
  }
}

function firstParameters(paging: Paging): Parameters {
  if (paging.by === 'page') return { [paging.parameter]: paging.first ?? 1, ...sizeOf(paging) };
  if (paging.by === 'offset') return { [paging.parameter]: 0, ...sizeOf(paging) };
  return paging.by === 'cursor' || paging.by === 'last' ? sizeOf(paging) : {};
}

const sizeOf = ({ sizeParameter, size }: { sizeParameter?: string; size?: number }): Parameters =>
  sizeParameter === undefined || size === undefined ? {} : { [sizeParameter]: size };

interface ReadPage extends AroundRows {
  readonly page: FeedPage;
  /** Rows of all pages so far. */
  readonly offset: number;
}

/** The page after this one; null: this is the last page. */
function positionAfter(
  read: ReadPage,
  configured: string,
  position: PagePosition,
  paging: Paging,
): PagePosition | null {
  const continued = (parameter: string, value: string | number): PagePosition => ({
    ...position,
    parameters: { ...position.parameters, [parameter]: value },
  });
  const linked = (next: string | null): PagePosition | null =>
    next === null ? null : { url: nextAddress(next, configured), parameters: {} };
  switch (paging.by) {
    case 'page': {
      const { first = 1 } = paging;
      // Our page n is page first + n - 1 of the feed, so the next one is first + n.
      return isLast(read, paging) ? null : continued(paging.parameter, first + read.page.number);
    }
    case 'offset':
      return hasAll(read, paging) ? null : continued(paging.parameter, read.offset);
    case 'next':
      return linked(textOrNull(read.at(paging.path)));
    case 'link':
      return linked(nextLink(read.page));
    case 'cursor': {
      if (paging.more !== undefined && !saysMore(read, paging)) return null;
      const cursor = textOrNull(read.at(paging.path));
      if (cursor === null && paging.more !== undefined)
        throw new FeedError(
          `The feed says in \`${paging.more}\` that a page follows, but \`${paging.path}\` has no cursor.`,
        );
      return cursor === null ? null : continued(paging.parameter, cursor);
    }
    case 'last': {
      const last = isLastOfList(read, paging) ? null : textOrNull(lastOf(read, paging.column));
      return last === null ? null : continued(paging.parameter, last);
    }
  }
}

/** Throws `FeedError` if the paging ends on a page that announces more. Then the paging does not fit the feed. */
function expectEnd(read: ReadPage, paging: Paging): void {
  const { page, surroundings, offset } = read;
  const soFar = { pages: page.number, rows: offset, isEndStated: isEndStated(read, page.number, paging) };
  const found = announcedBy(page, surroundings, soFar);
  if (found === null) return;
  throw new FeedError(
    `The paging ended on page ${page.number}, with ${offset} rows so far, but the feed announces more (${found}): check "paging".`,
  );
}

/** False if the end only follows from a page that is not full, or from the lack of a field that no page had. */
export function isEndStated(read: AroundRows, pages: number, paging: Paging): boolean {
  if (read.rowCount === 0) return true;
  switch (paging.by) {
    case 'page':
      return paging.pages !== undefined || paging.total !== undefined;
    case 'offset':
      return paging.total !== undefined;
    case 'next':
    case 'link':
      return pages > 1;
    case 'cursor':
      return pages > 1 || saysLast(read, paging);
    case 'last':
      return saysLast(read, paging);
  }
}

/**
 * Returns what a saved response announces by the fields that the paging names, or null. It may have the rows of several
 * pages, and a list without anything around it has none of the fields.
 */
export function announcedByPaging(read: AroundRows, paging: Paging): string | null {
  const { at, rowCount } = read;
  const stated = (path: string, announces: (value: unknown) => boolean): string | null =>
    announces(at(path)) ? `${path} is ${shown(at(path))}` : null;
  const fullPage = (size: number | undefined): string | null =>
    rowCount === size ? `it has ${size} rows, as many as a full page` : null;
  const above = (least: number) => (value: unknown) => (numberOrNull(value) ?? 0) > least;
  switch (paging.by) {
    case 'page':
      if (paging.pages !== undefined) return stated(paging.pages, above(1));
      return paging.total === undefined ? fullPage(paging.size) : stated(paging.total, above(rowCount ?? 0));
    case 'offset':
      return paging.total === undefined ? fullPage(paging.size) : stated(paging.total, above(rowCount ?? 0));
    case 'link':
      return null;
    case 'next':
      return stated(paging.path, (value) => textOrNull(value) !== null);
    case 'cursor':
      return saysLast(read, paging) ? null : stated(paging.path, (value) => textOrNull(value) !== null);
    case 'last':
      return paging.more === undefined ? fullPage(paging.size) : stated(paging.more, isTrue);
  }
}

/** The page states that no page follows. */
const saysLast = ({ at }: AroundRows, { more }: { readonly more?: string }): boolean =>
  more !== undefined && booleanOrNull(at(more)) === false;

/** The page states that a page follows. */
const saysMore = ({ at }: AroundRows, { more }: { readonly more?: string }): boolean =>
  more !== undefined && isTrue(at(more));

const isTrue = (value: unknown): boolean => booleanOrNull(value) === true;

/** Without a value that states whether there is more, a page that is not full is the last one. */
function isLastOfList(read: AroundRows, { more, size }: Extract<Paging, { by: 'last' }>): boolean {
  if (more !== undefined) return !saysMore(read, { more }) || read.rowCount === 0;
  return read.rowCount === 0 || (size !== undefined && (read.rowCount ?? 0) < size);
}

const lastOf = ({ last }: AroundRows, column: string): unknown =>
  last === null ? undefined : readPath(column)(last);

type ByPage = Extract<Paging, { by: 'page' }>;

function isLast(read: ReadPage, { pages, total, size, untilEmpty }: ByPage): boolean {
  if (pages !== undefined) return read.page.number >= needNumber(read, pages, 'number of pages');
  if (total !== undefined) return hasAll(read, { total, size });
  return untilEmpty === true ? !read.rowCount : (read.rowCount ?? 0) < size;
}

/** An empty page before the last row fails the feed, which `fetchByPaging` reports. */
function hasAll(read: ReadPage, { total, size }: { total?: string; size: number }): boolean {
  if (total === undefined) return (read.rowCount ?? 0) < size;
  return read.offset >= needNumber(read, total, 'total');
}

function needNumber({ at }: AroundRows, path: string, what: string): number {
  const number = numberOrNull(at(path));
  if (number === null) throw new FeedError(`The feed has changed: it states no ${what} in \`${path}\`.`);
  return number;
}
