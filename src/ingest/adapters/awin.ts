/** Awin product feed: CSV, often as a gzip file. Its address holds the key, so the key is filled in by name. */
import Type, { type Static } from 'typebox';
import type { Adapter } from '../adapter.ts';
import { csvRecords } from '../parse/csv.ts';
import { needPriceText } from '../parse/money.ts';
import { readRow, refuse } from '../parse/refusal.ts';
import { textOrNull } from '../parse/value.ts';
import { fetchWhole, Url } from './common.ts';
import { productDraft, stockOf, titleOptions, titleRules } from './product.ts';

const Options = Type.Object(
  {
    url: Url('The feed; `{api_key}` in it is replaced by the credential.'),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, default: ',' })),
    ...titleOptions,
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

const NEEDED = ['merchant_product_id', 'product_name', 'display_price'];

export const awin: Adapter = {
  id: 'awin',
  credentials: ['api_key'],
  options: Options,
  fetch(context) {
    const key = encodeURIComponent(context.credential('api_key'));
    return fetchWhole(context, { url: (context.options as Options).url.replace('{api_key}', () => key) });
  },
  async *parse(page, options) {
    const rules = titleRules(options);
    const { delimiter = ',' } = options as Options;
    for await (const { row, value } of csvRecords(page, { delimiter, needed: NEEDED })) {
      const idOf = () => textOrNull(value?.['merchant_product_id']);
      yield readRow(page.number, row, value, idOf, (record) => {
        if (record === null) return refuse('malformed_row', 'It has more or fewer cells than the header.');
        return productDraft(
          {
            id: record['merchant_product_id'],
            title: record['product_name'],
            // The tracked link is the one that this operator was given.
            link: record['aw_deep_link'] || record['merchant_deep_link'],
            prices: () => needPriceText(record['display_price']),
            inStock: stockOf(record['in_stock']),
          },
          rules,
        );
      });
    }
  },
};
