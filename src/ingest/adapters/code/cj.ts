/** The query of CJ: a text of GraphQL, whose filters depend on the options of the source. */
import Type from 'typebox';
import type { ConnectorCode } from '../feed/connector.ts';

const Id = (description: string) => Type.String({ pattern: '^\\d{1,20}$', description });

interface CjOptions {
  readonly companyId: string;
  readonly websiteId?: string;
  readonly partnerIds?: readonly string[];
  readonly keywords?: readonly string[];
}

const PAGE_SIZE = 1000;

/** Values are written into the query as JSON, because GraphQL literals have the same syntax. */
function queryFor({ companyId, websiteId, partnerIds, keywords }: CjOptions, offset: unknown): string {
  const filters = [
    `companyId: ${JSON.stringify(companyId)}`,
    'partnerStatus: JOINED',
    ...(partnerIds === undefined ? [] : [`partnerIds: ${JSON.stringify(partnerIds)}`]),
    ...(keywords === undefined ? [] : [`keywords: ${JSON.stringify(keywords)}`]),
    `limit: ${PAGE_SIZE}`,
    `offset: ${Number(offset)}`,
  ];
  const tracked = websiteId === undefined ? '' : `linkCode(pid: ${JSON.stringify(websiteId)}) { clickUrl }`;
  const money = '{ amount currency }';
  return `{ shoppingProducts(${filters.join(', ')}) { totalCount resultList { id title advertiserName link ${tracked}
    price ${money} salePrice ${money} salePriceEffectiveDateStart salePriceEffectiveDateEnd availability expirationDate
    ... on Shopping { productType customLabel0 customLabel1 customLabel2 customLabel3 customLabel4 } } } }`;
}

export default {
  options: {
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
  },
  complete: (request, { options }, { offset }) => ({
    ...request,
    body: JSON.stringify({ query: queryFor(options as unknown as CjOptions, offset) }),
  }),
} satisfies ConnectorCode;
