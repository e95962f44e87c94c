/** Sample markets of any size for benchmarks, made once in a process of their own and kept beside the results. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DecodedCatalogue, decode } from '../../src/catalogue/decode.ts';
import { encode } from '../../src/catalogue/encode.ts';
import { fastMarket } from '../../test/support/fast-market.ts';

const FOLDER = fileURLToPath(new URL('../results/markets/', import.meta.url));
/** Prices are fresh for a day; a market made this long ago is made anew so that none of them is aging. */
const KEPT_MS = 12 * 3_600_000;

const fileOf = (plans: number, part: string) => `${FOLDER}${plans}.${part}`;

function make(plans: number): void {
  const { content, observations } = encode(fastMarket({ plans, now: Date.now() }));
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(plans, 'observations'), observations);
  writeFileSync(fileOf(plans, 'content'), content);
}

export interface MarketBytes {
  readonly content: Uint8Array;
  readonly observations: Uint8Array;
}

export function marketBytes(plans: number): MarketBytes {
  const file = fileOf(plans, 'content');
  const isFresh = existsSync(file) && Date.now() - statSync(file).mtimeMs < KEPT_MS;
  // A million plain objects would weigh on the process that measures, so another one makes them.
  if (!isFresh) execFileSync(process.execPath, [import.meta.filename, String(plans)], { stdio: 'inherit' });
  return { content: readFileSync(file), observations: readFileSync(fileOf(plans, 'observations')) };
}

export function catalogueOf(plans: number): DecodedCatalogue {
  const { content, observations } = marketBytes(plans);
  return decode(content, observations, 1);
}

if (import.meta.main) make(Number(process.argv[2]));
