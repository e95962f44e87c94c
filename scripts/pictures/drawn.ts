/** The pictures that are drawn without a browser. They depend on nothing but the code and the sample market. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/main.ts';
import { testDependencies } from '../../src/cli/testing/dependencies.ts';
import { drawArchitecture } from './architecture.ts';
import { drawRanking, type RankedResult } from './ranking.ts';
import { drawTerminal, TERMINAL_COLUMNS } from './terminal.ts';

/** A Wednesday, two days after the date of the coupons and rates of the sample market. */
export const NOW = Date.parse('2026-11-18T12:00:00Z');

const TRIP = ['rank', 'TR', '7', 'normal'];
const SHOWN = [...TRIP, '--limit', '4'];

/** What a command prints about the sample market. */
async function outputOf(
  args: readonly string[],
  options: { columns?: number; colour?: boolean },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-pictures-'));
  try {
    const deps = testDependencies(options);
    const code = await run(args, {
      ...deps,
      clock: () => NOW,
      env: { STORE_URL: `file:${join(folder, 'data')}` },
    });
    if (code !== 0) throw new Error(`esim ${args.join(' ')}: ${deps.stderr()}`);
    return deps.stdout();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By file name. */
export async function drawnPictures(): Promise<ReadonlyMap<string, string>> {
  const screen = await outputOf(SHOWN, { columns: TERMINAL_COLUMNS, colour: true });
  const { orders } = JSON.parse(await outputOf([...TRIP, '--json'], {})) as {
    orders: { Recommended: RankedResult[] };
  };
  return new Map([
    ['terminal.svg', drawTerminal(`esim ${SHOWN.join(' ')}`, screen)],
    ['ranking.svg', drawRanking('7 days in Türkiye, 1 GB a day, sample market', orders.Recommended)],
    ['architecture.svg', drawArchitecture()],
  ]);
}
