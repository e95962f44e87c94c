/** Awin product feed: CSV, often compressed with gzip. The API key is part of the address of the feed. */
import Type, { type Static } from 'typebox';
import { type AdapterFormat, FeedError } from '../adapter.ts';
import { csvRecords } from '../parse/body.ts';
import { needPrice, type Prices } from '../parse/money.ts';
import { needPriceText } from '../parse/price-text.ts';
import { readRow, reject, textOrNull } from '../parse/value.ts';
import * as frame from './shared/frame.ts';
import { productDraft, stockOf, titleOptions, titleRules } from './shared/product.ts';

const Options = frame.closed({
  url: frame.Url('The feed. `{api_key}` in the address is replaced by the credential.'),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, default: ',' })),
  ...titleOptions,
});
type Options = Static<typeof Options>;

const NEEDED = ['merchant_product_id', 'product_name'];
/** Columns that a shop fills as it likes. Some state the country, the data or the days. */
const CUSTOM_COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `custom_${at}`);

/** Operators choose the columns of their feed. The price is one text, or a number and a currency in two columns. */
function priceOf(record: Readonly<Record<string, string>>): Prices {
  if (record['display_price']) return needPriceText(record['display_price']);
  const { search_price: amount, currency } = record;
  if (amount && currency !== undefined) return needPrice(amount, currency);
  // A cell is undefined if the header lacks its column.
  const hasPriceText = record['display_price'] !== undefined;
  const hasAmountAndCurrency = amount !== undefined && currency !== undefined;
  if (hasPriceText || hasAmountAndCurrency) return reject('missing_field', 'It has no price.');
  throw new FeedError(
    'The feed has changed: its header lacks "display_price", or "search_price" and "currency".',
  );
}

export default {
  credentials: ['api_key'],
  options: Options,
  fetch(context) {
    const key = encodeURIComponent(context.credential('api_key'));
    return frame.fetchWhole(context, {
      url: (context.options as Options).url.replace('{api_key}', () => key),
    });
  },
  async *parse(page, options, terms?) {
    const rules = titleRules(options, terms);
    const { delimiter = ',' } = options as Options;
    for await (const { row, value } of csvRecords(page, { delimiter, needed: NEEDED })) {
      const idOf = () => textOrNull(value?.['merchant_product_id']);
      yield readRow(page.number, row, value, idOf, (record) => {
        if (record === null) return reject('malformed_row', 'It has more or fewer cells than the header.');
        return productDraft(
          {
            id: record['merchant_product_id'],
            title: record['product_name'],
            // `aw_deep_link` credits sales to this operator, so it comes first.
            link: record['aw_deep_link'] || record['merchant_deep_link'],
            provider: record['merchant_name'],
            paths: [record['merchant_product_category_path'], record['product_type']],
            labels: CUSTOM_COLUMNS.map((column) => record[column]),
            prices: () => priceOf(record),
            inStock: stockOf(record['in_stock']),
          },
          rules,
        );
      });
    }
  },
} satisfies AdapterFormat;
