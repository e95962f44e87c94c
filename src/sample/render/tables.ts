/**
 * Feeds that are tables: the product feeds of affiliate networks, where all but price and link stands in the title, and a
 * plain CSV and JSON list with the column maps that read them.
 */
import type { Offer } from '../offers.ts';
import { feedUrl, inChunks, majorText, type Renderer, speedText } from './renderer.ts';

function title({ name, flaw }: Offer): string {
  return flaw === 'ambiguous_title' ? `eSIM ${name} or 999 GB` : `eSIM ${name}`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A header and its records, as RFC 4180 has them. */
export function csv(columns: readonly string[], records: Iterable<readonly string[]>): string {
  const lines = [columns.join(',')];
  for (const record of records) lines.push(record.map(csvCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

export const googlemerchant: Renderer = {
  adapter: 'googlemerchant',
  contentType: 'application/xml',
  options: (provider) => ({ url: feedUrl(provider, 'merchant.xml') }),
  *pages({ name, homepage, currency }, offers) {
    const items = offers.map(
      (offer) =>
        `<item><g:id>${offer.id}</g:id><title>${escapeXml(title(offer))}</title><link>${escapeXml(offer.link)}</link>` +
        `<g:price>${majorText(offer.priceMinor)} ${currency}</g:price>` +
        `<g:availability>${offer.flaw === 'out_of_stock' ? 'out_of_stock' : 'in_stock'}</g:availability></item>`,
    );
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
      `<title>${escapeXml(name)}</title><link>${homepage}</link>\n${items.join('\n')}\n</channel></rss>\n`;
  },
};

export const awin: Renderer = {
  adapter: 'awin',
  contentType: 'text/csv',
  options: (provider) => ({ url: feedUrl(provider, 'datafeed.csv') }),
  *pages({ currency }, offers) {
    yield csv(
      [
        'aw_deep_link',
        'merchant_deep_link',
        'merchant_product_id',
        'product_name',
        'display_price',
        'in_stock',
      ],
      offers.map((offer) => [
        `${offer.link}?awc=sample`,
        offer.link,
        offer.id,
        title(offer),
        `${currency}${majorText(offer.priceMinor)}`,
        offer.flaw === 'out_of_stock' ? '0' : '1',
      ]),
    );
  },
};

const IMPACT_PAGE_SIZE = 1000;

export const impact: Renderer = {
  adapter: 'impact',
  contentType: 'application/json',
  options: (provider) => ({ url: feedUrl(provider, 'Catalogs/1/Items') }),
  *pages({ currency }, offers) {
    const chunks = inChunks(offers, IMPACT_PAGE_SIZE);
    for (const [index, chunk] of chunks.entries()) {
      const Items = chunk.map((offer) => ({
        CatalogItemId: offer.id,
        Name: title(offer),
        Url: offer.link,
        CurrentPrice: majorText(offer.priceMinor),
        OriginalPrice: majorText(offer.priceMinor),
        Currency: currency,
        StockAvailability: offer.flaw === 'out_of_stock' ? 'OutOfStock' : 'InStock',
      }));
      const next = index + 1 < chunks.length ? `/Catalogs/1/Items?AfterId=${index + 1}` : '';
      yield JSON.stringify({ '@total': String(offers.length), '@nextpageuri': next, Items });
    }
  },
};

// Two feeds without a name: a plain CSV and a plain JSON list, with the column maps that read them.

type Value = (offer: Offer, currency: string) => string | number | boolean | null;

const dataText = (gb: number): string => (gb < 1 ? `${gb * 1000} MB` : `${gb} GB`);

/** Each field's column, and what stands in it. */
const FIELDS: Readonly<Record<string, readonly [column: string, value: Value]>> = {
  name: ['title', (offer) => offer.name],
  places: ['countries', (offer) => offer.destinations.join(';')],
  generations: ['network', (offer) => offer.generation],
  data: ['data', (offer) => (offer.gb === null ? 'unlimited' : dataText(offer.gb))],
  dataPer: ['per', (offer) => (offer.model === 'per_day' ? 'day' : null)],
  fairUse: ['fair_use', (offer) => (offer.uncapped === true ? 'Unthrottled.' : null)],
  throttleKbps: [
    'reduced_speed',
    (offer) => (offer.throttleKbps === null ? null : speedText(offer.throttleKbps)),
  ],
  fullSpeedPerDay: [
    'full_speed_per_day',
    (offer) => (offer.fullSpeedGbPerDay === null ? null : dataText(offer.fullSpeedGbPerDay)),
  ],
  days: ['days', (offer) => offer.days ?? 'none'],
  starts: ['starts', (offer) => offer.starts],
  installWithinDays: ['install_within', (offer) => offer.installWithinDays],
  price: ['price', (offer) => majorText(offer.priceMinor)],
  currency: ['currency', (_offer, currency) => currency],
  link: ['url', (offer) => offer.link],
  hotspot: ['hotspot', (offer) => offer.hotspot],
  identityCheck: ['id_check', (offer) => offer.identityCheck],
  topUp: ['top_up', (offer) => offer.topUp],
  phoneNumber: ['phone_number', (offer) => offer.phoneNumber],
  newCustomersOnly: ['new_customers_only', (offer) => offer.newCustomersOnly],
  ads: ['ads', (offer) => offer.ads],
  subscription: ['subscription', () => false],
};
const CELLS = Object.values(FIELDS);

const columnsWith = (prefix: string): object =>
  Object.fromEntries(Object.entries(FIELDS).map(([field, [column]]) => [field, prefix + column]));

const MAP = { basis: 'retail', separator: ';', noExpiryValues: ['none'] } as const;

export const genericCsv: Renderer = {
  adapter: 'generic',
  contentType: 'text/csv',
  options: (provider) => ({
    ...MAP,
    url: feedUrl(provider, 'plans.csv'),
    format: 'csv',
    id: 'sku',
    columns: columnsWith(''),
  }),
  *pages({ currency }, offers) {
    yield csv(
      ['sku', ...CELLS.map(([column]) => column)],
      offers.map((offer) => [offer.id, ...CELLS.map(([, value]) => String(value(offer, currency) ?? ''))]),
    );
  },
};

/** The JSON keeps each row's columns one level down, so that paths into a row are exercised too. */
export const genericJson: Renderer = {
  adapter: 'generic',
  contentType: 'application/json',
  options: (provider) => ({
    ...MAP,
    url: feedUrl(provider, 'plans.json'),
    format: 'json',
    rows: 'data.plans',
    id: 'sku',
    columns: columnsWith('plan.'),
  }),
  *pages({ currency }, offers) {
    const plans = offers.map((offer) => ({
      sku: offer.id,
      plan: Object.fromEntries(CELLS.map(([column, value]) => [column, value(offer, currency)])),
    }));
    yield JSON.stringify({ data: { plans } });
  },
};
