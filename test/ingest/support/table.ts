/** A table of a comparison site: five sellers with plans for sixty countries and some regions, as large as real ones. */

export interface TableRow {
  readonly shop: string;
  readonly id: string;
  readonly where: string;
  readonly data: string;
  readonly days: string;
  readonly price: string;
  readonly currency: string;
}

const SHOPS = ['Anka', 'Huma', 'Simurg', 'Kirin', 'Roc'];
const COUNTRIES =
  'AE AL AT AU BA BE BG BR CA CH CL CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GE GR HK HR HU ID IE IL IN IS IT JO JP KE KR LK LT LU LV MA MT MX MY NL NO NZ PE PH PL PT QA RO RS SA SE'.split(
    ' ',
  );
const REGIONS = ['DE|ES|FR|IT|NL|PT', 'ID|MY|PH|SG|TH|VN', 'AR|BR|CL|CO|PE'];
const SIZES = [
  { gb: 1, days: 7 },
  { gb: 2, days: 15 },
  { gb: 3, days: 30 },
  { gb: 5, days: 30 },
  { gb: 10, days: 30 },
  { gb: 20, days: 30 },
  { gb: 5, days: 7 },
  { gb: 10, days: 15 },
  { gb: 50, days: 30 },
  { gb: 0.5, days: 3 },
];

export const TABLE_ROWS: readonly TableRow[] = SHOPS.flatMap((shop, seller) =>
  [...COUNTRIES, ...REGIONS].flatMap((where, place) =>
    SIZES.map(({ gb, days }, size) => ({
      shop,
      id: String(10_000 + seller * 1000 + place * 10 + size),
      where,
      data: gb < 1 ? `${gb * 1000} MB` : `${gb} GB`,
      days: String(days),
      price: ((2.5 + (place % 7) * 0.3) * gb ** 0.7 * (1 + seller / 20) + days / 50 + 1).toFixed(2),
      currency: 'USD',
    })),
  ),
);

/** The published id of a row's plan. */
export const planId = ({ shop, id }: TableRow): string => `${shop.toLowerCase()}-${id}`;

export const tableText = (rows: readonly TableRow[]): string =>
  [
    'shop,id,where,data,days,price,currency',
    ...rows.map((row) =>
      [row.shop, row.id, row.where, row.data, row.days, row.price, row.currency].join(','),
    ),
  ].join('\n');

/** The source of this table in a sources file. */
export const tableSource = (url: string) => ({
  id: 'table',
  adapter: 'generic',
  providers: { create: { hosts: ['shops.example'] } },
  options: {
    url,
    format: 'csv',
    basis: 'retail',
    id: 'id',
    columns: {
      provider: 'shop',
      places: 'where',
      data: 'data',
      days: 'days',
      price: 'price',
      currency: 'currency',
    },
    separator: '|',
    link: 'https://shops.example/{shop}/{id}',
  },
});
