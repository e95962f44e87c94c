/**
 * Mutation tests: `node bench/mutation/main.ts [domain|ingest/normalise|limits|mcp|src/…/file.ts]…`, all four folders without
 * a name.
 * Changes the code in thousands of small ways, one at a time, and checks whether the unit tests of the folder detect it.
 * Prints the score of each folder and the undetected mutants. Exits with 1 if a score is below the minimum.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FOLDERS, type FolderName, LEAST_PERCENT, optionsFor } from './options.ts';
import { type MutantResult, report } from './report.ts';

interface Stryker {
  runMutationTest(): Promise<MutantResult[]>;
}

const HERE = fileURLToPath(new URL('./', import.meta.url));
if (!existsSync(`${HERE}node_modules`)) execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
const entry = pathToFileURL(createRequire(import.meta.url).resolve('@stryker-mutator/core')).href;
const { Stryker } = (await import(entry)) as { Stryker: new (options: object) => Stryker };

const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);

/** The given files of each folder; none: all files. */
const asked = new Map<FolderName, string[]>();
for (const name of process.argv.slice(2)) {
  const folder = FOLDERS.find((known) => name === known || name.startsWith(`src/${known}/`));
  if (folder === undefined) throw new Error(`give ${FOLDERS.join(', ')} or files in them, not ${name}`);
  asked.set(folder, [...(asked.get(folder) ?? []), ...(name === folder ? [] : [name])]);
}

const copies = mkdtempSync(join(tmpdir(), 'esim-mutation-'));
for (const folder of asked.size > 0 ? asked.keys() : FOLDERS) {
  const started = performance.now();
  process.env['MUTATION_TESTS'] = `src/${folder}/**/*.test.ts`;
  const results = await new Stryker(optionsFor(folder, asked.get(folder) ?? [], copies)).runMutationTest();
  const percent = report(folder, root, results, (performance.now() - started) / 60_000);
  if (percent < LEAST_PERCENT) process.exitCode = 1;
}
rmSync(copies, { recursive: true, force: true });
