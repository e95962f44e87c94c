/** `node:sqlite`, in memory, in this process: rows lie in the order of their key, so one range of each table is read. */
import { DatabaseSync } from 'node:sqlite';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { parametersOf, type Question, RANKING_SQL } from './query.ts';
import { couponsOf, offersOf, type Row } from './tables.ts';

/** Row numbers of the plans of Recommended, Cheapest and Fastest. */
export type Lists = readonly [number[], number[], number[]];

export interface SqlPeer {
  readonly rank: (trip: Question, now: number) => Lists;
  readonly close: () => void;
}

function fill(database: DatabaseSync, table: string, key: string, rows: Iterable<Row>): void {
  let insert: ReturnType<DatabaseSync['prepare']> | null = null;
  database.exec('BEGIN');
  for (const row of rows) {
    if (insert === null) {
      const names = Object.keys(row);
      const definitions = names
        .map((name) => `${name} ${name === 'country' ? 'TEXT' : 'INTEGER'} NOT NULL`)
        .join(', ');
      // Without row ids a table is its own covering index.
      database.exec(`CREATE TABLE ${table} (${definitions}, PRIMARY KEY (${key})) WITHOUT ROWID, STRICT`);
      insert = database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`);
    }
    insert.run(...Object.values(row));
  }
  database.exec('COMMIT');
}

export function openSqlite(catalogue: Catalogue): SqlPeer {
  const database = new DatabaseSync(':memory:');
  fill(database, 'offers', 'country, plan', offersOf(catalogue));
  fill(database, 'coupons', 'country, plan, coupon', couponsOf(catalogue));
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
