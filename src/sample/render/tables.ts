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

/** Column names of the CSV by what they hold. */
const COLUMNS = {
  name: 'title',
  places: 'countries',
  generations: 'network',
  data: 'data',
  dataPer: 'per',
  fairUse: 'fair_use',
  throttleKbps: 'reduced_speed',
  fullSpeedPerDay: 'full_speed_per_day',
  days: 'days',
  starts: 'starts',
  installWithinDays: 'install_within',
  price: 'price',
  currency: 'currency',
  link: 'url',
  hotspot: 'hotspot',
  identityCheck: 'id_check',
  topUp: 'top_up',
  phoneNumber: 'phone_number',
  newCustomersOnly: 'new_customers_only',
  ads: 'ads',
  subscription: 'subscription',
} as const;

type Cells = Readonly<Record<keyof typeof COLUMNS, string | number | boolean | null>>;

function dataText(gb: number): string {
  return gb < 1 ? `${gb * 1000} MB` : `${gb} GB`;
}

function cells(offer: Offer, currency: string): Cells {
  return {
    name: offer.name,
    places: offer.destinations.join(';'),
    generations: offer.generation,
    data: offer.gb === null ? 'unlimited' : dataText(offer.gb),
    dataPer: offer.model === 'per_day' ? 'day' : null,
    fairUse: offer.uncapped === true ? 'Unthrottled.' : null,
    throttleKbps: offer.throttleKbps === null ? null : speedText(offer.throttleKbps),
    fullSpeedPerDay: offer.fullSpeedGbPerDay === null ? null : dataText(offer.fullSpeedGbPerDay),
    days: offer.days ?? 'none',
    starts: offer.starts,
    installWithinDays: offer.installWithinDays,
    price: majorText(offer.priceMinor),
    currency,
    link: offer.link,
    hotspot: offer.hotspot,
    identityCheck: offer.identityCheck,
    topUp: offer.topUp,
    phoneNumber: offer.phoneNumber,
    newCustomersOnly: offer.newCustomersOnly,
    ads: offer.ads,
    subscription: false,
  };
}

const MAP = { basis: 'retail', separator: ';', noExpiryValues: ['none'] } as const;
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const genericCsv: Renderer = {
  adapter: 'generic',
  contentType: 'text/csv',
  options: (provider) => ({
    ...MAP,
    url: feedUrl(provider, 'plans.csv'),
    format: 'csv',
    id: 'sku',
    columns: COLUMNS,
  }),
  *pages({ currency }, offers) {
    yield csv(
      ['sku', ...Object.values(COLUMNS)],
      offers.map((offer) => {
        const row = cells(offer, currency);
        return [offer.id, ...FIELDS.map((field) => String(row[field] ?? ''))];
      }),
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
    columns: Object.fromEntries(Object.entries(COLUMNS).map(([field, column]) => [field, `plan.${column}`])),
  }),
  *pages({ currency }, offers) {
    const plans = offers.map((offer) => {
      const row = cells(offer, currency);
      return { sku: offer.id, plan: Object.fromEntries(FIELDS.map((field) => [COLUMNS[field], row[field]])) };
    });
    yield JSON.stringify({ data: { plans } });
  },
};
