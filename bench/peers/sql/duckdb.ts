/** DuckDB, in memory, in this process: rows sorted by country, so that its block statistics skip all other countries. */
import { writeFileSync } from 'node:fs';
import { peer } from '../install.ts';
import { listedOf } from './listed.ts';
import { type Dialect, type Engine, parametersOf, rankingSql } from './query.ts';
import { definitionsOf, TABLES } from './tables.ts';

interface Prepared {
  bindVarchar(index: number, value: string): void;
  bindBigInt(index: number, value: bigint): void;
  runAndReadAll(): Promise<{ getRows(): unknown[][] }>;
}
interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{
      connect(): Promise<{
        run(sql: string): Promise<unknown>;
        prepare(sql: string): Promise<Prepared>;
        closeSync(): void;
      }>;
      closeSync(): void;
    }>;
  };
}

const DIALECT: Dialect = {
  least: 'least',
  greatest: 'greatest',
  div: '//',
  fence: '',
  parameter: (number) => `$${number}`,
};

/** `csvOf`: the file that holds a table's rows. */
export async function openDuckDb(csvOf: (table: string) => string): Promise<Engine> {
  const { DuckDBInstance } = await peer<DuckDb>('@duckdb/node-api');
  // One thread: a comparison reads a few thousand rows, and handing them out costs more than it saves.
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const table of TABLES) {
    const { name } = table;
    await connection.run(`CREATE TABLE ${name} (${definitionsOf(table, 'VARCHAR', 'BIGINT')})`);
    await connection.run(`COPY ${name} FROM '${csvOf(name)}' (HEADER false)`);
    await connection.run(`CREATE INDEX ${name}_country ON ${name} (country)`);
  }
  await connection.run('ANALYZE');
  const ranking = await connection.prepare(rankingSql(DIALECT));
  return {
    name: 'DuckDB',
    rank: async (trip, now, limit = 20) => {
      const [country, ...numbers] = parametersOf(trip, now, limit);
      ranking.bindVarchar(1, country);
      numbers.forEach((value, index) => {
        ranking.bindBigInt(index + 2, value);
      });
      const reader = await ranking.runAndReadAll();
      return reader.getRows().map(listedOf);
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** What both DuckDB and PostgreSQL read in one go. */
export function writeCsv(file: string, rows: Iterable<readonly (string | number)[]>): void {
  writeFileSync(file, '');
  let lines: string[] = [];
  const flush = () => {
    writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'a' });
    lines = [];
  };
  for (const row of rows) {
    lines.push(row.join(','));
    if (lines.length === 100_000) flush();
  }
  if (lines.length > 0) flush();
}
