/** Reads the pages of a source and their rows: from the feed, from a saved response or from generated data. */
import { randomBytes } from 'node:crypto';
import type { FeedPage, FetchContext } from '../adapter.ts';
import type { SourceConfig } from '../config/load.ts';
import type { ParsedRow } from '../draft.ts';
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
  const { adapter, options, products, limits } = source;
  // `pages` is set for a saved response and for generated data.
  const isSaved = source.pages !== undefined;
  const pages: AsyncIterable<FeedPage> = source.pages?.() ?? adapter.fetch(contextOf(source, deps));
  for await (const page of pages) {
    deps.checkLease();
    const rows = async function* () {
      yield* adapter.parse(
        await adapter.expectWhole({ ...page, limits }, options, isSaved),
        options,
        products,
      );
    };
    yield { number: page.number, rows };
  }
}

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
