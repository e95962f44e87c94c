/** All three engines over the same rows. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { installPeers } from '../install.ts';
import { openDuckDb, writeCsv } from './duckdb.ts';
import { openPostgres } from './postgres.ts';
import type { Engine } from './query.ts';
import { rowsOf, type ViewOf } from './rows.ts';
import { openSqlite } from './sqlite.ts';

export interface Engines {
  readonly all: readonly Engine[];
  readonly close: () => Promise<void>;
}

export async function openEngines(catalogue: Catalogue, viewOf?: ViewOf): Promise<Engines> {
  installPeers();
  const folder = mkdtempSync(join(tmpdir(), 'esim-peers-'));
  // The PostgreSQL server reads the file under another account.
  chmodSync(folder, 0o755);
  const all: Engine[] = [];
  const close = async () => {
    for (const engine of all.splice(0)) await engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const csv = join(folder, 'offers.csv');
    writeCsv(csv, rowsOf(catalogue, viewOf));
    all.push(openSqlite(rowsOf(catalogue, viewOf)));
    all.push(await openDuckDb(csv));
    all.push(await openPostgres(csv, join(folder, 'postgres')));
    return { all: [...all], close };
  } catch (error) {
    await close();
    throw error;
  }
}
