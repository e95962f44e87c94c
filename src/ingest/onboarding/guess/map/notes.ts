/** Writes what the operator must still check, decide or fill in after a map was guessed. */
import type { AdapterOptions } from '../../../adapter.ts';
import { areAtLeastHalf, isBlank, isPicture } from '../cells.ts';
import type { FeedTable } from '../tables/table.ts';
import type { MapParts } from './parts.ts';

/** false: there is nothing to say. */
type Note = string | false;
/** How a note calls the column with a path. */
type ColumnName = (path: string) => string;

const COLUMNS_SHOWN = 20;

/** `options`: those of the map, with the paths of the table. */
export function notesOn(parts: MapParts, options: AdapterOptions): readonly string[] {
  const nameOf: ColumnName = (path) => JSON.stringify(parts.header?.get(path) ?? path);
  return [
    ...priceNotes(parts),
    ...amountNotes(parts, nameOf),
    ...rowNotes(parts, options, nameOf),
    ...shopNotes(parts),
  ].filter((note) => note !== false);
}

const priceNotes = ({ price, currency }: MapParts): readonly Note[] => [
  price.basis === 'retail' && 'check "basis", the kind of price: "retail" is assumed',
  price.basis === 'wholesale' &&
    `"${price.wholesalePath}" is what a partner pays, so no row is served: look for the price of travellers`,
  currency?.isAssumed === true && 'the currency is not stated: USD is assumed',
];

function amountNotes({ price, amounts, lengths }: MapParts, nameOf: ColumnName): readonly Note[] {
  const column = nameOf(amounts?.path ?? '');
  const unit = amounts?.assumedUnit ?? null;
  const unlimited = amounts?.unlimited ?? [];
  return [
    unit !== null && `the unit of ${column} is not stated in its cells: ${unit} is assumed`,
    amounts?.isBinary === true && `most amounts are multiples of 1024: "base": 1024 is assumed`,
    price.scaleNote ?? false,
    lengths?.areSomeBlank === true &&
      `${nameOf(lengths.path)} is empty in some rows: add "noExpiryValues": [""] only if these plans never expire`,
    unlimited.length > 0 && `"${unlimited.join('", "')}" in ${column} is read as "no limit"`,
  ];
}

function rowNotes(parts: MapParts, options: AdapterOptions, nameOf: ColumnName): readonly Note[] {
  const { table, id, regions, sold, topUps, paging } = parts;
  const unread = unreadPaths(table, options).map(nameOf);
  const idNames = id.columns.map(({ path }) => nameOf(path));
  return [
    Object.keys(regions).length > 0 && 'check "regions": the lists are from another part of the file',
    !id.isUnique && `no columns identify each row: ${idNames.join(', ')} occur several times together`,
    unread.length > 0 &&
      `not read, because their names are unknown: ${unread.slice(0, COLUMNS_SHOWN).join(', ')}`,
    paging !== null && `check "paging": the file announces pages, and the name of a parameter is a guess`,
    sold !== null &&
      `rows with another ${nameOf(sold.column)} than ${alternatives(sold.values)} are left out`,
    topUps !== null &&
      `rows with ${alternatives(topUps.values)} in ${nameOf(topUps.column)} are rejected as top-ups`,
  ];
}

const shopNotes = ({ table, isProducts, link }: MapParts): readonly Note[] => [
  isProducts &&
    'what no column states is read from the title; if the shop sells nothing but eSIMs, add "goods": "esim" to the source',
  link === undefined &&
    `the feed has no links: write the address of a plan into "link"; it may contain {id} and every column, such as {${table.columns[0]?.path}}`,
];

const alternatives = (words: readonly string[]): string =>
  words.map((word) => JSON.stringify(word)).join(' or ');

/** Columns with values that the map does not read. The operator may know what they mean. */
function unreadPaths({ columns }: FeedTable, options: AdapterOptions): readonly string[] {
  const read = [
    options['id'],
    options['columns'],
    options['prices'],
    options['keep'],
    options['refuse'],
  ].flatMap(textsIn);
  const isRead = (path: string) =>
    read.some((one) => one === path || isWithin(path, one) || isWithin(one, path));
  return columns
    .filter(({ path, cells }) => !isRead(path) && !cells.every(isBlank) && !areAtLeastHalf(cells, isPicture))
    .map(({ path }) => path);
}

const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(`${outer}[`) || path.startsWith(`${outer}.`);

/** All texts of an option. The paths of columns are among them. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
