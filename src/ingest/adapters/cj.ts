/** CJ product search: GraphQL by POST behind a bearer token, in pages by offset. Amounts are JSON numbers. */

import Type, { type Static } from 'typebox';
import { type Adapter, FeedError, type FeedPage, type FetchContext } from '../adapter.ts';
import { jsonOf } from '../parse/body.ts';
import { needPrice, type Prices } from '../parse/money.ts';
import {
  instantOrNull,
  isRecord,
  type JsonObject,
  listOf,
  numberOrNull,
  own,
  readObjects,
  refuse,
  textOrNull,
} from '../parse/value.ts';
import { needOk, PAGES_MAX, pageOf, Url } from './common.ts';
import { LABELS, productDraft, promotionOf, stockOf, titleOptions, titleRules } from './product.ts';

const Id = (description: string) => Type.String({ pattern: '^\\d{1,20}$', description });
const Options = Type.Object(
  {
    url: Url('The GraphQL endpoint.'),
    companyId: Id('Your company (CID).'),
    websiteId: Type.Optional(Id('Your property (PID), for tracked links.')),
    partnerIds: Type.Optional(
      Type.Array(Id('An advertiser.'), {
        description: 'Only these advertisers; all that you have joined otherwise.',
      }),
    ),
    keywords: Type.Optional(Type.Array(Type.String(), { description: 'Only products with these words.' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    ...titleOptions,
  },
  { additionalProperties: false },
);
type Options = Static<typeof Options>;

const PAGE_SIZE = 1000;

/** Values stand in the text itself, as JSON, which GraphQL writes alike. */
function queryFor(options: Options, offset: number): string {
  const { companyId, websiteId, partnerIds, keywords, pageSize = PAGE_SIZE } = options;
  const filters = [
    `companyId: ${JSON.stringify(companyId)}`,
    'partnerStatus: JOINED',
    ...(partnerIds === undefined ? [] : [`partnerIds: ${JSON.stringify(partnerIds)}`]),
    ...(keywords === undefined ? [] : [`keywords: ${JSON.stringify(keywords)}`]),
    `limit: ${pageSize}`,
    `offset: ${offset}`,
  ];
  const tracked = websiteId === undefined ? '' : `linkCode(pid: ${JSON.stringify(websiteId)}) { clickUrl }`;
  const money = '{ amount currency }';
  return `{ shoppingProducts(${filters.join(', ')}) { totalCount count resultList { id title advertiserName link ${tracked}
    price ${money} salePrice ${money} availability expirationDate lastUpdated
    ... on Shopping { productType customLabel0 customLabel1 customLabel2 customLabel3 customLabel4 } } } }`;
}

function answerOf(page: FeedPage): JsonObject {
  const document = jsonOf(page);
  const [fault] = isRecord(document) ? listOf(own(document, 'errors')) : [];
  if (isRecord(fault))
    throw new FeedError(`The feed refused the question: ${textOrNull(own(fault, 'message')) ?? ''}`);
  const data = isRecord(document) ? own(document, 'data') : null;
  const products = isRecord(data) ? own(data, 'shoppingProducts') : null;
  if (!isRecord(products) || !Array.isArray(own(products, 'resultList')))
    throw new FeedError('The feed has changed: it has no `data.shoppingProducts.resultList`.');
  return products;
}

async function* fetchPages(context: FetchContext): AsyncGenerator<FeedPage> {
  const options = context.options as Options;
  const headers = {
    authorization: `Bearer ${context.credential('access_token')}`,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  let offset = 0;
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const body = JSON.stringify({ query: queryFor(options, offset) });
    const answer = await context.request({
      url: options.url,
      method: 'POST',
      headers,
      body,
      idempotent: true,
    });
    const page = pageOf(number, needOk(answer, `Page ${number}`));
    const products = answerOf(page);
    const total = numberOrNull(own(products, 'totalCount')) ?? 0;
    const rows = listOf(own(products, 'resultList')).length;
    if (rows > 0 || number === 1) yield page;
    offset += rows;
    if (offset >= total) return;
    if (rows === 0) throw new FeedError(`The feed breaks off: ${offset} of ${total} products.`);
  }
  throw new FeedError('The pages of the feed do not end.');
}

function priceOf(value: unknown): Prices {
  if (!isRecord(value)) return refuse('missing_field', 'It has no price.');
  return needPrice(own(value, 'amount'), own(value, 'currency'));
}

export const cj: Adapter = {
  id: 'cj',
  credentials: ['access_token'],
  options: Options,
  fetch: fetchPages,
  *parse(page, options) {
    const rules = titleRules(options);
    const rows = listOf(own(answerOf(page), 'resultList'));
    if (rows.length === 0) throw new FeedError('The feed has no products.');
    yield* readObjects(page, rows, ['id'], (item) => {
      const tracked = own(item, 'linkCode');
      return productDraft(
        {
          id: own(item, 'id'),
          title: own(item, 'title'),
          provider: own(item, 'advertiserName'),
          paths: listOf(own(item, 'productType')),
          labels: LABELS.map((at) => own(item, `customLabel${at}`)),
          link: (isRecord(tracked) && own(tracked, 'clickUrl')) || own(item, 'link'),
          prices: () => priceOf(own(item, 'price')),
          promotion: promotionOf(() => priceOf(own(item, 'salePrice'))),
          inStock: stockOf(own(item, 'availability')),
          expiresAt: instantOrNull(own(item, 'expirationDate')),
        },
        rules,
      );
    });
  },
};
