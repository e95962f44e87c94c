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
