/** A column map for a table that nobody has described, guessed from the names of its columns and a look at its cells. */

import { median } from '../accept/outliers.ts';
import type { Field } from '../adapters/shared/column-map.ts';
import { valueAt } from '../adapters/shared/paging.ts';
import { csvRecords, jsonOf, textOf } from '../parse/body.ts';
import { withoutCount } from '../parse/coverages.ts';
import { isRegionName } from '../parse/places.ts';
import { isRecord, numberOrNull, textOrNull } from '../parse/value.ts';
import { FeedError, type FeedPage } from '../types.ts';

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
const REGIONS_SHOWN = 12;
const COLUMNS_SHOWN = 20;

/** Names of columns, without case and marks. The first that a table has is taken. */
const NAMES: Readonly<Partial<Record<Field | 'id', string>>> = {
  id: 'id planid sku code productid packageid bundleid offerid uid slug packagecode',
  provider: 'provider providername competitor shop brand merchant merchantname vendor company seller',
  name: 'planname name title productname packagename bundlename offername plan package bundle enname description',
  places:
    'countries coveredcountries countrycodes coverage coverages countrycode country countryname destinations destination locations location isocode iso2 iso region zone area place where',
  networks: 'networks operators carriers operatorlist networkoperators network operator carrier',
  generations: 'networktypes generation generations networktype networkgeneration networkspeed technology',
  has5g: 'has5g is5g 5g fiveg',
  exits: 'exits internetbreakouts ipexport breakout breakoutcountry ipcountry iplocation',
  data: 'data datacap capacity dataamount dataallowance datavolume datalimit dataquota datasize dataplan datagb datamb dataingb dataamountmb dataamountgb dataquotamb capacitymb capacitygb gb mb volume volumemb volumegb size allowance quota',
  dataUnit: 'dataunit unit capacityunit volumeunit',
  dataPer: 'datacapper dataper per dataperiod',
  unlimited: 'isunlimited unlimited dataunlimited',
  fairUse: 'fairuse fairusage fairusepolicy fairusagepolicy fup fuppolicy capacityinfo throttlepolicy',
  throttleKbps: 'reducedspeed reducedspeedkbps throttlespeed throttledspeed throttlekbps',
  throttled: 'possiblethrottling throttled throttling',
  maxKbps: 'speedlimit maxspeed',
  days: 'days validity validitydays validityindays validdays validityperiod validfor duration durationdays durationindays period length day hours validityhours durationhours',
  soldPerDay: 'soldperday daily perday',
  starts: 'starts activationpolicy activation activationtype validitystart validityinfo',
  installWithinDays: 'installwithindays activationwindow unusedvalidtime',
  price:
    'price priceusd usdprice usd retailprice baseprice listprice originalprice regularprice currentprice sellingprice amount cost priceeur pricegbp pricecents priceincents',
  promoPrice:
    'promoprice promopriceusd usdpromoprice saleprice discountprice discountedprice promotionalprice offerprice',
  currency: 'currency cur pricecurrency currencycode',
  link: 'link url deeplink sourceurl href producturl planurl page',
  hotspot: 'tethering hotspot hotspotallowed tetheringallowed',
  identityCheck: 'ekyc kyc identitycheck iskycverify',
  topUp: 'cantopup topup topupavailable rechargeability',
  phoneNumber: 'phonenumber hasphonenumber',
  subscription: 'subscription issubscription',
  newCustomersOnly: 'newuseronly newcustomersonly',
  ads: 'hasads ads',
  inStock: 'instock available availability',
  updatedAt: 'updatedat lastupdated syncedat scrapedat date',
};
/** A column that may be an id where none is called so. */
const LIKE_AN_ID = /(?:id|sku|code|key|slug|name)$/;
/** Most plans have less than that in GB, and more than that in MB. */
const MEGABYTES_FROM = 100;

/** A text says why no map can be guessed. */
export async function guessMap(page: FeedPage): Promise<GuessedMap | string> {
  const table = await tableOf(page);
  if (typeof table === 'string') return table;
  const byName = new Map(table.columns.map((column) => [plainName(column), column]));
  const columns: Partial<Record<Field, string>> = {};
  let id: string | string[] | null = null;
  for (const [field, names] of Object.entries(NAMES)) {
    const column = names
      .split(' ')
      .map((name) => byName.get(name))
      .find((found) => found !== undefined);
    if (column === undefined) continue;
    if (field === 'id') id = column;
    else columns[field as Field] = column;
  }
  const { provider, places, data, days, price } = columns;
  if (data === undefined || price === undefined || places === undefined) {
    const missing = Object.entries({ data, price, places }).flatMap(([field, column]) =>
      column === undefined ? [field] : [],
    );
    const names = table.columns.slice(0, COLUMNS_SHOWN).map((column) => `"${column}"`);
    return `no column is recognised as ${missing.join(' or ')}; the columns are ${names.join(', ')}`;
  }
  const notes: string[] = ['say which price this is: basis is "retail" here'];
  id ??=
    table.columns.find((column) => LIKE_AN_ID.test(plainName(column)) && isUnique(table.cells(column))) ??
    [provider, places, data, days, columns.name].filter((column) => column !== undefined);
  const constants: Record<string, string> = {};
  if (columns.currency === undefined) {
    constants['currency'] = /eur$/i.exec(price) ? 'EUR' : /gbp$/i.exec(price) ? 'GBP' : 'USD';
    if (!/(?:usd|eur|gbp)/i.test(price))
      notes.push(`the currency is not stated: ${constants['currency']} here`);
  }
  if (
    columns.dataUnit === undefined &&
    table.cells(data).filter(isBare).length * 2 > table.cells(data).length
  ) {
    constants['dataUnit'] = /mb$/i.test(data) || isMostly(table.cells(data), MEGABYTES_FROM) ? 'MB' : 'GB';
    notes.push(`the unit of "${data}" is not stated in its cells: ${constants['dataUnit']} here`);
  }
  if (days !== undefined && table.cells(days).some((cell) => (textOrNull(cell) ?? '') === ''))
    notes.push(`"${days}" is empty in some rows: add "noExpiryValues": [""] only if those never end`);
  const sentinels = ['0', '0 MB', '0 GB', '-1'].filter((word) =>
    table.cells(data).some((cell) => textOrNull(cell)?.toUpperCase() === word),
  );
  const unlimited = [...new Set(sentinels.map((word) => word.replace(/ .*/, '')))];
  if (unlimited.length > 0) notes.push(`"${unlimited.join('", "')}" in "${data}" is taken for "no limit"`);
  const regions = regionsIn(table.cells(places));
  if (regions.length > 0)
    notes.push(
      `say in "regions" of which countries: ${regions.map((name) => JSON.stringify(name)).join(', ')}`,
    );
  if (columns.link === undefined)
    notes.push(
      'the feed has no links: write the address of a plan into "link"; it may contain {id} and every column, such as ' +
        `{${table.columns[0]}}`,
    );
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
      ...(/cents$/i.test(price) ? { priceScale: 'minor' } : {}),
      ...(unlimited.length === 0 ? {} : { unlimitedValues: unlimited }),
      ...(columns.link === undefined ? { link: 'https://shop.example/{id}' } : {}),
    },
  };
}

const plainName = (column: string): string => column.toLowerCase().replace(/[^a-z0-9]/g, '');

const isBare = (cell: unknown): boolean => /^-?[\d.]*$/.test(textOrNull(cell) ?? '');

/** Every cell is there, and none like another. */
function isUnique(cells: readonly unknown[]): boolean {
  const texts = cells.map(textOrNull);
  return cells.length > 1 && !texts.includes(null) && new Set(texts).size === texts.length;
}

/** True where the middle one of the numbers is at least that. */
function isMostly(cells: readonly unknown[], least: number): boolean {
  const numbers = cells.map(numberOrNull).filter((number) => number !== null && number > 0);
  return (median(numbers as number[]) ?? 0) >= least;
}

function regionsIn(cells: readonly unknown[]): readonly string[] {
  const texts = cells.filter((cell) => typeof cell === 'string').map((text) => withoutCount(text.trim()));
  return [...new Set(texts)].filter(isRegionName).slice(0, REGIONS_SHOWN);
}

/** The message as the end of a sentence. */
export const reasonOf = ({ message }: FeedError): string =>
  message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');

async function tableOf(page: FeedPage): Promise<Table | string> {
  try {
    const text = textOf(page).trimStart();
    if (text.startsWith('<')) return 'it is XML';
    return /^[[{]/.test(text) ? jsonTable(jsonOf(page)) : await csvTable(page, text);
  } catch (error) {
    if (error instanceof FeedError) return reasonOf(error);
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
function jsonTable(document: unknown): Table | string {
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
  if (path === undefined) return 'its JSON has no list of objects';
  const rows = (valueAt(document, path) as readonly unknown[]).filter(isRecord).slice(0, ROWS_LOOKED_AT);
  const columns = Object.entries(rows[0] ?? {}).flatMap(([key, value]) =>
    isRecord(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  );
  const cells = (column: string) => rows.map((row) => valueAt(row, column));
  return { format: 'json', rows: path, delimiter: ',', columns, cells };
}

const stepsIn = (value: unknown): readonly string[] =>
  isRecord(value) ? Object.keys(value).slice(0, 50) : [];
