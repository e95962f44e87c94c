/** `node:sqlite`, in memory, in this process: the rows lie in the order of the key, so one range is read. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, type Engine, type Listed, parametersOf, rankingSql } from './query.ts';
import { COLUMNS, type Row } from './rows.ts';

const DIALECT: Dialect = {
  least: 'min',
  greatest: 'max',
  div: '/',
  parameter: (number) => `?${number}`,
};

export function openSqlite(rows: Iterable<Row>): Engine {
  const database = new DatabaseSync(':memory:');
  const columns = COLUMNS.map((name) => `${name} ${name === 'country' ? 'TEXT' : 'INTEGER'} NOT NULL`);
  // Without row ids the table is its own covering index.
  database.exec(
    `CREATE TABLE offers (${columns.join(', ')}, PRIMARY KEY (country, plan)) WITHOUT ROWID, STRICT`,
  );
  const insert = database.prepare(`INSERT INTO offers VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  for (const row of rows) insert.run(...(row as readonly SQLInputValue[]));
  database.exec('COMMIT; ANALYZE');
  const ranking = database.prepare(rankingSql(DIALECT));
  return {
    name: 'SQLite',
    rank: async (trip, now, limit = 20) =>
      ranking.all(...parametersOf(trip, now, limit)) as unknown as Listed[],
    close: async () => database.close(),
  };
}
