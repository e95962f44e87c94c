/** What the adapters' tests share: fixtures as pages, and a feed that answers from a list instead of a network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Adapter,
  Draft,
  FeedPage,
  FeedRequest,
  FeedResponse,
  FetchContext,
  ParsedRow,
} from '../types.ts';

export type Options = Readonly<Record<string, unknown>>;

export function pageFrom(text: string | Uint8Array, number = 1): FeedPage {
  return { number, contentType: null, body: typeof text === 'string' ? Buffer.from(text) : text };
}

export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'adapters', 'fixtures', name), 'utf8');
}

export async function parseAll(adapter: Adapter, page: FeedPage, options: Options): Promise<ParsedRow[]> {
  return Array.fromAsync(adapter.parse(page, options));
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
  adapter: Adapter,
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
  reply: (request: FeedRequest, count: number) => { status?: number; body: unknown },
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
      const { status = 200, body } = reply(request, asked.length);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) };
    },
  };
}

export async function fetchAll(adapter: Adapter, context: FetchContext): Promise<FeedPage[]> {
  return Array.fromAsync(adapter.fetch(context));
}

/** Every format with a fixture and options that fit it: for tests that ask the same of all adapters. */
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
  trueValues: ['Y'],
  falseValues: ['N'],
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
  priceScale: 'tenThousandths',
};

export interface Case {
  readonly adapter: string;
  readonly fixture: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const url = 'https://feed.example/plans';
const titles = { regions: { Europe: ['FR', 'DE'] }, ignore: ['Harbour'] };
const link = 'https://shop.example/{id}';

export const CASES: readonly Case[] = [
  { adapter: 'esimdb', fixture: 'esimdb.json', options: { url } },
  { adapter: 'yesim', fixture: 'yesim.json', options: { url } },
  { adapter: 'airalo', fixture: 'airalo.json', options: { url, tokenUrl: url, link } },
  { adapter: 'alosim', fixture: 'alosim.json', options: { url, authorizeUrl: url } },
  { adapter: 'saily', fixture: 'saily.json', options: { url } },
  { adapter: 'googlemerchant', fixture: 'googlemerchant.xml', options: { url, ...titles } },
  { adapter: 'awin', fixture: 'awin.csv', options: { url, ...titles } },
  { adapter: 'googlemerchant', fixture: 'googlemerchant-paths.xml', options: { url, ...titles } },
  { adapter: 'awin', fixture: 'awin-search-price.csv', options: { url, ...titles } },
  { adapter: 'cj', fixture: 'cj.json', options: { url, companyId: '1', ...titles } },
  { adapter: 'impact', fixture: 'impact.json', options: { url, ...titles } },
  { adapter: 'esimaccess', fixture: 'esimaccess.json', options: { url, link } },
  { adapter: 'esimgo', fixture: 'esimgo.json', options: { url, currency: 'USD' } },
  { adapter: 'mobimatter', fixture: 'mobimatter.json', options: { url, link } },
  { adapter: 'kolet', fixture: 'kolet.json', options: { url, link, zones: { EUR: ['FR'] } } },
  { adapter: 'maya', fixture: 'maya.json', options: { url, link } },
  { adapter: 'zendit', fixture: 'zendit.json', options: { url, link } },
  { adapter: 'generic', fixture: 'generic.csv', options: CSV_MAP },
  { adapter: 'generic', fixture: 'generic.json', options: JSON_MAP },
  { adapter: 'generic', fixture: 'scraped.csv', options: SCRAPED_MAP },
];
