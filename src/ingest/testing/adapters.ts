/** What the tests of adapters share: fixtures as pages, and a feed that responds from a list instead of a network. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterFormat, FeedPage, FeedRequest, FeedResponse, FetchContext } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import type { Draft, ParsedRow, ProductTerms } from '../draft.ts';
import { trialOptions } from '../onboarding/propose.ts';

const FIXTURES = join(import.meta.dirname, '..', 'adapters', 'fixtures');

export type Options = Readonly<Record<string, unknown>>;

export function pageFrom(text: string | Uint8Array, number = 1): FeedPage {
  return { number, body: typeof text === 'string' ? Buffer.from(text) : text };
}

export function fixture(name: string): string {
  return readFileSync(join(FIXTURES, name), 'utf8');
}

export async function parseAll(
  adapter: AdapterFormat,
  page: FeedPage,
  options: Options,
  terms?: ProductTerms,
): Promise<ParsedRow[]> {
  return Array.fromAsync(adapter.parse(page, options, terms));
}

/** Drafts by the feed's id, and the reason of each refusal. */
export function sorted(parsed: readonly ParsedRow[]): {
  drafts: Map<string, Draft>;
  rejected: Record<string, string>;
} {
  const drafts = new Map<string, Draft>();
  const rejected: Record<string, string> = {};
  for (const row of parsed) {
    if (row.ok) drafts.set(row.draft.externalId, row.draft);
    else rejected[row.ref.externalId ?? `row ${row.ref.row}`] = row.reason;
  }
  return { drafts, rejected };
}

export async function readFixture(
  adapter: AdapterFormat,
  name: string,
  options: Options,
): Promise<{ draft: (id: string) => Draft; rejected: Record<string, string>; rows: number }> {
  const parsed = await parseAll(adapter, pageFrom(fixture(name)), options);
  const { drafts, rejected } = sorted(parsed);
  const draft = (id: string): Draft => {
    const found = drafts.get(id);
    if (found === undefined) throw new Error(`no draft ${id}; rejected: ${JSON.stringify(rejected)}`);
    return found;
  };
  return { draft, rejected, rows: parsed.length };
}

export interface FakeFeed extends FetchContext {
  readonly asked: FeedRequest[];
}

/** Answers each request by `reply`, and remembers what was asked. A credential is "secret-<role>". */
export function fakeFeed(
  options: Options,
  reply: (
    request: FeedRequest,
    count: number,
  ) => { status?: number; headers?: Readonly<Record<string, string>>; body: unknown },
): FakeFeed {
  const asked: FeedRequest[] = [];
  return {
    options,
    asked,
    credential: (role) => `secret-${role}`,
    hasCredential: () => false,
    now: () => 1_800_000_000_000,
    nonce: () => '0123456789abcdef0123456789abcdef',
    request: async (request): Promise<FeedResponse> => {
      asked.push(request);
      const { status = 200, headers = {}, body } = reply(request, asked.length);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(text) };
    },
  };
}

export async function fetchAll(adapter: AdapterFormat, context: FetchContext): Promise<FeedPage[]> {
  return Array.fromAsync(adapter.fetch(context));
}

export const CSV_MAP = {
  url: 'https://cedar.example/plans.csv',
  format: 'csv',
  basis: 'retail',
  delimiter: ';',
  id: 'sku',
  columns: {
    name: 'title',
    places: 'countries',
    data: 'volume_mb',
    dataPer: 'per',
    days: 'hours',
    price: 'amount',
    currency: 'cur',
    link: 'page',
    hotspot: 'share',
    fairUse: 'note',
  },
  constants: { dataUnit: 'MB', topUp: true },
  base: 1024,
  priceScale: 'minor',
  daysUnit: 'hours',
  separator: '|',
  unlimitedValues: ['-1'],
  noExpiryValues: ['0'],
  refuse: [{ column: 'kind', values: ['refill'], reason: 'top_up' }],
};

/** A scraped table: many shops, many dialects in one column. */
export const SCRAPED_MAP = {
  url: 'https://tables.example/prices.csv',
  format: 'csv',
  basis: 'retail',
  id: ['shop', 'where', 'data', 'length'],
  columns: {
    provider: 'shop',
    places: 'where',
    data: 'data',
    days: 'length',
    price: 'price',
    promoPrice: 'offer',
    networks: 'nets',
    has5g: 'fast',
    throttled: 'slow',
    exits: 'exit',
    soldPerDay: 'by_day',
    phoneNumber: 'number',
  },
  constants: { currency: 'USD' },
  regions: { europe: ['FR', 'DE', 'IT'] },
  keep: [{ column: 'kind', values: ['esim'] }],
  unlimitedValues: ['0'],
  separator: '|',
  link: 'https://shop.example/{shop}/{id}',
};

export const JSON_MAP = {
  url: 'https://cedar.example/plans.json',
  format: 'json',
  basis: 'rrp',
  rows: 'data.offers',
  id: ['code'],
  columns: {
    places: 'where',
    data: 'allowance.value',
    dataUnit: 'allowance.unit',
    days: 'length',
    price: 'money.price',
    currency: 'money.currency',
    wholesalePrice: 'money.cost',
    generations: 'speed',
    throttleKbps: 'slow',
    fullSpeedPerDay: 'full',
  },
  link: 'https://cedar.example/{code}?x={id}',
  priceScale: 'minor',
};

export interface Case {
  readonly adapter: string;
  readonly fixture: string;
  readonly options: Options;
}

const titles = { regions: { Europe: ['FR', 'DE'] }, ignore: ['Harbour'] };

/** Options that a fixture needs beyond those that its adapter requires. */
const MORE_OPTIONS: Readonly<Record<string, Options>> = {
  'googlemerchant.xml': titles,
  'googlemerchant-paths.xml': titles,
  'awin.csv': titles,
  'awin-search-price.csv': titles,
  'cj.json': titles,
  'impact.json': titles,
  'googlemerchant-lines.jsonl': titles,
  'googlemerchant-tabs.tsv': titles,
  'googlemerchant-atom.xml': titles,
  'rakuten.xml': titles,
  'shopify.json': titles,
  'woocommerce.json': titles,
  'kolet.json': { regions: { EUR: ['FR'] } },
  'esimdb.json': { link: 'https://shop.example/{id}' },
  'generic.csv': CSV_MAP,
  'generic.json': JSON_MAP,
  'generic-scraped.csv': SCRAPED_MAP,
};

/** Every fixture, called "<adapter>.<type>" or "<adapter>-<variant>.<type>": for tests that hold for all adapters. */
export const CASES: readonly Case[] = readdirSync(FIXTURES)
  .sort()
  .map((name) => {
    const adapter = name.replace(/[-.].*/, '');
    const options = { ...trialOptions(ADAPTERS[adapter]!), ...MORE_OPTIONS[name] };
    return { adapter, fixture: name, options };
  });
