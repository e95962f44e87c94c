/** `node:sqlite`, in memory, in this process: the rows lie in the order of their key, so one range of each table is read. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { listedOf } from './listed.ts';
import { type Dialect, type Engine, parametersOf, rankingSql } from './query.ts';
import { definitionsOf, keyOf, rowsOf, TABLES } from './tables.ts';

const DIALECT: Dialect = {
  least: 'min',
  greatest: 'max',
  div: '/',
  fence: 'LIMIT -1',
  parameter: (number) => `?${number}`,
};

export function openSqlite(catalogue: Catalogue): Engine {
  const database = new DatabaseSync(':memory:');
  for (const table of TABLES) {
    const { name, columns } = table;
    const definitions = definitionsOf(table, 'TEXT', 'INTEGER');
    // Without row ids a table is its own covering index.
    database.exec(
      `CREATE TABLE ${name} (${definitions}, PRIMARY KEY (${keyOf(table)})) WITHOUT ROWID, STRICT`,
    );
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
    database.exec('BEGIN');
    for (const row of rowsOf(table, catalogue)) insert.run(...(row as readonly SQLInputValue[]));
    database.exec('COMMIT');
  }
  database.exec('ANALYZE');
  const ranking = database.prepare(rankingSql(DIALECT));
  ranking.setReturnArrays(true);
  return {
    name: 'SQLite',
    rank: async (trip, now, limit = 20) => {
      const rows = ranking.all(...parametersOf(trip, now, limit)) as unknown as unknown[][];
      return rows.map(listedOf);
    },
    close: async () => database.close(),
  };
}
