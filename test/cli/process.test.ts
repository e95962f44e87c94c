/** The real program in real process trees, terminals and pipes. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { copyPublished } from '../support/published.ts';
import { esim, type Folder, start, temporaryFolder } from './support.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PATH = process.env['PATH'] ?? '';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  return folder;
}

/** With a catalogue in it, so that a service begins at once. */
function publishedFolder(t: TestContext): Folder {
  const folder = openFolder(t);
  copyPublished(join(folder.path, 'data'));
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
async function until({ stdout }: ChildProcess, text: string): Promise<string> {
  let written = '';
  // Left open: leaving a loop over the stream would close it.
  for await (const [chunk] of on(stdout!, 'data', { close: ['end'] })) {
    written += String(chunk);
    if (written.includes(text)) return written;
  }
  throw new Error(`it ended without "${text}": ${written}`);
}

/** A pipe is handed down from process to process: it ends once the last of them has ended, however that came. */
async function allEnded(pipe: Readable): Promise<void> {
  pipe.resume();
  if (!pipe.readableEnded) await once(pipe, 'end');
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`npm start ended by its process id with ${signal} leaves no service behind`, async (t) => {
    const folder = publishedFolder(t);
    const port = await freePort();
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH, HOME: folder.path, STORE_URL: folder.storeUrl, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await until(npm, '"msg":"listening"');
    npm.kill(signal);
    await allEnded(npm.stdout);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/robots.txt`));
    // The folder is let go of as well: a command that owns it alone gets it.
    const reset = await esim(['limits', '--reset'], { STORE_URL: folder.storeUrl });
    assert.equal(reset.code, 0, reset.stderr);
  });
}

test('SIGHUP takes a changed limits file, keeps what was taken, and takes nothing from a faulty one', async (t) => {
  const folder = publishedFolder(t);
  const file = join(folder.path, 'limits.json');
  writeFileSync(file, '{"comparison.minute": 9}');
  const service = start(['serve'], { STORE_URL: folder.storeUrl, PORT: '0', LIMITS_FILE: file });
  t.after(() => service.child.kill('SIGKILL'));
  const line = (await service.said('"msg":"listening"'))
    .split('\n')
    .find((text) => text.includes('listening'));
  const { port } = JSON.parse(line ?? '{}') as { port: number };
  const ask = async () => {
    const { headers } = await fetch(`http://localhost:${port}/api/v1/plans?country=TR&days=7&need=normal`);
    return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  assert.deepEqual(await ask(), ['9', '8']);

  writeFileSync(file, '{"comparison.minute": 4}');
  service.child.kill('SIGHUP');
  await service.said('"msg":"the limits were read again"');
  assert.deepEqual(await ask(), ['4', '2'], 'what was taken before counts');
  const terms = await (await fetch(`http://localhost:${port}/terms`)).text();
  assert.match(
    terms,
    /<code>comparison\.minute<\/code>.*<td>4 in any 60 seconds</,
    'pages tell the figures in force',
  );

  writeFileSync(file, '{\n  "comparison.minute": 100,\n  "list.minute": "many"\n}');
  service.child.kill('SIGHUP');
  const said = await service.said('the limits stay as they were');
  assert.match(said, /line 3, column 18: list\.minute must be a whole number/);
  assert.deepEqual(await ask(), ['4', '1'], 'nothing is taken from a file with a fault');
  service.child.kill('SIGTERM');
  assert.equal((await service.finished).code, 0);
});

test('in a terminal the log is for people, and the end of the terminal is a clean end', async (t) => {
  const folder = publishedFolder(t);
  const port = await freePort();
  const terminal = spawn('script', ['-qec', `${join(ROOT, 'bin/esim')} serve`, '/dev/null'], {
    env: { PATH, STORE_URL: folder.storeUrl, PORT: String(port), TERM: 'xterm' },
    // Its output is the terminal's; the fourth is for nothing but to be handed down.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const written = await until(terminal, 'listening');
  assert.match(written, /^\d\d:\d\d:\d\d catalogue snapshot 1 loaded: /m);
  assert.match(written, new RegExp(`listening · url http://localhost:${port}/ `));
  assert.doesNotMatch(written, /"msg"/);
  terminal.kill('SIGKILL');
  terminal.stdout?.resume();
  await allEnded(terminal.stdio[3] as Readable);
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
