/** The real program in real process trees, terminals and pipes. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { esim, type Folder, start, temporaryFolder } from './support.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PATH = process.env['PATH'] ?? '';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Everything it wrote, once it holds this text. */
async function until(child: ChildProcess, text: string): Promise<string> {
  let written = '';
  for await (const chunk of child.stdout!) {
    written += String(chunk);
    if (written.includes(text)) return written;
  }
  throw new Error(`it ended without "${text}": ${written}`);
}

/** Resolves once nobody listens there any more; how long that may take is the test runner's to say. */
async function closed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['open']),
      once(socket, 'error').then(
        () => ['refused'],
        () => ['refused'],
      ),
    ]).catch(() => ['refused']);
    socket.destroy();
    if (event === 'refused') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`npm start ended by its process id with ${signal} leaves no service behind`, async (t) => {
    const folder = openFolder(t);
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH, HOME: folder.path, STORE_URL: folder.storeUrl, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await until(npm, '"msg":"listening"');
    npm.stdout?.resume();
    npm.kill(signal);
    await closed(port);
    // The folder is let go of as well: a command that owns it alone gets it.
    for (;;) {
      const reset = await esim(['limits', '--reset'], { STORE_URL: folder.storeUrl });
      if (reset.code === 0) break;
      assert.match(reset.stderr, /a service runs on this folder/);
    }
  });
}

test('SIGHUP looks at the files again and goes on serving', async (t) => {
  const folder = openFolder(t);
  const service = start(['serve'], { STORE_URL: folder.storeUrl, PORT: '0' });
  t.after(() => service.child.kill('SIGKILL'));
  const line = (await service.said('"msg":"listening"'))
    .split('\n')
    .find((text) => text.includes('listening'));
  service.child.kill('SIGHUP');
  await service.said('read again');
  const { port } = JSON.parse(line ?? '{}') as { port: number };
  assert.equal((await fetch(`http://localhost:${port}/health`)).status, 200);
  service.child.kill('SIGTERM');
  assert.equal((await service.finished).code, 0);
});

test('in a terminal the log is for people, and the end of the terminal is a clean end', async (t) => {
  const folder = openFolder(t);
  const port = await freePort();
  const terminal = spawn('script', ['-qec', `${join(ROOT, 'bin/esim')} serve`, '/dev/null'], {
    env: { PATH, STORE_URL: folder.storeUrl, PORT: String(port), TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const written = await until(terminal, 'listening');
  assert.match(written, /^\d\d:\d\d:\d\d catalogue edition 1 loaded: /m);
  assert.match(written, new RegExp(`listening · url http://localhost:${port}/ `));
  assert.doesNotMatch(written, /"msg"/);
  terminal.stdout.resume();
  terminal.kill('SIGKILL');
  await closed(port);
  const again = start(['serve'], { STORE_URL: folder.storeUrl, PORT: '0' });
  t.after(() => again.child.kill('SIGKILL'));
  await again.said('"msg":"listening"');
});

test('a reader that leaves changes nothing of what a command does, nor its exit code', async (t) => {
  const folder = openFolder(t);
  const run = (command: string) =>
    execFileSync('bash', ['--norc', '-c', command], {
      env: { PATH, STORE_URL: folder.storeUrl },
      encoding: 'utf8',
    });
  const program = join(ROOT, 'bin/esim');
  const piped = run(`${program} ingest --explain 2>/dev/null | true; echo \${PIPESTATUS[0]}`);
  assert.equal(piped, '0\n');
  const editions = JSON.parse(run(`${program} editions --json`)) as { serial: number }[];
  assert.deepEqual(
    editions.map(({ serial }) => serial),
    [1],
  );
  // Nothing holds the right to ingest any more, and a failure is still told.
  assert.equal(run(`${program} ingest 2>/dev/null | true; echo \${PIPESTATUS[0]}`), '0\n');
  assert.equal(run(`${program} ingest --only nobody 2>/dev/null | true; echo \${PIPESTATUS[0]}`), '2\n');
});

test('a port that is taken is said before anything is made or read', async (t) => {
  const folder = openFolder(t);
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, stderr } = await esim(['serve'], { STORE_URL: folder.storeUrl, PORT: String(port) });
  assert.deepEqual([code, stdout, stderr], [1, '', `esim: port ${port} is already in use\n`]);
  assert.equal(existsSync(join(folder.path, 'data')), false);
});

test('without its packages it says so in one line', async (t) => {
  const folder = openFolder(t);
  const copy = join(folder.path, 'copy');
  mkdirSync(copy);
  for (const part of ['src', 'package.json']) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const child = spawn(process.execPath, [join(copy, 'src/main.js'), 'serve'], { env: { PATH } });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  const [code] = (await once(child, 'close')) as [number];
  assert.deepEqual(
    [code, said],
    [1, 'esim: its packages are not installed: run npm ci in its folder, then try again\n'],
  );
});
