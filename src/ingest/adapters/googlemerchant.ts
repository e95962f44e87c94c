/**
 * Google Merchant product feed: RSS 2.0, parsed by sax. The feed is always complete, so a missing product was removed.
 * `sale_price` is a promotional price and not the list price. `product_type` or the labels may describe the plan.
 */
import sax from 'sax';
import type { Static } from 'typebox';
import { rejectWebPage, unpacked } from '../parse/body.ts';
import { needPriceText } from '../parse/money.ts';
import { instantOrNull, readRow, textOrNull } from '../parse/value.ts';
import { type AdapterFormat, FeedError, type FeedPage } from '../types.ts';
import * as frame from './shared/frame.ts';
import { LABELS, productDraft, promotionOf, stockOf, titleOptions, titleRules } from './shared/product.ts';

const Options = frame.closed({ url: frame.Url('The product feed.'), ...titleOptions });
type Options = Static<typeof Options>;

type Item = ReadonlyMap<string, string>;

const CHUNK_BYTES = 64 * 1024;
/** A product feed is four levels deep. A document with many more levels is damaged or an attack. */
const DEPTH_MAX = 32;
const FIELD_CHARACTERS_MAX = 4000;

function* itemsOf(page: FeedPage): Generator<Item> {
  const bytes = unpacked(page);
  rejectWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const decoder = new TextDecoder('utf-8');
  const parser = sax.parser(true);
  const items: Item[] = [];
  let root: string | null = null;
  let depth = 0;
  let item: Map<string, string> | null = null;
  let field: string | null = null;
  parser.onopentag = ({ name: written }) => {
    const name = written.toLowerCase();
    depth += 1;
    if (depth > DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    root ??= name;
    if (name === 'item') item = new Map();
    // `<title>` and `<g:title>` are the same field.
    else if (item !== null) field = name.replace(/^g:/, '');
  };
  const add = (text: string) => {
    if (item === null || field === null) return;
    const known = item.get(field) ?? '';
    if (known.length < FIELD_CHARACTERS_MAX) item.set(field, known + text);
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.onclosetag = (name) => {
    depth -= 1;
    field = null;
    if (name.toLowerCase() !== 'item' || item === null) return;
    items.push(item);
    item = null;
  };
  parser.onerror = () => {
    throw new FeedError(`The XML is damaged at line ${parser.line + 1}.`);
  };
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true }));
    if (root !== null && root !== 'rss')
      throw new FeedError('The feed has changed: it is not an RSS document.');
    yield* items.splice(0);
  }
  parser.close();
  yield* items.splice(0);
}

export default {
  credentials: [],
  options: Options,
  fetch: (context) => frame.fetchWhole(context, { url: (context.options as Options).url }),
  *parse(page, options) {
    const rules = titleRules(options);
    let row = 0;
    for (const item of itemsOf(page)) {
      row += 1;
      const idOf = (fields: Item) => textOrNull(fields.get('id'));
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
            promotion: promotionOf(() => needPriceText(fields.get('sale_price'))),
            inStock: stockOf(fields.get('availability')?.trim()),
            expiresAt: instantOrNull(fields.get('expiration_date')?.trim()),
          },
          rules,
        ),
      );
    }
    if (row === 0) throw new FeedError('The feed has no items.');
  },
} satisfies AdapterFormat;
