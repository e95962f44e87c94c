/** Product feeds of affiliate networks: a title, a price and a link; everything else stands in the title. */
import type { Offer } from '../offer.ts';
import { feedUrl, inChunks, majorText, type Renderer } from './renderer.ts';

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
