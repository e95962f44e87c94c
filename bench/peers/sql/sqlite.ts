/** `node:sqlite`, in memory, in this process: rows lie in the order of their key, so one range of each table is read. */
import { DatabaseSync } from 'node:sqlite';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { parametersOf, type Question, RANKING_SQL } from './query.ts';
import { COUPON_COLUMNS, couponsOf, OFFER_COLUMNS, offersOf, type Row } from './tables.ts';

/** Row numbers of the plans of Recommended, Cheapest and Fastest. */
export type Lists = readonly [number[], number[], number[]];

export interface SqlPeer {
  readonly rank: (trip: Question, now: number) => Lists;
  readonly close: () => void;
}

function fill(
  database: DatabaseSync,
  table: string,
  key: string,
  columns: readonly string[],
  rows: Iterable<Row>,
): void {
  const definitions = columns.map((name) => `${name} ${name === 'country' ? 'TEXT' : 'INTEGER'} NOT NULL`);
  // Without row ids a table is its own covering index.
  database.exec(
    `CREATE TABLE ${table} (${definitions.join(', ')}, PRIMARY KEY (${key})) WITHOUT ROWID, STRICT`,
  );
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const row of rows) insert.run(...columns.map((name) => row[name]!));
  database.exec('COMMIT');
}

export function openSqlite(catalogue: Catalogue): SqlPeer {
  const database = new DatabaseSync(':memory:');
  fill(database, 'offers', 'country, plan', OFFER_COLUMNS, offersOf(catalogue));
  fill(database, 'coupons', 'country, plan, coupon', COUPON_COLUMNS, couponsOf(catalogue));
  database.exec('ANALYZE');
  const ranking = database.prepare(RANKING_SQL);
  ranking.setReturnArrays(true);
  return {
    rank: (trip, now) => {
      const lists: Lists = [[], [], []];
      const rows = ranking.all(parametersOf(trip, now)) as unknown as [number, number][];
      for (const [list, plan] of rows) lists[list]!.push(plan);
      return lists;
    },
    close: () => database.close(),
  };
}
