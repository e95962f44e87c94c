/** Sample markets of any size for benchmarks, created once in a separate process and stored with the results. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { loadBlobs } from '../../src/catalogue/testing/load.ts';
import { type SnapshotBlobs, writeSnapshot } from '../../src/catalogue/write-snapshot.ts';
import { fastMarket } from '../../test/support/fast-market.ts';

const FOLDER = fileURLToPath(new URL('../results/markets/', import.meta.url));
/** Prices are fresh for a day; a market made this long ago is made again so that none of them is aging. */
const KEPT_MS = 12 * 3_600_000;

const fileOf = (plans: number, blob: string) => `${FOLDER}${plans}.${blob}`;

async function make(plans: number): Promise<void> {
  const { content, observations } = await writeSnapshot(fastMarket({ plans, now: Date.now() }));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(plans, 'observations'), observations);
  writeFileSync(fileOf(plans, 'content'), content);
}

export function marketBlobs(plans: number): SnapshotBlobs {
  const file = fileOf(plans, 'content');
  const isFresh = existsSync(file) && Date.now() - statSync(file).mtimeMs < KEPT_MS;
  // The objects of a large market would affect the measuring process, so another process creates them.
  if (!isFresh) execFileSync(process.execPath, [import.meta.filename, String(plans)], { stdio: 'inherit' });
  return { content: readFileSync(file), observations: readFileSync(fileOf(plans, 'observations')) };
}

export const catalogueOf = (plans: number): Promise<Catalogue> => loadBlobs(marketBlobs(plans));

if (import.meta.main) await make(Number(process.argv[2]));
