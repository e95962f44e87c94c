/** CJ product search: GraphQL over POST with a bearer token, in pages by offset. Amounts are JSON numbers. */
import Type, { type Static } from 'typebox';
import { FeedError, type FeedPage } from '../adapter.ts';
import { jsonOf } from '../parse/body.ts';
import { Fields, fieldsOf } from '../parse/fields.ts';
import type { Prices } from '../parse/money.ts';
import { isRecord, reject } from '../parse/value.ts';
import * as frame from './shared/frame.ts';
import {
  LABELS,
  priceIfReadable,
  productDraft,
  stockOf,
  titleOptions,
  titleRules,
} from './shared/product.ts';

const Id = (description: string) => Type.String({ pattern: '^\\d{1,20}$', description });
const Options = frame.closed({
  url: frame.Url('The GraphQL endpoint.'),
  companyId: Id('The id of your company (CID).'),
  websiteId: Type.Optional(Id('The id of your property (PID), for tracked links.')),
  partnerIds: Type.Optional(
    Type.Array(Id('The id of an advertiser.'), {
      description: 'Reads only these advertisers. By default, all that you have joined are read.',
    }),
  ),
  keywords: Type.Optional(
    Type.Array(Type.String(), { description: 'Reads only products with these words.' }),
  ),
  ...titleOptions,
});
type Options = Static<typeof Options>;

const PAGE_SIZE = 1000;

/** Values are written into the query as JSON, because GraphQL literals have the same syntax. */
function queryFor(options: Options, offset: string): string {
  const { companyId, websiteId, partnerIds, keywords } = options;
  const filters = [
    `companyId: ${JSON.stringify(companyId)}`,
    'partnerStatus: JOINED',
    ...(partnerIds === undefined ? [] : [`partnerIds: ${JSON.stringify(partnerIds)}`]),
    ...(keywords === undefined ? [] : [`keywords: ${JSON.stringify(keywords)}`]),
    `limit: ${PAGE_SIZE}`,
    `offset: ${offset}`,
  ];
  const tracked = websiteId === undefined ? '' : `linkCode(pid: ${JSON.stringify(websiteId)}) { clickUrl }`;
  const money = '{ amount currency }';
  return `{ shoppingProducts(${filters.join(', ')}) { totalCount resultList { id title advertiserName link ${tracked}
    price ${money} salePrice ${money} availability expirationDate
    ... on Shopping { productType customLabel0 customLabel1 customLabel2 customLabel3 customLabel4 } } } }`;
}

function answerOf(page: FeedPage): Fields {
  const document = fieldsOf(jsonOf(page));
  const [fault] = document.list('errors');
  if (isRecord(fault))
    throw new FeedError(`The feed rejected the query: ${new Fields(fault).text('message') ?? ''}`);
  const products = document.record('data').record('shoppingProducts');
  if (!Array.isArray(products.at('resultList')))
    throw new FeedError('The feed has changed: it has no `data.shoppingProducts.resultList`.');
  return products;
}

function counted(page: FeedPage) {
  const products = answerOf(page);
  const total = products.number('totalCount');
  // Without it, the pages after the first one would be missing silently.
  if (total === null) throw new FeedError('The feed has changed: it states no total.');
  return { rows: products.list('resultList'), total };
}

function priceOf(value: unknown): Prices {
  if (!isRecord(value)) return reject('missing_field', 'It has no price.');
  const price = new Fields(value);
  return price.price('amount', price.at('currency'));
}

export default frame.jsonAdapter({
  credentials: ['access_token'],
  options: Options,
  fetch(context, options) {
    const headers = {
      ...frame.bearer(context.credential('access_token')),
      'content-type': 'application/json',
    };
    const ask = (offset: string) =>
      context.request({
        url: options.url,
        method: 'POST',
        headers,
        body: JSON.stringify({ query: queryFor(options, offset) }),
        idempotent: true,
      });
    return frame.fetchPages(ask, '0', frame.byOffset(counted, String));
  },
  rows(page) {
    const { rows } = counted(page);
    if (rows.length === 0) throw new FeedError('The feed has no products.');
    return rows;
  },
  id: 'id',
  read: (item, options, terms) =>
    productDraft(
      {
        id: item.at('id'),
        title: item.at('title'),
        provider: item.at('advertiserName'),
        paths: item.list('productType'),
        labels: LABELS.map((at) => item.at(`customLabel${at}`)),
        link: item.record('linkCode').at('clickUrl') || item.at('link'),
        prices: () => priceOf(item.at('price')),
        promotion: priceIfReadable(() => priceOf(item.at('salePrice'))),
        inStock: stockOf(item.at('availability')),
        expiresAt: item.end('expirationDate'),
      },
      titleRules(options, terms),
    ),
});
