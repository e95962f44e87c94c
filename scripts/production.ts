/**
 * Tests two installations. It starts each of them and sends two requests:
 * 1. A copy of the repository, with the production packages and without install scripts.
 * 2. The npm package, started by npx in an empty folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'esim-production-'));
const INSTALL_TIMEOUT_MS = 120_000;
/** npx installs the packages before it starts the service. */
const START_TIMEOUT_MS = 180_000;

const COPIED = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'src',
  'sample-market',
  'reference',
  'bin',
  'config',
  'docs',
  'README.md',
  'CHANGELOG.md',
];

try {
  const copy = join(folder, 'copy');
  for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
  npm(['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], copy);
  const searchPath = `${join(copy, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  await startAndRequest('node', ['src/main.js', 'serve'], { cwd: copy, searchPath });
  console.log('the production installation works');

  npm(['pack', '--silent', '--pack-destination', folder], root);
  const [file = ''] = globSync('*.tgz', { cwd: folder });
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await startAndRequest('npx', ['--yes', join('..', file), 'serve'], {
    cwd: empty,
    searchPath: withoutPackages(),
  });
  console.log('the npm package works with npx');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function npm(args: readonly string[], cwd: string): void {
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit', timeout: INSTALL_TIMEOUT_MS });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`);
}

/** The programs of the machine, as a stranger has them: without the Node 24 of this copy. */
function withoutPackages(): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.filter((name) => !name.includes('node_modules')).join(':');
}

interface Place {
  readonly cwd: string;
  readonly searchPath: string;
}

async function startAndRequest(
  program: string,
  args: readonly string[],
  { cwd, searchPath }: Place,
): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    // The environment is kept, because npx finds its cache and registry by HOME and by the settings of npm.
    env: { ...process.env, PATH: searchPath, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: undefined },
    // npx starts the service through a shell, so both are stopped together.
    detached: true,
  });
  const stop = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const timeout = setTimeout(() => stop('SIGKILL'), START_TIMEOUT_MS);
  try {
    let printed = '';
    for await (const chunk of child.stdout) {
      printed += String(chunk);
      const port = /"port":(\d+)/.exec(printed)?.[1];
      if (port === undefined) continue;
      for (const path of ['/api/v1/plans?country=TR&days=7&need=normal', '/']) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
        await response.arrayBuffer();
      }
      const exited = once(child, 'exit');
      stop('SIGTERM');
      const [code] = (await exited) as [number | null];
      // npx and its shell end by the signal, so only node has the exit code of the service.
      if (code !== 0 && program === 'node') throw new Error(`the service ended with exit code ${code}`);
      return;
    }
    throw new Error(`the service did not start: ${printed}`);
  } finally {
    clearTimeout(timeout);
    stop('SIGKILL');
  }
}
