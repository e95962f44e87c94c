/**
 * The market as three tables for an SQL engine. All that no trip changes is worked out beforehand, exactly as the
 * service does it for itself, so that a comparison reads one range of each.
 */
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DestinationView } from '../../../src/domain/columns.ts';
import { DEAL_COLUMNS, dealsOf } from './deals.ts';
import { OFFER_COLUMNS, offersOf } from './offers.ts';
import { RIVAL_COLUMNS, rivalsOf } from './rivals.ts';

export type Row = readonly [country: string, ...numbers: number[]];

export interface Table {
  readonly name: string;
  /** The first is the country, all others are whole numbers. */
  readonly columns: readonly string[];
  /** How many of the columns, from the first on, make a row's key: rows come in its order. */
  readonly keyColumns: number;
  readonly rowsOf: (country: string, view: DestinationView) => Iterable<Row>;
}

export const TABLES: readonly Table[] = [
  { name: 'offers', columns: OFFER_COLUMNS, keyColumns: 2, rowsOf: offersOf },
  { name: 'deals', columns: DEAL_COLUMNS, keyColumns: 5, rowsOf: dealsOf },
  { name: 'rivals', columns: RIVAL_COLUMNS, keyColumns: 3, rowsOf: rivalsOf },
];

export const keyOf = ({ columns, keyColumns }: Table): string => columns.slice(0, keyColumns).join(', ');

/** The columns as a table is created with them. */
export const definitionsOf = ({ columns }: Table, textType: string, numberType: string): string =>
  columns.map((name, index) => `${name} ${index === 0 ? textType : numberType} NOT NULL`).join(', ');

export function* rowsOf({ rowsOf: rows }: Table, catalogue: Catalogue): Generator<Row> {
  for (const { code } of catalogue.destinations) {
    const view = catalogue.view(code);
    if (view !== null) yield* rows(code, view);
  }
}
