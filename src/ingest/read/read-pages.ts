/** Reads the pages of a source and their rows: from the feed, from a saved response or from generated data. */
import { randomBytes } from 'node:crypto';
import { FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import type { SourceConfig } from '../config/load.ts';
import type { ParsedRow } from '../draft.ts';
import { jsonOf } from '../parse/body.ts';
import { announcedIn, linksToNextPage } from './announced.ts';
import type { FeedClient } from './client.ts';
import type { Credentials } from './credentials.ts';

export interface PageOfRows {
  readonly number: number;
  /** Parses the page. Rows are parsed while they are consumed, so that the drafts of a whole feed are never in memory together. */
  readonly rows: () => Iterable<ParsedRow> | AsyncIterable<ParsedRow>;
}

interface ReadDeps {
  readonly client: Pick<FeedClient, 'request'>;
  readonly credentials: Pick<Credentials, 'credential'>;
  readonly clock: () => number;
  /** Throws if the run must end. */
  readonly checkLease: () => void;
}

export async function* readPages(source: SourceConfig, deps: ReadDeps): AsyncGenerator<PageOfRows> {
  // `pages` is set for a saved response and for generated data.
  const pages: AsyncIterable<FeedPage> = source.pages?.() ?? source.adapter.fetch(contextOf(source, deps));
  for await (const page of pages) {
    deps.checkLease();
    const rows = () =>
      source.adapter.parse(
        expectWhole(source, { ...page, limits: source.limits }),
        source.options,
        source.products,
      );
    yield { number: page.number, rows };
  }
}

/** Throws `FeedError` if the source reads one page only, and that page announces more. Returns the page to parse. */
function expectWhole({ adapter, options }: SourceConfig, page: FeedPage): FeedPage {
  const onlyPage = adapter.onlyPage?.(options) ?? null;
  if (onlyPage === null) return page;
  const { list } = onlyPage;
  if (linksToNextPage(page)) throw announced('it has a Link header with rel="next"');
  if (list === '') return page;
  const document = jsonOf(page);
  const found = announcedIn(document, list);
  if (found !== null) throw announced(found);
  return { ...page, document };
}

const announced = (what: string): FeedError =>
  new FeedError(
    `The feed announces more than was read (${what}): set "paging", or "paging": "none" if this page is all.`,
  );

function contextOf(
  { options, credentials: credentialNames, limits }: SourceConfig,
  { client, credentials, clock }: ReadDeps,
): FetchContext {
  return {
    options,
    credential: credentials.credential,
    variable: (role) => credentialNames[role],
    hasCredential: (role) => Object.hasOwn(credentialNames, role),
    request: async (request) => ({ ...(await client.request(request)), limits }),
    now: clock,
    nonce: () => randomBytes(16).toString('hex'),
  };
}
