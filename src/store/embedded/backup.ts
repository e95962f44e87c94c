/** Copies the database of a data folder consistently, also while a service uses it. */
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';

/** Writes the copy and returns its size in bytes. The file must not exist. Only its owner can read it. */
export function backUpFolder(folder: string, file: string): number {
  const source = join(folder, 'esim.db');
  if (!existsSync(source)) throw new StoreError('unavailable', `the folder ${folder} has no data yet`);
  if (existsSync(file))
    throw new StoreError('unavailable', `${file} exists already: remove it or choose another name`);
  // SQLite creates the file with the umask of the process. The file must be private from the beginning.
  const previousUmask = process.umask(0o077);
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
    chmodSync(file, 0o600);
    expectIntact(file);
    return statSync(file).size;
  } catch (error) {
    rmSync(file, { force: true });
    throw new StoreError('unavailable', `the backup failed: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
    process.umask(previousUmask);
  }
}

function expectIntact(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    const [row] = copy.prepare('PRAGMA quick_check(1)').all();
    const result = Object.values(row ?? {})[0];
    if (result !== 'ok') throw new Error(`the copy is damaged: ${String(result)}`);
  } finally {
    copy.close();
  }
}
