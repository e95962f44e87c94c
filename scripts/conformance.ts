/**
 * Runs the official MCP tools against the service on a real socket: both releases of the conformance suite and the
 * Inspector. `--quick` runs only the stable release. An unexpected failure ends the run with exit code 1.
 */
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../test/mcp/support/service.ts';

const FOLDER = join(import.meta.dirname, '../bench/mcp-conformance');
const PACKAGES = join(FOLDER, 'node_modules');

/** About 25 s with an empty cache. */
const INSTALL_MS = 180_000;
/** A step takes 2 to 4 s on an idle machine. This only ends a step that hangs. */
const STEP_MS = 240_000;

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

/** Installs the packages again only if the lock file changed. */
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
  /** The output of a successful run, because an exit code of 0 without output proves nothing. */
  readonly shows: RegExp;
}

/** All scenarios of a release, or those for one protocol version. */
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
  // The pre-release has no scenarios for 2025-03-26.
  ...['2026-07-28', '2025-11-25', '2025-06-18'].map((version) => ({
    name: `conformance, pre-release, ${version}`,
    args: suite('next', url, version),
    shows: /✓ tools-list/,
  })),
  // Scenarios of extensions are in no suite.
  ...['sep-2640-skills-enumeration', 'sep-2640-skills-manifest'].map((scenario) => ({
    name: `conformance, pre-release, ${scenario}`,
    args: [join(PACKAGES, 'conformance-next/dist/index.js'), 'server', '--url', url, '--scenario', scenario],
    shows: /0 failed, 0 warnings/,
  })),
  {
    name: 'Inspector: tools/list, strict',
    args: inspector(url, '--method', 'tools/list', '--strict'),
    shows: /"name": "list_destinations"/,
  },
  {
    name: 'Inspector: tools/call',
    args: inspector(url, '--method', 'tools/call', '--tool-name', 'search_esim_plans', ...callArguments),
    shows: /"structuredContent"/,
  },
  {
    name: 'Inspector: skills/list, verified',
    args: inspector(url, '--method', 'skills/list', '--verify', '--protocol-era', 'modern'),
    shows: /travel-esim-advice/,
  },
];

async function main(): Promise<number> {
  await install();
  const service = await startService();
  // The Inspector writes into the home folder, so it gets a temporary one.
  const home = await mkdtemp(join(tmpdir(), 'conformance-'));
  const lines: string[] = [];
  let failed = 0;
  try {
    const steps = stepsFor(service.mcp);
    const isQuick = process.argv.includes('--quick');
    for (const { name, args, shows } of isQuick ? steps.slice(0, 1) : steps) {
      const { code, output } = await run(process.execPath, args, { ...process.env, HOME: home }, STEP_MS);
      const isGood = code === 0 && shows.test(output);
      if (!isGood) {
        failed += 1;
        console.error(`--- ${name}: exit code ${code}\n${output}`);
      }
      lines.push(`${isGood ? 'pass' : 'FAIL'}  ${name}`);
    }
    if (service.faults.length > 0) lines.push('FAIL  the service logged an error');
    failed += service.faults.length;
  } finally {
    await service.close();
    await rm(home, { recursive: true, force: true });
  }
  console.log(
    ['', 'MCP conformance', ...lines, failed === 0 ? 'every step passed' : `${failed} failed`].join('\n'),
  );
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
