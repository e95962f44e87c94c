/**
 * impact.com catalogue items: JSON pages with Basic authentication. `@nextpageuri` is the address of the next page.
 * If an item is on sale, its list price is `OriginalPrice`.
 */

import type { Fields } from '../parse/fields.ts';
import { needPrice } from '../parse/money.ts';
import * as frame from './shared/frame.ts';
import {
  LABELS,
  priceIfReadable,
  productDraft,
  stockOf,
  titleOptions,
  titleRules,
} from './shared/product.ts';

function listPrice(item: Fields): unknown {
  const isOnSale = (item.number('OriginalPrice') ?? 0) > (item.number('CurrentPrice') ?? 0);
  return item.at(isOnSale ? 'OriginalPrice' : 'CurrentPrice');
}

export default frame.jsonAdapter({
  credentials: ['account_sid', 'auth_token'],
  options: frame.closed({ url: frame.Url('The items of one catalogue.'), ...titleOptions }),
  fetch(context, { url: configured }) {
    const pair = `${context.credential('account_sid')}:${context.credential('auth_token')}`;
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    const ask = (url: string) =>
      context.request({ url, headers: { authorization, accept: 'application/json' } });
    return frame.fetchPages(ask, configured, (page) => {
      const next = frame.documentOf(page, 'Items').text('@nextpageuri');
      return next === null ? null : frame.nextAddress(next, configured);
    });
  },
  rows: { key: 'Items', expectedField: 'CatalogItemId' },
  id: 'CatalogItemId',
  read: (item, options, terms) =>
    productDraft(
      {
        id: item.at('CatalogItemId'),
        title: item.at('Name'),
        provider: item.at('Manufacturer'),
        paths: [item.at('Category')],
        labels: LABELS.map((at) => item.at(`CustomLabel${at}`)),
        link: item.at('Url'),
        // Every item has a current price. If it is not lower than the list price, it is left out as no promotion later.
        promotion: priceIfReadable(() => item.price('CurrentPrice', item.at('Currency'))),
        prices: () => needPrice(listPrice(item), item.at('Currency')),
        inStock: stockOf(item.at('StockAvailability')),
      },
      titleRules(options, terms),
    ),
});
