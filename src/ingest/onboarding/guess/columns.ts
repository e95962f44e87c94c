/**
 * Guesses which column has which field, from its name and its cells. A name alone is not enough: the cells must be values
 * of the field. A column without a name is known by its cells.
 */

import { stockOf } from '../../adapters/row/stock.ts';
import type { Field } from '../../adapters/shared/column-map.ts';
import { allowancePer, unitOrNull } from '../../parse/data.ts';
import { acceptsDays } from '../../parse/name/lengths.ts';
import { type NameReading, readName } from '../../parse/name/read-name.ts';
import { booleanOrNull, isRecord, numberOrNull, textOrNull, writtenNumber } from '../../parse/value.ts';
import { TIME_UNITS } from '../../parse/words.ts';
import {
  areMostly,
  canRead,
  type IsValue,
  isAmount,
  isAmountText,
  isBlank,
  isCurrency,
  isLength,
  isLengthText,
  isLink,
  isNumber,
  isPicture,
  isPlaces,
  isPrice,
  isText,
} from './cells.ts';
import columnNames from './column-names.json' with { type: 'json' };
import type { FeedTable, TableColumn } from './tables.ts';

/** By field of the column map, in the order of preference. In lower case, with letters and digits only. */
export const NAMES: Readonly<Partial<Record<Field, readonly string[]>>> = columnNames;

export type Guess = ReadonlyMap<Field, TableColumn>;

const CHECKS: Readonly<Partial<Record<Field, IsValue>>> = {
  data: isAmount,
  fullSpeedPerDay: isAmount,
  days: isLength,
  places: isPlaces,
  dataUnit: (cell) => unitOrNull(cell) !== null,
  daysUnit: (cell) => TIME_UNITS.has((textOrNull(cell) ?? '').toLowerCase()),
  dataPer: (cell) => !isNumber(cell) && canRead(() => allowancePer(1e9, cell, 30)),
  price: isPrice,
  promoPrice: isPrice,
  link: isLink,
  name: isText,
  inStock: (cell) => stockOf(cell) !== null,
  hotspot: (cell) => booleanOrNull(cell) !== null,
};

/** Words that name a field among others: "Data allowance (GB)". */
const WORDS: Readonly<Partial<Record<Field, string>>> = {
  data: 'data gb mb volume allowance quota capacity traffic gigabytes megabytes bytes',
  days: 'days day validity valid duration period length hours',
  places:
    'country countries iso destination destinations coverage coverages location locations region regions zone place places',
  name: 'name title',
};
/** With such a word, the column is something else. */
const OTHERWISE: Readonly<Partial<Record<Field, string>>> = {
  data: 'unit per type id period reset speed code name label unlimited used date updated base kbps mbps day days currency price',
  days: 'unit install installation activation activate refund updated created date data price gb mb kbps mbps speed fup cap volume per usage',
  places:
    'seller shop origin operator operators network networks exit breakout ip merchant company office store market target language lang locale sold price currency excluded',
  name: 'operator network provider brand vendor seller file host user country region category slug type',
};
const wordList = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '');

export const hasWord = ({ words }: TableColumn, list: string | undefined): boolean =>
  wordList(list).some((word) => words.has(word));

/** Cells by which a column is known without its name. */
const BY_CELLS: Readonly<Partial<Record<Field, IsValue>>> = {
  places: isPlaces,
  data: isAmountText,
  days: isLengthText,
};

/** Returns the columns for all fields but the prices, the link and the id. `price`: the column of the price, if there is one. */
export function guessColumns(table: FeedTable, taken: ReadonlySet<string>, price: TableColumn | null): Guess {
  const found = new Map<Field, TableColumn>();
  const used = new Set(taken);
  const free = () => table.columns.filter(({ path }) => !used.has(path));
  const take = (field: Field, column: TableColumn | undefined): void => {
    if (column === undefined || found.has(field)) return;
    found.set(field, column);
    used.add(column.path);
  };
  take('currency', currencyFor(price, free()));
  for (const field of Object.keys(NAMES) as Field[])
    if (!SEPARATE.has(field)) take(field, byName(field, free()));
  for (const field of Object.keys(WORDS) as Field[]) take(field, byWord(field, free()));
  for (const [field, isValue] of Object.entries(BY_CELLS) as [Field, IsValue][])
    take(
      field,
      free().find(({ cells, words }) => !hasOther(field, words) && areMostly(cells, isValue)),
    );
  for (const field of TERMS_OF_AMOUNTS) take(field, emptyByName(field, free()));
  if (table.isNameless) {
    take(
      'name',
      free().find(({ cells }) => areMostly(cells, isTitle)),
    );
    const titles = readTitles(found.get('name'));
    take(
      'data',
      free().find(({ cells }) => areMostly(cells, isAmount) && areStated(cells, titles, hasAmount)),
    );
    take(
      'days',
      free().find(({ cells }) => areMostly(cells, isLength) && areStated(cells, titles, hasLength)),
    );
    take(
      'days',
      free().find(({ cells }) => areMostly(cells, isUsualLength)),
    );
  }
  return found;
}

/** They change what an amount means, so a column with such a name is read even if this file has no value in it. */
const TERMS_OF_AMOUNTS: readonly Field[] = [
  'dataPer',
  'fullSpeedPerDay',
  'throttleKbps',
  'fairUse',
  'hotspotCap',
];

function emptyByName(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  return columns.find(
    ({ names, cells }) => cells.every(isBlank) && names.some((name) => NAMES[field]?.includes(name) === true),
  );
}

// A file without a header row, whose titles tell the amounts from the lengths.

const readTitles = (name: TableColumn | undefined): readonly NameReading[] =>
  (name?.cells ?? []).map((cell) => readName(textOrNull(cell) ?? ''));

type IsStated = (number: number, title: NameReading) => boolean;

const hasAmount: IsStated = (number, { amounts }) =>
  amounts.some(({ bytes }) => [1e9, 1e6].some((unit) => bytes === number * unit));
const hasLength: IsStated = (number, { lengths }) => lengths.some((length) => acceptsDays(length, number));

/** True if most of the numbers are in the titles of their rows. */
function areStated(cells: readonly unknown[], titles: readonly NameReading[], isStated: IsStated): boolean {
  const stated = cells.flatMap((cell, at) => {
    const number = numberOrNull(cell) ?? writtenNumber(textOrNull(cell) ?? '');
    const title = titles[at];
    return number === null || title === undefined ? [] : [isStated(number, title)];
  });
  return stated.length > 0 && stated.filter(Boolean).length * 2 > stated.length;
}

// The currency.

/** The currency of a country, and not that of the price. */
const OTHER_CURRENCIES = 'local country destination home native';
const CURRENCY_WORDS = 'currency ccy';

const parentOf = ({ path }: TableColumn): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The column of currency codes that is beside the price, or else one whose name says that it is a currency. */
function currencyFor(price: TableColumn | null, columns: readonly TableColumn[]): TableColumn | undefined {
  const codes = columns.filter(
    (column) => areMostly(column.cells, isCurrency) && !hasWord(column, OTHER_CURRENCIES),
  );
  const isNamed = (column: TableColumn) =>
    hasWord(column, CURRENCY_WORDS) || column.names.some((name) => NAMES.currency?.includes(name) === true);
  const beside = price === null ? [] : codes.filter((column) => parentOf(column) === parentOf(price));
  return beside.find(isNamed) ?? codes.find(isNamed) ?? beside[0];
}

/** Fields that are found in another way. */
const SEPARATE: ReadonlySet<Field> = new Set([
  'price',
  'promoPrice',
  'link',
  'prices',
  'wholesalePrice',
  'currency',
]);

const hasOther = (field: Field, words: ReadonlySet<string>): boolean =>
  wordList(OTHERWISE[field]).some((word) => words.has(word));

function byName(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  const isValue = CHECKS[field];
  const fits = ({ cells }: TableColumn) =>
    cells.some((cell) => !isBlank(cell)) && (isValue === undefined || areMostly(cells, isValue, 0.5));
  const isFact = (column: TableColumn) => !column.cells.some((cell) => Array.isArray(cell) || isRecord(cell));
  for (const name of NAMES[field] ?? [])
    for (const column of columns)
      if (column.names.includes(name) && fits(column) && (isFact(column) || LISTS.has(field))) return column;
  return undefined;
}

/** Fields whose cells may be lists. */
const LISTS: ReadonlySet<Field> = new Set([
  'places',
  'networks',
  'generations',
  'exits',
  'category',
  'attributes',
]);

function byWord(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  const isValue = CHECKS[field] ?? (() => true);
  return columns.find(
    (column) =>
      hasWord(column, WORDS[field]) && !hasOther(field, column.words) && areMostly(column.cells, isValue),
  );
}

const USUAL_LENGTHS = new Set([
  1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 20, 21, 28, 30, 45, 60, 90, 180, 360, 365,
]);
const isUsualLength: IsValue = (cell) => USUAL_LENGTHS.has(numberOrNull(cell) ?? 0);
const isTitle: IsValue = (cell) => isText(cell) && !isLink(cell) && /\s/.test(textOrNull(cell) ?? '');

/** The field of a table that needs another column where its own is empty: regional plans have no country code. */
export function placesBeside(places: TableColumn, columns: readonly TableColumn[]): TableColumn | undefined {
  const isMissing = (at: number) => isBlank(places.cells[at]);
  if (!places.cells.some(isBlank)) return undefined;
  return columns.find(
    (column) =>
      column !== places &&
      !hasOther('places', column.words) &&
      (hasWord(column, WORDS.places) || column.names.some((name) => NAMES.places?.includes(name) === true)) &&
      areMostly(column.cells, isPlaces) &&
      column.cells.some((cell, at) => isMissing(at) && !isBlank(cell)),
  );
}

// Links.

const TRACKED = 'affiliate tracking tracked deep deeplink aw partner referral clickurl';
const LINK_WORDS = 'link url href deeplink clickurl landing page address';
const NO_LINKS =
  'image img logo icon thumbnail picture photo flag terms privacy policy avatar banner api self';

/** The tracked link comes first, then a link whose name says so, then any other address. */
export function linkIn(table: FeedTable): TableColumn | undefined {
  const links = table.columns.filter(
    (column) =>
      !hasWord(column, NO_LINKS) &&
      areMostly(column.cells, isLink) &&
      !areMostly(column.cells, isPicture, 0.5),
  );
  const score = (column: TableColumn): number => {
    if (hasWord(column, TRACKED)) return 3;
    const isNamed = column.names.some((name) => NAMES.link?.includes(name) === true);
    // A link of the parent leads to all of its variants.
    if (isNamed) return column.isOuter ? 1.5 : 2;
    return hasWord(column, LINK_WORDS) ? 1 : 0;
  };
  return links.toSorted((one, other) => score(other) - score(one))[0];
}
