/**
 * Tests a production installation: copies the files of a release into an empty folder, installs the production packages
 * without install scripts, starts the service and sends two requests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'esim-production-'));
const INSTALL_TIMEOUT_MS = 120_000;
const START_TIMEOUT_MS = 30_000;

try {
  for (const name of [
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
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const install = spawnSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    timeout: INSTALL_TIMEOUT_MS,
  });
  if (install.status !== 0) throw new Error('npm ci --omit=dev --ignore-scripts failed');
  await startAndRequest();
  console.log('the production installation works');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function startAndRequest(): Promise<void> {
  const searchPath = `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn('node', ['src/main.js', 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: searchPath, PORT: '0', HOST: '127.0.0.1' },
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
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
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`the service ended with exit code ${code}`);
      return;
    }
    throw new Error(`the service did not start: ${printed}`);
  } finally {
    clearTimeout(timeout);
    child.kill('SIGKILL');
  }
}
