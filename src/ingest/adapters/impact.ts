/**
 * impact.com catalogue items: JSON pages behind Basic authentication, chained by `@nextpageuri`.
 * Where an item is on sale, the list price is `OriginalPrice`.
 */

import Type, { type Static } from 'typebox';
import { type Adapter, FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import { jsonOf, needRows } from '../parse/body.ts';
import { needPrice } from '../parse/money.ts';
import { isRecord, type JsonObject, numberOrNull, own, readObjects, textOrNull } from '../parse/value.ts';
import { needOk, nextAddress, PAGES_MAX, pageOf, Url } from './common.ts';
import { LABELS, productDraft, promotionOf, stockOf, titleOptions, titleRules } from './product.ts';

const Options = Type.Object(
  { url: Url('The items of one catalogue.'), ...titleOptions },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

function documentOf(page: FeedPage): JsonObject {
  const document = jsonOf(page);
  if (!isRecord(document)) throw new FeedError('The feed has changed: it is no object with `Items`.');
  return document;
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const configured = (context.options as Options).url;
  const pair = `${context.credential('account_sid')}:${context.credential('auth_token')}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const seen = new Set<string>();
  let url: string | null = configured;
  for (let number = 1; url !== null; number += 1) {
    if (number > PAGES_MAX || seen.has(url)) throw new FeedError('The pages of the feed do not end.');
    seen.add(url);
    const answer = await context.request({ url, headers: { authorization, accept: 'application/json' } });
    const page = pageOf(number, needOk(answer, `Page ${number}`));
    yield page;
    const next = textOrNull(own(documentOf(page), '@nextpageuri'));
    url = next === null ? null : nextAddress(next, configured);
  }
}

function listPrice(item: JsonObject): unknown {
  const current = own(item, 'CurrentPrice');
  const original = own(item, 'OriginalPrice');
  return (numberOrNull(original) ?? 0) > (numberOrNull(current) ?? 0) ? original : current;
}

export const impact: Adapter = {
  id: 'impact',
  credentials: ['account_sid', 'auth_token'],
  options: Options,
  fetch: fetchPages,
  *parse(page, options) {
    const rules = titleRules(options);
    const rows = needRows(own(documentOf(page), 'Items'), '`Items`', ['CatalogItemId']);
    yield* readObjects(page, rows, ['CatalogItemId'], (item) => {
      return productDraft(
        {
          id: own(item, 'CatalogItemId'),
          title: own(item, 'Name'),
          provider: own(item, 'Manufacturer'),
          paths: [own(item, 'Category')],
          labels: LABELS.map((at) => own(item, `CustomLabel${at}`)),
          link: own(item, 'Url'),
          promotion: promotionOf(() => needPrice(own(item, 'CurrentPrice'), own(item, 'Currency'))),
          prices: () => needPrice(listPrice(item), own(item, 'Currency')),
          inStock: stockOf(own(item, 'StockAvailability')),
        },
        rules,
      );
    });
  },
};
