/** Collects all that is guessed for one map of a table. The options and the notes of the map are written from it. */
import type { Paging } from '../../../adapters/shared/paging.ts';
import type { Guess } from '../columns.ts';
import type { GuessedTable } from '../guessed-table.ts';
import { type GuessedId, guessId } from '../id.ts';
import { guessPaging } from '../paging.ts';
import { regionNamesIn, regionsOfSeller } from '../regions.ts';
import type { FeedTable, TableColumn } from '../tables/table.ts';
import { type AmountParts, amountParts, type LengthParts, lengthParts } from './amounts.ts';
import { fieldPaths } from './fields.ts';
import { type HeaderNames, headerNames } from './header.ts';
import { type GuessedCurrency, guessCurrency, type PriceParts, priceParts } from './price.ts';
import { type RowsOfKind, soldRows, topUpRows } from './row-kinds.ts';

export interface MapParts {
  readonly table: FeedTable;
  /** The table is a feed of products: what has no column is read from the title. */
  readonly isProducts: boolean;
  /** The rule of each field. Most rules are the path of a column. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly id: GuessedId;
  readonly link: TableColumn | undefined;
  readonly price: PriceParts;
  /** null: a column or the cells of the price state it. */
  readonly currency: GuessedCurrency | null;
  readonly amounts: AmountParts | null;
  readonly lengths: LengthParts | null;
  /** The countries of the regions in the column of places, as far as another part of the file lists them. */
  readonly regions: Readonly<Record<string, readonly string[]>>;
  /** null: the table does not state which rows are sold. */
  readonly sold: RowsOfKind | null;
  readonly topUps: RowsOfKind | null;
  readonly paging: Paging | null;
  /** null: the file names its columns. */
  readonly header: HeaderNames | null;
}

export function partsOf({ table, guess, prices, link }: GuessedTable, isProducts: boolean): MapParts {
  const price = priceParts(prices, guess.get('currency') ?? null);
  const fields = {
    ...fieldPaths(guess, table, isProducts),
    ...price.fields,
    ...(link && { link: link.path }),
  };
  const taken = new Set([...guess.values(), link].flatMap((column) => column?.path ?? []));
  const id = guessId(table, guess, taken);
  return {
    table,
    isProducts,
    fields,
    id,
    link,
    price,
    currency: guessCurrency(prices, guess),
    amounts: amountParts(guess),
    lengths: lengthParts(guess),
    regions: listedRegions(table, guess),
    sold: soldRows(table),
    topUps: topUpRows(table),
    paging: guessPaging(table, id.columns.length === 1 ? id.columns[0]!.path : null),
    header: table.isNameless ? headerNames(table, fields, id) : null,
  };
}

const listedRegions = ({ document }: FeedTable, guess: Guess) =>
  regionsOfSeller(document, regionNamesIn(guess.get('places')?.cells ?? []));
