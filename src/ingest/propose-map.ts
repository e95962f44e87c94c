/** A column map for a table that nobody has described, guessed from the names of its columns and a look at its cells. */
import { FeedError, type FeedPage } from './adapter.ts';
import type { Field } from './adapters/column-map.ts';
import { valueAt } from './adapters/paging.ts';
import { csvRecords, jsonOf, textOf } from './parse/body.ts';
import { isRecord, textOrNull } from './parse/value.ts';

export interface GuessedMap {
  readonly options: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

interface Table {
  readonly format: 'csv' | 'json';
  readonly rows: string;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly cells: (column: string) => readonly unknown[];
}

/** Enough rows to see what a column holds. */
const ROWS_LOOKED_AT = 500;

/** Names of columns, without case and marks. The first that a table has is taken. */
const NAMES: Readonly<Partial<Record<Field | 'id', readonly string[]>>> = {
  id: ['id', 'planid', 'sku', 'code', 'productid', 'uid', 'slug'],
  provider: [
    'provider',
    'providername',
    'competitor',
    'shop',
    'brand',
    'merchant',
    'merchantname',
    'vendor',
    'company',
  ],
  name: ['planname', 'name', 'title', 'productname', 'plan', 'enname', 'description'],
  places: [
    'countries',
    'coverage',
    'coverages',
    'countrycode',
    'country',
    'countryname',
    'destination',
    'location',
    'region',
    'place',
    'where',
  ],
  networks: ['networks', 'operators', 'network', 'operator'],
  generations: ['networktypes', 'generation', 'generations', 'networktype'],
  has5g: ['has5g', 'is5g', '5g'],
  exits: ['exits', 'internetbreakouts', 'ipexport', 'breakout'],
  data: [
    'data',
    'datacap',
    'capacity',
    'dataamount',
    'dataallowance',
    'datagb',
    'datamb',
    'dataamountmb',
    'gb',
    'mb',
    'volume',
    'volumemb',
    'size',
    'allowance',
  ],
  dataUnit: ['dataunit', 'unit', 'capacityunit'],
  dataPer: ['datacapper', 'dataper', 'per'],
  unlimited: ['isunlimited', 'unlimited'],
  fairUse: ['fairuse', 'fairusepolicy', 'fup', 'capacityinfo'],
  throttleKbps: ['reducedspeed', 'throttlespeed'],
  throttled: ['possiblethrottling', 'throttled', 'throttling'],
  maxKbps: ['speedlimit', 'maxspeed'],
  days: [
    'days',
    'validity',
    'validitydays',
    'validityindays',
    'duration',
    'period',
    'length',
    'hours',
    'validityhours',
  ],
  soldPerDay: ['soldperday', 'daily', 'perday'],
  price: [
    'price',
    'priceusd',
    'usdprice',
    'retailprice',
    'baseprice',
    'amount',
    'cost',
    'priceeur',
    'pricegbp',
  ],
  promoPrice: ['promoprice', 'saleprice', 'discountprice', 'discountedprice', 'promotionalprice'],
  currency: ['currency', 'cur', 'pricecurrency'],
  link: ['link', 'url', 'deeplink', 'sourceurl', 'href', 'producturl', 'page'],
  hotspot: ['tethering', 'hotspot'],
  identityCheck: ['ekyc', 'kyc', 'identitycheck'],
  topUp: ['cantopup', 'topup'],
  phoneNumber: ['phonenumber', 'hasphonenumber'],
  subscription: ['subscription'],
  newCustomersOnly: ['newuseronly', 'newcustomersonly'],
  ads: ['hasads', 'ads'],
  inStock: ['instock', 'available'],
  updatedAt: ['updatedat', 'lastupdated', 'syncedat', 'date'],
};

export async function guessMap(page: FeedPage): Promise<GuessedMap | null> {
  const table = await tableOf(page);
  if (table === null) return null;
  const byName = new Map(table.columns.map((column) => [plainName(column), column]));
  const columns: Partial<Record<Field, string>> = {};
  let id: string | string[] | null = null;
  for (const [field, names] of Object.entries(NAMES)) {
    const column = names.map((name) => byName.get(name)).find((found) => found !== undefined);
    if (column === undefined) continue;
    if (field === 'id') id = column;
    else columns[field as Field] = column;
  }
  if (columns.data === undefined || columns.price === undefined || columns.places === undefined) return null;
  const notes: string[] = ['say which price this is: basis is "retail" here'];
  const { provider, places, data, days, price } = columns;
  id ??= [provider, places, data, days, columns.name].filter((column) => column !== undefined);
  const constants: Record<string, string> = {};
  if (columns.currency === undefined) {
    constants['currency'] = /eur$/i.exec(price) ? 'EUR' : /gbp$/i.exec(price) ? 'GBP' : 'USD';
    if (!/(?:usd|eur|gbp)/i.test(price))
      notes.push(`the currency is not stated: ${constants['currency']} here`);
  }
  if (columns.dataUnit === undefined && table.cells(data).every(isBare)) {
    constants['dataUnit'] = /mb$/i.test(data) ? 'MB' : 'GB';
    notes.push(`the unit of "${data}" is not stated in its cells: ${constants['dataUnit']} here`);
  }
  if (days !== undefined && table.cells(days).some((cell) => (textOrNull(cell) ?? '') === ''))
    notes.push(`"${days}" is empty in some rows: add "noExpiryValues": [""] only if those never end`);
  const sentinels = ['0', '0 MB', '0 GB', '-1'].filter((word) =>
    table.cells(data).some((cell) => textOrNull(cell)?.toUpperCase() === word),
  );
  const unlimited = [...new Set(sentinels.map((word) => word.replace(/ .*/, '')))];
  if (unlimited.length > 0) notes.push(`"${unlimited.join('", "')}" in "${data}" is taken for "no limit"`);
  if (columns.link === undefined)
    notes.push('the feed has no links: write the address of a plan into "link"');
  return {
    notes,
    options: {
      url: 'https://feed.example/',
      format: table.format,
      ...(table.rows === '' ? {} : { rows: table.rows }),
      ...(table.delimiter === ',' ? {} : { delimiter: table.delimiter }),
      basis: 'retail',
      id,
      columns,
      ...(Object.keys(constants).length === 0 ? {} : { constants }),
      ...(/hours?$/i.test(days ?? '') ? { daysUnit: 'hours' } : {}),
      ...(unlimited.length === 0 ? {} : { unlimitedValues: unlimited }),
      ...(columns.link === undefined ? { link: 'https://shop.example/{id}' } : {}),
    },
  };
}

const plainName = (column: string): string => column.toLowerCase().replace(/[^a-z0-9]/g, '');

const isBare = (cell: unknown): boolean => /^-?[\d.]*$/.test(textOrNull(cell) ?? '');

async function tableOf(page: FeedPage): Promise<Table | null> {
  try {
    const text = textOf(page).trimStart();
    if (text.startsWith('<')) return null;
    return /^[[{]/.test(text) ? jsonTable(jsonOf(page)) : await csvTable(page, text);
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

async function csvTable(page: FeedPage, text: string): Promise<Table> {
  const header = text.split(/\r?\n/, 1)[0] ?? '';
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, cells: header.split(mark).length }));
  const delimiter = counts.reduce((best, one) => (one.cells > best.cells ? one : best)).mark;
  const rows: Readonly<Record<string, string>>[] = [];
  for await (const { value } of csvRecords(page, { delimiter, needed: [] })) {
    if (value !== null) rows.push(value);
    if (rows.length >= ROWS_LOOKED_AT) break;
  }
  const columns = Object.keys(rows[0] ?? {});
  return { format: 'csv', rows: '', delimiter, columns, cells: (column) => rows.map((row) => row[column]) };
}

/** The first list of objects, at most two steps below the document. */
function jsonTable(document: unknown): Table | null {
  const paths = [
    '',
    ...stepsIn(document),
    ...stepsIn(document).flatMap((step) =>
      stepsIn(valueAt(document, step)).map((inner) => `${step}.${inner}`),
    ),
  ];
  const path = paths.find((one) => {
    const list = valueAt(document, one);
    return Array.isArray(list) && list.some(isRecord);
  });
  if (path === undefined) return null;
  const rows = (valueAt(document, path) as readonly unknown[]).filter(isRecord).slice(0, ROWS_LOOKED_AT);
  const columns = Object.entries(rows[0] ?? {}).flatMap(([key, value]) =>
    isRecord(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  );
  const cells = (column: string) => rows.map((row) => valueAt(row, column));
  return { format: 'json', rows: path, delimiter: ',', columns, cells };
}

const stepsIn = (value: unknown): readonly string[] =>
  isRecord(value) ? Object.keys(value).slice(0, 50) : [];
