/**
 * Runs the official MCP tools against the service on a real socket: both releases of the conformance suite and the
 * Inspector. Anything that fails and is not expected to ends the run with an exit code of 1.
 */
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../test/mcp/support/service.ts';

const FOLDER = join(import.meta.dirname, '../bench/mcp-conformance');
const PACKAGES = join(FOLDER, 'node_modules');

/** From an empty cache about 25 s. */
const INSTALL_MS = 180_000;
/** Each takes 2 to 4 s; one that hangs must not hold up the rest. */
const STEP_MS = 45_000;

interface Finished {
  readonly code: number;
  readonly output: string;
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<Finished> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, {
      cwd: FOLDER,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: limitMs,
    });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (code: number) => resolve({ code, output: Buffer.concat(chunks).toString() });
    child.on('error', () => finish(1));
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** Installed once for each lock file. */
async function install(): Promise<void> {
  const done = join(PACKAGES, '.package-lock.json');
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(join(FOLDER, 'package-lock.json')).mtimeMs)
    return;
  const { code, output } = await run('npm', ['ci', '--no-progress'], process.env, INSTALL_MS);
  if (code !== 0) throw new Error(`npm ci failed\n${output}`);
}

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  /** What a good run prints; a tool that says nothing has shown nothing. */
  readonly shows: RegExp;
}

/** Every scenario of a release, the unfinished ones too; what it knows of a version where one is named. */
const suite = (release: 'stable' | 'next', url: string, version?: string): string[] => {
  const expected = version === undefined ? release : `${release}-${version}`;
  return [
    join(PACKAGES, `conformance-${release}/dist/index.js`),
    ...['server', '--url', url, '--suite', 'all'],
    ...['--expected-failures', join(FOLDER, `expected-failures.${expected}.yml`)],
    ...(version === undefined ? [] : ['--spec-version', version]),
  ];
};

const inspector = (url: string, ...more: string[]): string[] => [
  join(PACKAGES, '.bin/mcp-inspector'),
  ...['--cli', url, '--transport', 'http', ...more],
];

const callArguments = ['country=TR', 'days=7', 'need=normal', 'sort=cheapest'].flatMap((pair) => [
  '--tool-arg',
  pair,
]);

const stepsFor = (url: string): Step[] => [
  { name: 'conformance, stable', args: suite('stable', url), shows: /✓ dns-rebinding-protection/ },
  // The pre-release has no scenario for 2025-03-26.
  ...['2026-07-28', '2025-11-25', '2025-06-18'].map((version) => ({
    name: `conformance, pre-release, ${version}`,
    args: suite('next', url, version),
    shows: /✓ tools-list/,
  })),
  {
    name: 'Inspector lists, strictly',
    args: inspector(url, '--method', 'tools/list', '--strict'),
    shows: /"name": "list_destinations"/,
  },
  {
    name: 'Inspector calls',
    args: inspector(url, '--method', 'tools/call', '--tool-name', 'search_esim_plans', ...callArguments),
    shows: /"structuredContent"/,
  },
];

async function main(): Promise<number> {
  await install();
  const service = await startService();
  // The Inspector keeps a catalogue in its user's folder; it gets one that is thrown away.
  const home = await mkdtemp(join(tmpdir(), 'conformance-'));
  const lines: string[] = [];
  let failed = 0;
  try {
    for (const { name, args, shows } of stepsFor(service.mcp)) {
      const { code, output } = await run(process.execPath, args, { ...process.env, HOME: home }, STEP_MS);
      const isGood = code === 0 && shows.test(output);
      if (!isGood) {
        failed += 1;
        console.error(`--- ${name}: exit code ${code}\n${output}`);
      }
      lines.push(`${isGood ? 'pass' : 'FAIL'}  ${name}`);
    }
    if (service.faults.length > 0) lines.push('FAIL  the service met a fault of its own');
    failed += service.faults.length;
  } finally {
    await service.close();
    await rm(home, { recursive: true, force: true });
  }
  console.log(
    ['', 'MCP conformance', ...lines, failed === 0 ? 'all as expected' : `${failed} not as expected`].join(
      '\n',
    ),
  );
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
