/**
 * Feeds are read from a server over TLS with their authentication and their paging. The fixtures of the project are always
 * read. Feeds in their documented shapes, with their expected plans, are read where the folder with them lies beside the
 * project, of which they are no part.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { parse } from 'csv-parse/sync';
import type { Plan } from '../../src/domain/plan.ts';
import type { FeedPage } from '../../src/ingest/adapter.ts';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import type { Draft, ParsedRow } from '../../src/ingest/draft.ts';
import { normalise } from '../../src/ingest/normalise/normalise.ts';
import { propose } from '../../src/ingest/onboarding/propose.ts';
import { createPlaceResolver } from '../../src/ingest/parse/places.ts';
import { createFeedClient } from '../../src/ingest/read/client.ts';
import { CASES, fixture, type Options } from '../../src/ingest/testing/adapters.ts';
import { settings } from '../../src/ingest/testing/plans.ts';
import { type Authority, createAuthority } from '../support/certificates.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'connectors');
const HOST = 'feed.example';
const NOW = Date.parse('2026-11-18T12:00:00Z');

interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

interface Feed {
  readonly folder: string;
  readonly adapter: string;
  /** Files in the order of pages. */
  readonly files?: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly credentials?: Readonly<Record<string, string>>;
  /** True if the request has the right credentials. */
  readonly isAuthorised?: (asked: Asked) => boolean;
  /** The number of the page that a request asks for, from 1. */
  readonly pageOf?: (asked: Asked) => number;
  /** Read from saved responses, without requests. */
  readonly isSaved?: boolean;
}

const link = (host: string, path = 'p/{id}') => ({ link: `https://${host}.example/${path}` });
const query = (name: string) => (asked: Asked) => Number(asked.url.searchParams.get(name));
const header = (name: string, value: string) => (asked: Asked) => asked.headers[name] === value;
const bearer = (token: string) => header('authorization', `Bearer ${token}`);
const basic = (pair: string) => header('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
const oauth = { client_id: 'the-client', client_secret: 'the-secret' };
const titles = { ignore: ['Lumen'] };
const ESIM_ACCESS = { access_code: 'access-1', secret_key: 'secret-1' };

const FEEDS: readonly Feed[] = [
  {
    folder: 'airalo',
    adapter: 'airalo',
    options: { ...link('vista', '{slug}-esim/{id}'), tokenUrl: 'token' },
    credentials: oauth,
    isAuthorised: bearer('issued-token'),
    pageOf: query('page'),
  },
  {
    folder: 'esimaccess',
    adapter: 'esimaccess',
    options: link('lantern'),
    credentials: ESIM_ACCESS,
    isAuthorised: ({ method, headers, body }) => {
      const signed = `${headers['rt-timestamp']}${headers['rt-requestid']}${headers['rt-accesscode']}${body}`;
      const expected = createHmac('sha256', ESIM_ACCESS.secret_key).update(signed).digest('hex');
      return method === 'POST' && headers['rt-signature'] === expected;
    },
  },
  {
    folder: 'esimgo',
    adapter: 'esimgo',
    options: { constants: { currency: 'USD' } },
    credentials: { api_key: 'key-1' },
    isAuthorised: header('x-api-key', 'key-1'),
    pageOf: query('page'),
  },
  {
    folder: 'mobimatter',
    adapter: 'mobimatter',
    options: link('harbour', 'esim/{id}'),
    credentials: { api_key: 'key-1', merchant_id: 'merchant-1' },
    isAuthorised: ({ headers }) => headers['api-key'] === 'key-1' && headers['merchantid'] === 'merchant-1',
  },
  {
    folder: 'maya',
    adapter: 'maya',
    options: link('meadow', 'plans/{id}'),
    credentials: { api_key: 'key-1', api_secret: 'secret-1' },
    isAuthorised: basic('key-1:secret-1'),
  },
  {
    folder: 'zendit',
    adapter: 'zendit',
    options: link('zephyr', 'o/{id}'),
    credentials: { api_key: 'key-1' },
    isAuthorised: bearer('key-1'),
    pageOf: (asked) => query('_offset')(asked) / 5 + 1,
  },
  {
    folder: 'celitech',
    adapter: 'celitech',
    options: { tokenUrl: 'token', regions: { EUR: ['FRA', 'DEU', 'ESP'] } },
    isSaved: true,
  },
  { folder: 'esimfly', adapter: 'esimfly', options: {}, isSaved: true },
  { folder: 'pikasim', adapter: 'pikasim', options: link('pixel') },
  {
    folder: 'awin-csv',
    adapter: 'awin',
    options: titles,
    credentials: { api_key: 'key-1' },
    isAuthorised: ({ url }) => url.pathname === '/feed/key-1',
  },
  {
    folder: 'awin-jsonl',
    adapter: 'googlemerchant',
    options: { ...titles, authentication: { bearer: '{api_key}' } },
    credentials: { api_key: 'key-1' },
    isAuthorised: bearer('key-1'),
  },
  ...['response-1.xml', 'response-1.atom.xml', 'response-1.tsv'].map((file) => ({
    folder: 'google-merchant',
    adapter: 'googlemerchant',
    files: [file],
    options: titles,
  })),
  {
    folder: 'impact',
    adapter: 'impact',
    options: titles,
    credentials: { account_sid: 'sid-1', auth_token: 'token-1' },
    isAuthorised: basic('sid-1:token-1'),
    pageOf: ({ url }) => Number(url.searchParams.get('Page') ?? 1),
  },
  {
    folder: 'cj',
    adapter: 'cj',
    options: { ...titles, companyId: '1', websiteId: '2' },
    credentials: { access_token: 'token-1' },
    isAuthorised: bearer('token-1'),
    pageOf: ({ body }) => Number(/offset: (\d+)/.exec(body)?.[1]) / 5 + 1,
  },
  {
    folder: 'rakuten',
    adapter: 'rakuten',
    options: titles,
    credentials: { access_token: 'token-1' },
    isAuthorised: bearer('token-1'),
    pageOf: query('pagenumber'),
  },
  {
    folder: 'shopify',
    adapter: 'shopify',
    options: {
      ...titles,
      ...link('lumen', 'products/{outer.handle}?variant={id}'),
      constants: { currency: 'USD' },
    },
    pageOf: query('page'),
  },
  { folder: 'woocommerce', adapter: 'woocommerce', options: titles, pageOf: query('page') },
];

/** The pages of a feed in the folder beside the project. */
const savedPages = ({ folder, files }: Feed): readonly Buffer[] =>
  (
    files ??
    readdirSync(join(FOLDER, folder))
      .filter((name) => name.startsWith('response-'))
      .sort()
  ).map((file) => readFileSync(join(FOLDER, folder, file)));

/** After the last page of a list that ends with an empty one. */
const EMPTY: Readonly<Record<string, string>> = { shopify: '{"products":[]}', woocommerce: '[]' };

type Expected = Readonly<Record<string, string>>;

/** What the operator states of a seller of eSIMs: its titles need not say so. */
const ESIMS_ONLY = { goods: 'esim', columns: 'seller' } as const;

const RATES = new Map(Object.entries({ KWD: '3.25', GBP: '1.3', JPY: '0.0066', IQD: '0.00076' }));

describe('feeds over TLS', () => {
  let authority: Authority;
  let server: https.Server;
  let current: { readonly feed: Feed; readonly pages: readonly Buffer[] };
  const problems: string[] = [];
  const usual = tls.getCACertificates('default');

  before(async () => {
    authority = createAuthority();
    tls.setDefaultCACertificates([...usual, authority.cert]);
    const { cert, key } = authority.issue(HOST);
    server = https.createServer({ cert, key }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const asked: Asked = {
          url: new URL(request.url ?? '/', `https://${HOST}`),
          method: request.method ?? '',
          headers: request.headers as Asked['headers'],
          body: Buffer.concat(chunks).toString(),
        };
        if (asked.url.pathname === '/token') {
          const form = new URLSearchParams(asked.body);
          const isRight =
            form.get('client_id') === oauth.client_id && form.get('grant_type') === 'client_credentials';
          if (!isRight) problems.push(`token request: ${asked.body}`);
          response.end(JSON.stringify({ data: { access_token: 'issued-token', expires_in: 86_400 } }));
          return;
        }
        const { feed, pages } = current;
        if (feed.isAuthorised?.(asked) === false) {
          problems.push(`not authorised: ${request.method} ${request.url}`);
          response.writeHead(401).end();
          return;
        }
        response.end(pages[(feed.pageOf?.(asked) ?? 1) - 1] ?? EMPTY[feed.folder] ?? 'no such page');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    tls.setDefaultCACertificates(usual);
    server.closeAllConnections();
    server.close();
    authority.remove();
  });

  /** The rows of a feed, each page of which was requested with its credentials. */
  async function rowsOverTls(
    feed: Feed,
    contents: readonly Buffer[],
    options: Options,
  ): Promise<ParsedRow[]> {
    current = { feed, pages: contents };
    problems.length = 0;
    const adapter = ADAPTERS[feed.adapter]!;
    const origin = `https://${HOST}:${(server.address() as AddressInfo).port}`;
    const whole = {
      ...options,
      url: feed.adapter === 'awin' ? `${origin}/feed/{api_key}` : `${origin}/feed`,
      ...(options['tokenUrl'] !== undefined && { tokenUrl: `${origin}/token` }),
    };
    const client = createFeedClient({
      clock: Date.now,
      random: () => 0,
      sleep: async () => {},
      paceMs: 0,
      timeoutMs: 60_000,
      maxBytes: 10_000_000,
      allowLoopback: true,
      attempts: 1,
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const credentials = feed.credentials ?? {};
    const pages = adapter.fetch({
      options: whole,
      credential: (role) => credentials[role] ?? assert.fail(`no credential ${role}`),
      hasCredential: (role) => Object.hasOwn(credentials, role),
      request: (...asked) => client.request(...asked),
      now: () => NOW,
      nonce: () => '0123456789abcdef0123456789abcdef',
    });
    const rows: ParsedRow[] = [];
    try {
      for await (const page of pages) rows.push(...(await rowsOf(feed, page, whole)));
    } finally {
      client.close();
    }
    assert.deepEqual(problems, []);
    return rows;
  }

  for (const feed of FEEDS.filter(({ isSaved, files }) => isSaved !== true && files === undefined))
    test(`the fixture of ${feed.folder} is read as from a file`, async () => {
      const { fixture: file, options } = CASES.find(
        ({ adapter, fixture: name }) => adapter === feed.adapter && name === fixtureOf(feed),
      )!;
      const content = Buffer.from(fixture(file));
      const expected = await rowsOf(feed, { number: 1, body: content }, options);
      assert.ok(expected.some(({ ok }) => ok) || feed.adapter === 'esimgo');
      const rows = await rowsOverTls(feed, [content], { ...feed.options, ...options });
      assert.deepEqual(plain(rows), plain(expected));
    });

  describe('in their documented shapes', {
    skip: !existsSync(FOLDER) && 'the folder with them is not there',
  }, () => {
    for (const feed of FEEDS) {
      const name = `${feed.folder}${feed.files === undefined ? '' : ` (${feed.files[0]})`}`;
      test(`${name} gives exactly its expected plans`, async () => {
        const pages = savedPages(feed);
        const rows = feed.isSaved
          ? await Promise.all(
              pages.map((body, index) => rowsOf(feed, { number: index + 1, body }, feed.options)),
            ).then((all) => all.flat())
          : await rowsOverTls(feed, pages, feed.options);
        const found = new Map<string, Found>();
        for (const row of rows) {
          const id = row.ref.externalId ?? '';
          if (row.ok) found.set(id, normalisedRow(row.draft, ADAPTERS[feed.adapter]?.places ?? {}));
          else found.set(id, { reason: row.reason, detail: row.detail, draft: null, plan: null });
        }
        const expected = parse(readFileSync(join(FOLDER, feed.folder, 'expected.csv')), {
          columns: true,
        }) as Expected[];
        const wrong = expected.flatMap((row) => differences(row, found.get(row['row_id'] ?? '')));
        assert.deepEqual(wrong, []);
        assert.equal(found.size, expected.length);
      });

      test(`${name} is recognised by esim try without an edit`, async () => {
        const [body] = savedPages(feed);
        const found = await propose({ number: 1, body: body! });
        assert.equal(typeof found === 'string' ? found : found.adapter.id, feed.adapter);
      });
    }
  });
});

/** Rows without their functions, to compare them. */
const plain = (rows: readonly ParsedRow[]): unknown => JSON.parse(JSON.stringify(rows));

const rowsOf = (feed: Feed, page: FeedPage, options: Options): Promise<ParsedRow[]> =>
  Array.fromAsync(ADAPTERS[feed.adapter]!.parse(page, options, ESIMS_ONLY));

const fixtureOf = ({ folder, adapter }: Feed): string => {
  const types: Readonly<Record<string, string>> = {
    'awin-csv': 'awin.csv',
    'awin-jsonl': 'googlemerchant-lines.jsonl',
    rakuten: 'rakuten.xml',
  };
  return types[folder] ?? `${adapter}.json`;
};

function normalisedRow(draft: Draft, places: Readonly<Record<string, string | null>>) {
  const given = settings({
    hosts: [URL.parse(draft.link)?.hostname ?? 'shop.example'],
    resolvePlace: createPlaceResolver(places),
    rates: { table: { date: '2026-11-18', usdFor: RATES }, problem: null },
    now: NOW,
  });
  const result = normalise(draft, given);
  // The facts of a wholesale row are compared as if it were for sale.
  const facts = normalise(
    { ...draft, basis: 'retail', wholesale: null, link: draft.link || 'https://shop.example/x' },
    { ...given, hosts: [URL.parse(draft.link)?.hostname ?? 'shop.example'] },
  );
  // A wholesale row is rejected before its facts are checked, and their reason says more.
  const rejected = draft.basis === 'wholesale' && !facts.ok ? facts : result;
  return {
    reason: rejected.ok ? '' : rejected.reason,
    detail: rejected.ok ? '' : rejected.detail,
    draft,
    plan: facts.ok ? facts.plan : null,
  };
}

interface Found {
  readonly reason: string;
  readonly detail: string;
  readonly draft: Draft | null;
  /** The row as if it were for sale. */
  readonly plan: Plan | null;
}

const yesNo = (value: boolean | null | undefined): string =>
  value === true ? 'yes' : value === false ? 'no' : 'unknown';

function differences(row: Expected, found: Found | undefined): string[] {
  const id = row['row_id'] ?? '';
  if (found === undefined) return [`${id}: was not read`];
  const wrong: string[] = [];
  const compare = (field: string, actual: string, expected = row[field] ?? '') => {
    if (actual !== expected)
      wrong.push(
        `${id}: ${field} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)} ${found.detail}`,
      );
  };
  compare('decision', found.reason === '' ? 'publish' : 'refuse');
  compare('reason', found.reason);
  if (row['places'] === '' || found.plan === null || found.draft === null) return wrong;
  const { draft, plan } = found;
  compare('places', plan.coverage.destinations.join(' '));
  compare('plan_name', draft.name === null ? (row['plan_name'] ?? '') : plan.name);
  const { allowance, validity, facts } = plan;
  compare('model', allowance.model === 'per_day' ? 'daily' : allowance.model);
  compare('gb', allowance.bytes === null ? '' : String(allowance.bytes / 1e9));
  compare('days', validity.days === null ? '' : String(validity.days));
  const currency = row['currency'] === '' ? Object.keys(draft.prices)[0]! : row['currency']!;
  compare('price', String(Number(draft.prices[currency])), String(Number(row['price'])));
  if (row['currency'] !== '') compare('basis', draft.basis);
  const cap = allowance.fullSpeedBytesPerDay;
  compare('cap_gb_per_day', cap === null ? '' : String(cap / 1e9));
  compare('throttle_kbps', allowance.throttleKbps === null ? '' : String(allowance.throttleKbps));
  compare('max_kbps', allowance.maxKbps === null ? '' : String(allowance.maxKbps));
  compare('hotspot', yesNo(facts.hotspot));
  compare('top_up', yesNo(facts.topUp));
  compare('calls', yesNo(facts.calls));
  compare('sms', yesNo(facts.sms));
  compare('kyc', yesNo(facts.identityCheck));
  const networks = Object.entries(plan.coverage.networks)
    .map(([country, list]) => `${country}: ${list.map(({ name }) => name).join(', ')}`)
    .sort()
    .join('; ');
  compare('networks', networks, (row['networks'] ?? '').split('; ').sort().join('; '));
  if (row['decision'] === 'publish') compare('link', draft.link, row['link'] ?? '');
  return wrong;
}
