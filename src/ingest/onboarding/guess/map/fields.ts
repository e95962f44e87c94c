/** Writes the fields of a map: the path of a column, or a rule for several columns. */
import type { Field } from '../../../adapters/shared/column-map.ts';
import { areAtLeastHalf, isBlank, isText } from '../cells.ts';
import { type Guess, secondPlacesColumn } from '../columns.ts';
import type { FeedTable, TableColumn } from '../tables/table.ts';

/** Fields that only a product has: its title is read with them. */
const PRODUCT_FIELDS: readonly Field[] = ['category', 'attributes'];

/** Returns all fields but the id, the prices and the link. */
export function fieldPaths(guess: Guess, table: FeedTable, isProducts: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [field, column] of guess)
    if (isProducts || !PRODUCT_FIELDS.includes(field)) fields[field] = column.path;
  // A source of one provider names it itself.
  if (isSameEverywhere(guess.get('provider'))) delete fields['provider'];
  const places = guess.get('places');
  const others = places && secondPlacesColumn(places, table.columns);
  if (places !== undefined && others !== undefined) fields['places'] = { column: [places.path, others.path] };
  const name = guess.get('name');
  const titles = isProducts && name !== undefined ? titleColumns(name, table) : [];
  if (titles.length > 1) fields['name'] = { join: titles.map(({ path }) => path) };
  return fields;
}

const isSameEverywhere = (column: TableColumn | undefined): boolean =>
  new Set(column?.cells.filter((cell) => !isBlank(cell))).size === 1;

const TITLES = ['title', 'name', 'productname', 'producttitle', 'product'];
const VARIANTS = [
  ...TITLES,
  'label',
  'variant',
  'varianttitle',
  'variantname',
  'option',
  'option1',
  'options',
];

/** Returns the title of a product and the name of its variant ("Japan eSIM" and "1 GB / 7 days"), or the name alone. */
function titleColumns(name: TableColumn, { columns }: FeedTable): readonly TableColumn[] {
  const isCalled = ({ names }: TableColumn, words: readonly string[]) => words.includes(names[0] ?? '');
  const product = name.isOuter ? name : columns.find((column) => column.isOuter && isCalled(column, TITLES));
  const variant = name.isOuter
    ? columns.find(
        (column) => !column.isOuter && isCalled(column, VARIANTS) && areAtLeastHalf(column.cells, isText),
      )
    : name;
  return product === undefined || variant === undefined ? [name] : [product, variant];
}
