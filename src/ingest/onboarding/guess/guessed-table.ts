/** Guesses the fields of a table, and scores how much of what a plan needs is in it. */
import { type Guess, guessColumns } from './columns.ts';
import { linkIn } from './links.ts';
import { type GuessedPrices, pricesIn } from './prices.ts';
import type { FeedTable, TableColumn } from './tables/table.ts';

export interface GuessedTable {
  readonly table: FeedTable;
  /** The columns of all fields but the prices, the link and the id. */
  readonly guess: Guess;
  readonly prices: GuessedPrices;
  readonly link: TableColumn | undefined;
  readonly hasPrice: boolean;
  /** The fields that every plan needs, and for which there is no column. */
  readonly missing: readonly string[];
  /** The sum of `WEIGHTS` for the fields that have a column. */
  readonly score: number;
}

const WEIGHTS = { price: 4, data: 4, places: 3, days: 2, name: 2, link: 1 };
type WeightedField = keyof typeof WEIGHTS;
const NEEDED: readonly WeightedField[] = ['data', 'price', 'places'];

export function guessTable(table: FeedTable): GuessedTable {
  const prices = pricesIn(table);
  const link = linkIn(table);
  const priceColumns = priceColumnsOf(prices);
  const [price] = priceColumns;
  const taken = [...priceColumns, link].flatMap((column) => column?.path ?? []);
  const guess = guessColumns(table, new Set(taken), price ?? null);
  const found: Readonly<Record<WeightedField, TableColumn | undefined>> = {
    price,
    data: guess.get('data'),
    places: guess.get('places'),
    days: guess.get('days'),
    name: guess.get('name'),
    link,
  };
  return {
    table,
    guess,
    prices,
    link,
    hasPrice: price !== undefined,
    missing: NEEDED.filter((field) => found[field] === undefined),
    score: scoreOf(found),
  };
}

/** All columns with prices. The first one is the best sign of where the prices are. */
const priceColumnsOf = ({
  price,
  promoPrice,
  prices,
  wholesalePrice,
  byCurrency,
}: GuessedPrices): readonly TableColumn[] =>
  [price, promoPrice, prices, wholesalePrice, ...byCurrency.values()].filter((column) => column !== null);

function scoreOf(found: Readonly<Record<WeightedField, TableColumn | undefined>>): number {
  let score = 0;
  for (const field of Object.keys(WEIGHTS) as WeightedField[]) {
    const column = found[field];
    if (column === undefined) continue;
    // A list around the plans has some of the fields too, but not in its rows.
    score += column.isOuter ? WEIGHTS[field] / 2 : WEIGHTS[field];
  }
  return score;
}
