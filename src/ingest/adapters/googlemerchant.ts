/**
 * Google Merchant product feed: RSS 2.0, read as a stream by sax. A full snapshot: what is missing was removed.
 * `sale_price` is a promotion and no list price. The plan may stand in `product_type` or in the labels.
 */
import sax, { type SAXParser } from 'sax';
import Type, { type Static } from 'typebox';
import { type Adapter, FeedError, type FeedPage } from '../adapter.ts';
import { refuseWebPage, unpacked } from '../parse/body.ts';
import { needPriceText } from '../parse/money.ts';
import { instantOrNull, readRow, textOrNull } from '../parse/value.ts';
import { fetchWhole, Url } from './common.ts';
import { LABELS, productDraft, promotionOf, stockOf, titleOptions, titleRules } from './product.ts';

const Options = Type.Object(
  { url: Url('The product feed.'), ...titleOptions },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

type Item = ReadonlyMap<string, string>;

const CHUNK_BYTES = 64 * 1024;
/** A product feed is four levels deep; a document that goes on opening elements is an attack or a fault. */
const DEPTH_MAX = 32;
const FIELD_CHARACTERS_MAX = 4000;

/** Collects the fields of each item; `items` is emptied by whoever reads. */
class ItemCollector {
  readonly items: Item[] = [];
  root: string | null = null;
  #depth = 0;
  #item: Map<string, string> | null = null;
  #field: string | null = null;

  attach(parser: SAXParser): void {
    parser.onopentag = ({ name }) => this.#open(name.toLowerCase());
    parser.ontext = (text) => this.#text(text);
    parser.oncdata = (text) => this.#text(text);
    parser.onclosetag = (name) => this.#close(name.toLowerCase());
  }

  #open(name: string): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new FeedError('The XML is nested too deeply.');
    this.root ??= name;
    if (name === 'item') this.#item = new Map();
    // `<title>` and `<g:title>` are the same field; the first one counts.
    else if (this.#item !== null) this.#field = name.replace(/^g:/, '');
  }

  #text(text: string): void {
    if (this.#item === null || this.#field === null) return;
    const known = this.#item.get(this.#field) ?? '';
    if (known.length < FIELD_CHARACTERS_MAX) this.#item.set(this.#field, known + text);
  }

  #close(name: string): void {
    this.#depth -= 1;
    this.#field = null;
    if (name !== 'item' || this.#item === null) return;
    this.items.push(this.#item);
    this.#item = null;
  }
}

function* itemsOf(page: FeedPage): Generator<Item> {
  const bytes = unpacked(page);
  const decoder = new TextDecoder('utf-8');
  const parser = sax.parser(true);
  const collector = new ItemCollector();
  collector.attach(parser);
  refuseWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
  parser.onerror = () => {
    throw new FeedError(`The XML is damaged at line ${parser.line + 1}.`);
  };
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true }));
    if (collector.root !== null && collector.root !== 'rss') {
      throw new FeedError('The feed has changed: it is no RSS document.');
    }
    yield* collector.items.splice(0);
  }
  parser.close();
  yield* collector.items.splice(0);
}

export const googlemerchant: Adapter = {
  id: 'googlemerchant',
  credentials: [],
  options: Options,
  fetch: (context) => fetchWhole(context, { url: (context.options as Options).url }),
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
};
