/** The places, the length and the allowance of a row: from its columns, or from the title of a product. */
import type { Draft, DraftAllowance } from '../../draft.ts';
import { isEmpty } from '../../parse/value.ts';
import { productPlan } from '../product/product.ts';
import type { TitleRules } from '../product/title-rules.ts';
import type { Field } from '../shared/column-map.ts';
import { allowanceOf } from './allowance.ts';
import { cellLength, daysOf } from './length.ts';
import type { MappedRow } from './mapped-row.ts';

type RowPlan = DraftAllowance &
  Pick<Draft, 'places' | 'days'> & {
    /** What the row calls its places together, for a generated name. */
    readonly placeName: string | null;
  };

export function planOfColumns(row: MappedRow): RowPlan {
  const { places, placeName } = row.map.placesOf(row.value('places'));
  const days = daysOf(row);
  return { placeName, places, days, ...allowanceOf(row, days) };
}

/** A row of a feed of products may lack columns, for which its title is read. */
export function planOfProduct(row: MappedRow, titles: TitleRules): RowPlan {
  const has = (...fields: readonly Field[]) => fields.some((field) => !isEmpty(row.value(field)));
  const cell = has('places') ? row.map.placesOf(row.value('places')) : null;
  const texts = {
    title: row.text('name') ?? '',
    paths: row.texts('category'),
    attributes: row.texts('attributes'),
  };
  const columns = {
    places: cell?.places,
    readDays: has('days') || cellLength(row) !== null ? () => daysOf(row) : undefined,
    readAllowance: has('data', 'unlimited') ? (days: number | null) => allowanceOf(row, days) : undefined,
  };
  return { placeName: cell?.placeName ?? null, ...productPlan(texts, columns, titles) };
}
