/**
 * The test command. `--unit` is the quick loop; without it everything runs: types, lint, unit tests, then the tests
 * with real parts (sockets, processes, Redis, Chromium) and the protocol's own conformance tools.
 * Ends with one line: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureParts } from './parts.ts';

interface Counts {
  passed: number;
  failed: number;
}

const total: Counts = { passed: 0, failed: 0 };
const folder = mkdtempSync(join(tmpdir(), 'esim-test-'));

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A step that is one check: it passes or fails as a whole. */
async function check(name: string, command: string, args: readonly string[]): Promise<void> {
  const started = Date.now();
  const code = await run(command, args);
  total[code === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds(started)})`);
}

/** A step of many tests, counted by the reporter. */
async function tests(name: string, files: readonly string[], options: readonly string[]): Promise<void> {
  const started = Date.now();
  const countsFile = join(folder, `${name.replaceAll(' ', '-')}.json`);
  const reporter = ['--test-reporter=./scripts/reporter.ts', '--test-reporter-destination=stdout'];
  const code = await run(
    process.execPath,
    ['--test', '--import=./scripts/seed.ts', ...options, ...reporter, ...files],
    {
      TEST_COUNTS_FILE: countsFile,
    },
  );
  const counts = readCounts(countsFile);
  // A runner that fell over before it counted is a failure too.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  total.passed += counts.passed;
  total.failed += counts.failed;
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds(started)})`);
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const seconds = (started: number): string => `${((Date.now() - started) / 1000).toFixed(1)} s`;
const files = async (pattern: string): Promise<string[]> => (await Array.fromAsync(glob(pattern))).sort();

const unitOnly = process.argv.includes('--unit');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

if (only.length > 0) {
  await tests('chosen tests', only, ['--test-concurrency=2']);
} else {
  if (!unitOnly) {
    await check('types', 'tsc', []);
    await check('format and lint', 'biome', ['check', '.']);
    await check('promises and import cycles', 'oxlint', ['--type-aware', '--deny-warnings']);
  }
  await tests('unit tests', await files('src/**/*.test.ts'), ['--test-isolation=none']);
  if (!unitOnly) {
    const parts = await ensureParts();
    if (!parts.ok) {
      console.error(parts.message);
      total.failed += 1;
    }
    // One file at a time: most start processes of their own, and a promise about time is kept by a machine, not by half of one.
    await tests('tests with real parts', await files('test/**/*.test.ts'), [
      '--test-concurrency=1',
      '--test-timeout=300000',
    ]);
    await check('the protocol’s own conformance tools', process.execPath, ['scripts/conformance.ts']);
  }
}

rmSync(folder, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
