/** Paging of the generic adapter: by page number, by the address of the next page, or by a cursor. */

import Type, { type Static } from 'typebox';
import { FeedError, type FeedPage, type FeedRequest, type FetchContext } from '../../adapter.ts';
import { jsonOf } from '../../parse/body.ts';
import { isRecord, numberOrNull, own, textOrNull } from '../../parse/value.ts';
import { closed, fetchPages, nextAddress, PAGES_MAX, withQuery } from './frame.ts';

const Path = (description: string) => Type.String({ minLength: 1, description });
const Parameter = (description: string) => Type.String({ pattern: '^[\\w.\\[\\]-]+$', description });
const maximumPages = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: PAGES_MAX,
    description: `A feed with more pages fails. Default ${PAGES_MAX}.`,
  }),
);

export const Paging = Type.Union([
  closed({
    by: Type.Literal('page'),
    parameter: Parameter('Query parameter that takes the number of the page.'),
    first: Type.Optional(Type.Enum([0, 1], { description: 'The number of the first page. Default 1.' })),
    sizeParameter: Type.Optional(Parameter('Query parameter that takes the number of rows in a page.')),
    size: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Rows in a full page. A page with fewer rows is the last one, unless `pages` is given.',
    }),
    pages: Type.Optional(Path('Path to the number of pages ("meta.last_page").')),
    maximumPages,
  }),
  closed({
    by: Type.Literal('next'),
    path: Path('Path to the address of the next page ("links.next"). The last page has none.'),
    maximumPages,
  }),
  closed({
    by: Type.Literal('cursor'),
    path: Path('Path to the cursor of the next page ("meta.cursor"). The last page has none.'),
    parameter: Parameter('Query parameter that takes the cursor.'),
    maximumPages,
  }),
]);
export type Paging = Static<typeof Paging>;

/** Follows a path such as "data.items", through own properties only. An empty path is the document itself. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const step of path.split('.').filter((word) => word !== '')) {
    value = isRecord(value) ? own(value, step) : undefined;
  }
  return value;
}

/** `rows` is the path to the list of rows in a page. `request` adds the credential to the address of a page. */
export async function* fetchByPaging(
  context: FetchContext,
  request: (url: string) => FeedRequest,
  { url, rows = '' }: { readonly url: string; readonly rows?: string },
  paging: Paging,
): AsyncGenerator<FeedPage> {
  let previous: Uint8Array | null = null;
  const rowsIn = (document: unknown): number | null => {
    const list = valueAt(document, rows);
    return Array.isArray(list) ? list.length : null;
  };
  const next = (page: FeedPage): string | null => {
    // A feed that ignores the parameter returns the first page for every number.
    if (previous !== null && Buffer.compare(previous, page.body) === 0)
      throw new FeedError(`Page ${page.number} is the same as the page before it.`);
    previous = page.body;
    const document = jsonOf(page);
    const rowCount = rowsIn(document);
    const address = addressAfter({ number: page.number, document, rowCount }, url, paging);
    if (rowCount === 0 && address !== null)
      throw new FeedError(
        `The feed is incomplete: page ${page.number} has no rows, but is not the last one.`,
      );
    return address;
  };
  const firstUrl = paging.by === 'page' ? urlOfPage(1, url, paging) : url;
  const ask = (address: string) => context.request(request(address));
  // A last page may be empty. An empty first page fails when its rows are read.
  for await (const page of fetchPages(ask, firstUrl, next, paging.maximumPages ?? PAGES_MAX))
    if (page.number === 1 || rowsIn(jsonOf(page)) !== 0) yield page;
}

type ByPage = Extract<Paging, { by: 'page' }>;

interface ReadPage {
  /** Counted from 1, also if the feed counts from 0. */
  readonly number: number;
  readonly document: unknown;
  /** null: the document has no list of rows. */
  readonly rowCount: number | null;
}

function urlOfPage(page: number, url: string, { parameter, first = 1, sizeParameter, size }: ByPage): string {
  const query = { [parameter]: page - 1 + first };
  return withQuery(url, sizeParameter === undefined ? query : { ...query, [sizeParameter]: size });
}

/** The address of the page after this one; null: this is the last page. */
function addressAfter(page: ReadPage, url: string, paging: Paging): string | null {
  if (paging.by === 'page') return isLast(page, paging) ? null : urlOfPage(page.number + 1, url, paging);
  const next = textOrNull(valueAt(page.document, paging.path));
  if (next === null) return null;
  return paging.by === 'next' ? nextAddress(next, url) : withQuery(url, { [paging.parameter]: next });
}

function isLast({ number, document, rowCount }: ReadPage, { pages, size }: ByPage): boolean {
  if (pages === undefined) return rowCount === null || rowCount < size;
  const last = numberOrNull(valueAt(document, pages));
  if (last === null)
    throw new FeedError(`The feed has changed: it states no number of pages in \`${pages}\`.`);
  return number >= last;
}
