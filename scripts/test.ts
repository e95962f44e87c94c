/**
 * The test command. `--unit` is the quick loop; without it everything runs: types, lint, unit tests, then the tests
 * with real parts (sockets, processes, Redis, Chromium) and the protocol's own conformance tools.
 * Ends with one line: `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureParts } from './parts.ts';

/** Tests start hundreds of processes: what one of them had compiled, the next one finds. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/tests');

/** Files under `test/` with a promise about time on the clock, which a machine keeps and not half of one: one at a time. */
const TIMED = [
  'browser/weight',
  'faults/cluster',
  'faults/equal-misses',
  'faults/overload',
  'faults/redis',
  'faults/slow-clients',
  'faults/sockets',
  'faults/stopping',
  'redis/cluster',
  'redis/faults',
];
const TIMEOUT = '--test-timeout=300000';

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

/** One sample market for all services of the tests, made by the command that an operator would use. */
function publishOnce(): void {
  const published = join(folder, 'published');
  const env = { ...process.env, STORE_URL: `file:${published}` };
  const { status } = spawnSync(process.execPath, ['src/main.js', 'ingest'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  if (status !== 0) throw new Error('the sample market could not be published');
  process.env['TEST_PUBLISHED_FOLDER'] = published;
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
  if (only.some((file) => file.startsWith('test/'))) publishOnce();
  await tests('chosen tests', only, ['--test-concurrency=2']);
} else {
  if (!unitOnly) {
    await Promise.all([
      check('types', 'tsc', []),
      check('format and lint', 'biome', ['check', '.']),
      check('promises and import cycles', 'oxlint', ['--type-aware', '--deny-warnings']),
    ]);
  }
  await tests('unit tests', await files('src/**/*.test.ts'), ['--test-isolation=none']);
  if (!unitOnly) {
    const parts = await ensureParts();
    if (!parts.ok) {
      console.error(parts.message);
      total.failed += 1;
    }
    publishOnce();
    const all = await files('test/**/*.test.ts');
    const timed = all.filter((file) => TIMED.some((name) => file.startsWith(`test/${name}`)));
    const rest = all.filter((file) => !timed.includes(file));
    await tests('tests with real parts', rest, ['--test-concurrency=2', TIMEOUT]);
    await tests('tests of promises about time', timed, ['--test-concurrency=1', TIMEOUT]);
    await check('the protocol’s own conformance tools', process.execPath, ['scripts/conformance.ts']);
  }
}

rmSync(folder, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
