/**
 * The test command. `--unit` runs only the unit tests, for a quick loop. Paths of files run only these files. Without
 * arguments it runs everything that must hold before a commit: types, lint, unit tests, the tests with real sockets,
 * processes, Redis, nginx and Chromium, and one run of the official MCP conformance tool. Tests that take minutes or
 * measure time are in `test/long` and run with `npm run test:long`. `--times` lists the slowest files.
 * The last line is `N passed, N failed`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './reporter.ts';
import { installPrograms } from './required-programs.ts';

/** The tests start hundreds of processes. A shared compile cache saves most of their start time. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/tests');

/** Ends a test that hangs. It is far more than any test needs on a busy machine. */
const TIMEOUT = '--test-timeout=900000';
const SLOWEST_SHOWN = 25;
/**
 * Folders and files of `test/`. The tests of one entry run one after the other in one process, because each process would
 * load the whole program again. The entries that take longest start first, and the shorter ones keep both cores busy
 * until the end. A file that is not named here, and is not in a folder that is, has a process of its own.
 */
const LONGEST_FIRST = [
  ['cli'],
  ['deploy', 'redis', 'store'],
  ['contract', 'sample', 'security'],
  ['browser/geometry.test.ts'],
  ['faults'],
  ['browser/scripts.test.ts'],
  ['feeds', 'ingest', 'ranking'],
  ['browser/layout.test.ts'],
  ['cli/guides.test.ts'],
  ['mcp'],
];
/** Many tests wait for timers and processes, so this number keeps two cores busy. */
const AT_ONCE = 3;
/** The unit tests only compute, so several processes use all cores until the end, although some parts take longer. */
const UNIT_PROCESSES = 4;

/** Linux keeps the files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what all tests together have there at a time. */
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

const total = { passed: 0, failed: 0 };
const secondsByFile: Record<string, number> = {};
/** All temporary files of the tests. */
const folder = createFolder();
// Some tests run commands as another user, who must be able to open the folders of the test.
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** Prefers memory, because the tests write hundreds of databases and a busy disk would delay all of them. */
function createFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, process.availableMemory()) >= MEMORY_NEEDED_BYTES) {
      const inMemory = mkdtempSync(join(MEMORY_FOLDER, 'esim-test-'));
      if (canExecuteIn(inMemory)) return inMemory;
      rmSync(inMemory, { recursive: true });
    }
  } catch {
    // There is no such folder, or it cannot be used.
  }
  return mkdtempSync(join(tmpdir(), 'esim-test-'));
}

/** Containers often forbid it in this folder, and some tests start programs from their temporary folder. */
function canExecuteIn(path: string): boolean {
  const program = join(path, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}

const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // A terminal signals the tests too, but `kill` does not.
    for (const child of running) child.kill(signal);
    removeFolder();
    process.exit(1);
  });

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    running.add(child);
    const end = (code: number): void => {
      running.delete(child);
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('exit', (code) => end(code ?? 1));
  });
}

/** Runs a command that counts as one test. */
async function check(name: string, command: string, args: readonly string[]): Promise<void> {
  const started = Date.now();
  const code = await run(command, args);
  total[code === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name} (${secondsSince(started)})`);
}

/** Publishes the sample market once. The services of the tests start on copies of it, so that they need no ingest. */
function publishSampleMarket(): void {
  const published = join(folder, 'published');
  const { status } = spawnSync(process.execPath, ['src/main.js', 'ingest'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, STORE_URL: `file:${published}` },
  });
  if (status !== 0) throw new Error('The sample market could not be published.');
  process.env['TEST_PUBLISHED_FOLDER'] = published;
}

/** Runs test files. The reporter writes the counts into a file. */
async function runTests(
  name: string,
  files: readonly string[],
  nodeOptions: readonly string[],
): Promise<void> {
  // Without names, Node would run every file that looks like a test.
  if (files.length === 0) throw new Error(`There are no ${name}.`);
  const started = Date.now();
  const countsFile = join(folder, `${name.replaceAll(/[ ,/]+/g, '-')}.json`);
  const reporter = ['--test-reporter=./scripts/reporter.ts', '--test-reporter-destination=stdout'];
  const code = await run(
    process.execPath,
    ['--test', '--import=./scripts/seed.ts', TIMEOUT, ...nodeOptions, ...reporter, ...files],
    { TEST_COUNTS_FILE: countsFile },
  );
  const { passed, failed, seconds } = readCounts(countsFile);
  total.passed += passed;
  // A runner that ends before it counts is a failure too.
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
  Object.assign(secondsByFile, seconds);
  console.log(`${name}: ${passed} passed, ${failed} failed (${secondsSince(started)})`);
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { passed: 0, failed: 1, seconds: {} };
  }
}

function printSlowest(): void {
  const slowest = Object.entries(secondsByFile).toSorted(([, a], [, b]) => b - a);
  for (const [file, value] of slowest.slice(0, SLOWEST_SHOWN))
    console.log(`${value.toFixed(1).padStart(7)} s  ${file}`);
}

const secondsSince = (started: number): string => `${((Date.now() - started) / 1000).toFixed(1)} s`;
const find = async (pattern: string, cwd = '.'): Promise<string[]> =>
  (await Array.fromAsync(glob(pattern, { cwd }))).sort();

async function runChosen(): Promise<void> {
  if (chosen.some((file) => file.startsWith('test/'))) publishSampleMarket();
  await runTests('chosen tests', chosen, ['--test-concurrency=2']);
}

/** One process: a check, or tests that run one after the other. */
type Job = () => Promise<void>;

async function unitJobs(): Promise<Job[]> {
  const files = await find('src/**/*.test.ts');
  return Array.from({ length: UNIT_PROCESSES }, (_, part) => () => {
    const name = `unit tests, part ${part + 1} of ${UNIT_PROCESSES}`;
    return runTests(
      name,
      files.filter((_file, at) => at % UNIT_PROCESSES === part),
      ['--test-isolation=none'],
    );
  });
}

/** The tests of `test/` without `test/long`, in the order of their start. */
async function integrationJobs(): Promise<Job[]> {
  const isFile = (path: string): boolean => path.endsWith('.test.ts');
  const named = new Set(LONGEST_FIRST.flat().filter(isFile));
  const filesOf = async (path: string): Promise<string[]> => {
    if (isFile(path)) return [path];
    const files = await find(`${path}/*.test.ts`, 'test');
    return files.filter((file) => !named.has(file));
  };
  const groups = await Promise.all(
    LONGEST_FIRST.map(async (paths) => ({
      name: paths.join(', '),
      files: (await Promise.all(paths.map(filesOf))).flat(),
    })),
  );
  const grouped = new Set(groups.flatMap(({ files }) => files));
  const others = (await find('**/*.test.ts', 'test')).filter(
    (file) => !grouped.has(file) && !file.startsWith('long/'),
  );
  return [...groups, ...others.map((file) => ({ name: file, files: [file] }))].map(
    ({ name, files }) =>
      () =>
        runTests(
          name,
          files.map((file) => `test/${file}`),
          ['--test-isolation=none'],
        ),
  );
}

async function runJobs(jobs: Job[]): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
    }),
  );
}

async function runAll(): Promise<void> {
  const missing = installPrograms();
  if (missing !== null) {
    console.error(missing);
    total.failed += 1;
  }
  publishSampleMarket();
  await runJobs([
    // First what fails most often while somebody works.
    () => check('types', 'tsc', []),
    ...(await unitJobs()),
    () => check('format and lint', 'biome', ['check', '.']),
    () => check('promises and import cycles', 'oxlint', ['--type-aware', '--deny-warnings']),
    ...(await integrationJobs()),
    () => check('MCP conformance', process.execPath, ['scripts/conformance.ts', '--quick']),
  ]);
}

if (chosen.length > 0) await runChosen();
else if (options.includes('--unit')) await runJobs(await unitJobs());
else await runAll();

removeFolder();
if (options.includes('--times')) printSlowest();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
