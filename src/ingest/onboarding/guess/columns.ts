/**
 * Guesses which column has which field, from its name and its cells. A name alone is not enough: the cells must be values
 * of the field. A column without a name is known by its cells.
 */
import type { Field } from '../../adapters/shared/column-map.ts';
import { isRecord } from '../../parse/value.ts';
import { areAtLeastHalf, areMostly, type Cells, isBlank, isPlaces } from './cells.ts';
import { currencyColumn } from './currency.ts';
import { COLUMN_NAMES, hasWord, isNamedAs, isSomethingElse, signsOf } from './field-signs.ts';
import { amountsInTitles, lengthsInTitles, titles, usualLengths } from './nameless.ts';
import type { FeedTable, TableColumn } from './tables/table.ts';

export type Guess = ReadonlyMap<Field, TableColumn>;

/** Finds the column of a field in the columns that have no field yet. `found` has the fields of the steps before. */
type Find = (free: readonly TableColumn[], found: Guess) => TableColumn | undefined;
type Step = readonly [field: Field, find: Find];

/** Returns the columns for all fields but the prices, the link and the id. `price`: the column of the price, if there is one. */
export function guessColumns(table: FeedTable, taken: ReadonlySet<string>, price: TableColumn | null): Guess {
  const steps: readonly Step[] = [
    ['currency', (free) => currencyColumn(price, free)],
    ...STEPS,
    ...(table.isNameless ? NAMELESS_STEPS : []),
  ];
  const found = new Map<Field, TableColumn>();
  const used = new Set(taken);
  for (const [field, find] of steps) {
    if (found.has(field)) continue;
    const free = table.columns.filter(({ path }) => !used.has(path));
    const column = find(free, found);
    if (column === undefined) continue;
    found.set(field, column);
    used.add(column.path);
  }
  return found;
}

/** Fields with names that are found in another way. */
const FOUND_ELSEWHERE: ReadonlySet<Field> = new Set(['price', 'promoPrice', 'link', 'currency']);
const NAMED_FIELDS = (Object.keys(COLUMN_NAMES) as Field[]).filter((field) => !FOUND_ELSEWHERE.has(field));

/** Fields that change what an amount means. A column with such a name is read even if this file has no value in it. */
const TERMS_OF_AMOUNTS: readonly Field[] = [
  'dataPer',
  'fullSpeedPerDay',
  'throttleKbps',
  'fairUse',
  'hotspotCap',
];

/** A whole name is the best sign, a word in it the second best, and the cells alone are the weakest. */
const STEPS: readonly Step[] = [
  ...NAMED_FIELDS.map((field): Step => [field, (free) => findByName(field, free)]),
  ...(['data', 'days', 'places', 'name'] as const).map(
    (field): Step => [field, (free) => findByWord(field, free)],
  ),
  ...(['places', 'data', 'days'] as const).map((field): Step => [field, (free) => findByCells(field, free)]),
  ...TERMS_OF_AMOUNTS.map((field): Step => [field, (free) => findEmpty(field, free)]),
];

/** The last step applies only if the titles state no lengths. */
const NAMELESS_STEPS: readonly Step[] = [
  ['name', titles],
  ['data', (free, found) => amountsInTitles(free, found.get('name'))],
  ['days', (free, found) => lengthsInTitles(free, found.get('name'))],
  ['days', usualLengths],
];

/** Fields whose cells may be lists. */
const LIST_FIELDS: ReadonlySet<Field> = new Set([
  'places',
  'networks',
  'generations',
  'exits',
  'category',
  'attributes',
]);

const hasOnlyScalars = ({ cells }: TableColumn): boolean =>
  !cells.some((cell) => Array.isArray(cell) || isRecord(cell));

function findByName(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  const { isValue } = signsOf(field);
  const areValues = (cells: Cells) =>
    cells.some((cell) => !isBlank(cell)) && (isValue === undefined || areAtLeastHalf(cells, isValue));
  const fitting = columns.filter(
    (column) => areValues(column.cells) && (hasOnlyScalars(column) || LIST_FIELDS.has(field)),
  );
  for (const name of COLUMN_NAMES[field] ?? []) {
    const column = fitting.find(({ names }) => names.includes(name));
    if (column !== undefined) return column;
  }
  return undefined;
}

function findByWord(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  const { words, isValue = () => true } = signsOf(field);
  return columns.find(
    (column) => hasWord(column, words) && !isSomethingElse(field, column) && areMostly(column.cells, isValue),
  );
}

function findByCells(field: Field, columns: readonly TableColumn[]): TableColumn | undefined {
  const { isUnmistakable = () => false } = signsOf(field);
  return columns.find((column) => !isSomethingElse(field, column) && areMostly(column.cells, isUnmistakable));
}

const findEmpty = (field: Field, columns: readonly TableColumn[]): TableColumn | undefined =>
  columns.find((column) => column.cells.every(isBlank) && isNamedAs(field, column));

/**
 * Returns another column of places, which has values where the first one is empty. Regional plans, for example, have no
 * country code, but the name of a region.
 */
export function secondPlacesColumn(
  places: TableColumn,
  columns: readonly TableColumn[],
): TableColumn | undefined {
  const isNamedPlaces = (column: TableColumn) =>
    hasWord(column, signsOf('places').words) || isNamedAs('places', column);
  const fillsGap = ({ cells }: TableColumn) =>
    cells.some((cell, at) => isBlank(places.cells[at]) && !isBlank(cell));
  return columns.find(
    (column) =>
      column !== places &&
      !isSomethingElse('places', column) &&
      isNamedPlaces(column) &&
      areMostly(column.cells, isPlaces) &&
      fillsGap(column),
  );
}
