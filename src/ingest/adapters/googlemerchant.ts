/**
 * Google Merchant product feed: RSS 2.0. The feed is always complete, so a missing product was removed.
 * `sale_price` is a promotional price and not the list price. `product_type` or the labels may describe the plan.
 */
import type { Static } from 'typebox';
import { type AdapterFormat, FeedError } from '../adapter.ts';
import { needPriceText } from '../parse/price-text.ts';
import { endOrNull, readRow, textOrNull } from '../parse/value.ts';
import { type XmlRow, xmlRows } from '../parse/xml.ts';
import * as frame from './shared/frame.ts';
import {
  LABELS,
  priceIfReadable,
  productDraft,
  stockOf,
  titleOptions,
  titleRules,
} from './shared/product.ts';

const Options = frame.closed({ url: frame.Url('The product feed.'), ...titleOptions });
type Options = Static<typeof Options>;

/** `<title>` and `<g:title>` are the same field. */
const nameOf = (written: string) => written.toLowerCase().replace(/^g:/, '');

export default {
  credentials: [],
  options: Options,
  fetch: (context) => frame.fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page, options, terms?) {
    const rules = titleRules(options, terms);
    let row = 0;
    for (const item of xmlRows(page, 'rss.channel.item', nameOf)) {
      row += 1;
      const idOf = (fields: XmlRow) => textOrNull(fields.get('id'));
      yield readRow(page.number, row, item, idOf, (fields) =>
        productDraft(
          {
            id: fields.get('id'),
            title: fields.get('title'),
            provider: fields.get('brand'),
            paths: [fields.get('product_type')],
            labels: LABELS.map((at) => fields.get(`custom_label_${at}`)),
            link: fields.get('link'),
            prices: () => needPriceText(fields.get('price')),
            promotion: priceIfReadable(() => needPriceText(fields.get('sale_price'))),
            inStock: stockOf(fields.get('availability')?.trim()),
            expiresAt: endOrNull(fields.get('expiration_date')),
          },
          rules,
        ),
      );
    }
    if (row === 0) throw new FeedError('The feed has no items.');
  },
} satisfies AdapterFormat;
