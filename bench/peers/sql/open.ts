/** All three engines over the same tables. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { installPeers } from '../install.ts';
import { openDuckDb, writeCsv } from './duckdb.ts';
import { openPostgres } from './postgres.ts';
import type { Engine } from './query.ts';
import { openSqlite } from './sqlite.ts';
import { rowsOf, TABLES } from './tables.ts';

export interface Engines {
  readonly all: readonly Engine[];
  readonly close: () => Promise<void>;
}

export async function openEngines(catalogue: Catalogue): Promise<Engines> {
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), 'esim-peers-'));
  // The PostgreSQL server reads the files under another account.
  chmodSync(folder, 0o755);
  const all: Engine[] = [];
  const close = async () => {
    for (const engine of all.splice(0)) await engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const csvOf = (table: string) => join(folder, `${table}.csv`);
    for (const table of TABLES) writeCsv(csvOf(table.name), rowsOf(table, catalogue));
    all.push(openSqlite(catalogue));
    all.push(await openDuckDb(csvOf));
    all.push(await openPostgres(csvOf, join(folder, 'postgres')));
    return { all: [...all], close };
  } catch (error) {
    await close();
    throw error;
  }
}
