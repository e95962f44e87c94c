/**
 * impact.com catalogue items: JSON pages behind Basic authentication, chained by `@nextpageuri`.
 * Where an item is on sale, the list price is `OriginalPrice`.
 */

import { needPrice } from '../parse/money.ts';
import type { Fields } from '../parse/value.ts';
import { closed, documentOf, fetchPages, jsonAdapter, nextAddress, rowsUnder, Url } from './shared/frame.ts';
import { LABELS, productDraft, promotionOf, stockOf, titleOptions, titleRules } from './shared/product.ts';

function listPrice(item: Fields): unknown {
  const isOnSale = (item.number('OriginalPrice') ?? 0) > (item.number('CurrentPrice') ?? 0);
  return item.at(isOnSale ? 'OriginalPrice' : 'CurrentPrice');
}

export const impact = jsonAdapter({
  id: 'impact',
  credentials: ['account_sid', 'auth_token'],
  options: closed({ url: Url('The items of one catalogue.'), ...titleOptions }),
  fetch(context, { url: configured }) {
    const pair = `${context.credential('account_sid')}:${context.credential('auth_token')}`;
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    const ask = (url: string) =>
      context.request({ url, headers: { authorization, accept: 'application/json' } });
    return fetchPages(ask, configured, (page) => {
      const next = documentOf(page, 'Items').text('@nextpageuri');
      return next === null ? null : nextAddress(next, configured);
    });
  },
  rows: rowsUnder('Items', 'CatalogItemId'),
  idOf: (item) => item.text('CatalogItemId'),
  reader(options) {
    const rules = titleRules(options);
    return (item) =>
      productDraft(
        {
          id: item.at('CatalogItemId'),
          title: item.at('Name'),
          provider: item.at('Manufacturer'),
          paths: [item.at('Category')],
          labels: LABELS.map((at) => item.at(`CustomLabel${at}`)),
          link: item.at('Url'),
          promotion: promotionOf(() => needPrice(item.at('CurrentPrice'), item.at('Currency'))),
          prices: () => needPrice(listPrice(item), item.at('Currency')),
          inStock: stockOf(item.at('StockAvailability')),
        },
        rules,
      );
  },
});
