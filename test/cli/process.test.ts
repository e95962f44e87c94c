/** The real program in process trees, terminals and pipes. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { openClient, readResponses } from '../faults/support/socket.ts';
import { writeOperatorFiles } from '../support/operator.ts';
import { freePort } from '../support/ports.ts';
import { copyPublished } from '../support/published.ts';
import { ask, esim, esimProcess, type Folder, start, temporaryFolder } from './support.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const PATH = process.env['PATH'] ?? '';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  return folder;
}

/** A data folder with a catalogue, so that a service starts without an ingest. */
function publishedFolder(t: TestContext): Folder {
  const folder = openFolder(t);
  copyPublished(join(folder.path, 'data'));
  return folder;
}

/** Resolves with the whole output as soon as it contains this text. */
async function until({ stdout }: ChildProcess, text: string): Promise<string> {
  let written = '';
  // Iterating over the stream itself would close it at the end of the loop.
  for await (const [chunk] of on(stdout!, 'data', { close: ['end'] })) {
    written += String(chunk);
    if (written.includes(text)) return written;
  }
  throw new Error(`it ended without "${text}": ${written}`);
}

/** Child processes inherit the pipe, so it ends when the last of them has ended. */
async function allEnded(pipe: Readable): Promise<void> {
  pipe.resume();
  if (!pipe.readableEnded) await once(pipe, 'end');
}

/** `isGroup`: in a process group of its own, like a job of a terminal. */
function npmStart({ path, storeUrl }: ReturnType<typeof publishedFolder>, port: number, isGroup = false) {
  return spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME: path, STORE_URL: storeUrl, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: isGroup,
  });
}

test('npm start stops the service on SIGTERM', async (t) => {
  const folder = publishedFolder(t);
  const port = await freePort();
  const npm = npmStart(folder, port);
  t.after(() => npm.kill('SIGTERM'));
  await until(npm, '"msg":"listening"');
  npm.kill('SIGTERM');
  await allEnded(npm.stdout);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/robots.txt`));
  // The data folder is released too, so a command can open it exclusively.
  const reset = await esim(['limits', '--reset'], { STORE_URL: folder.storeUrl });
  assert.equal(reset.code, 0, reset.stderr);
});

/** After this time a second signal ends the process, and later a stop closes all connections. */
const STOP_MS = 1_000;

/**
 * Stops `npm start` and its process group while 20 clients have sent the beginning of a request, and then sends the rest.
 * Returns the statuses that they got. null: the machine was so busy that the time for a stop may have been over.
 */
async function statusesAfterStop(t: TestContext, folder: Folder): Promise<(number | undefined)[] | null> {
  const port = await freePort();
  const npm = npmStart(folder, port, true);
  t.after(() => npm.kill('SIGKILL'));
  await until(npm, '"msg":"listening"');
  const clients = await Promise.all(Array.from({ length: 20 }, () => openClient(port)));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const compare = async () => {
    const { status } = await ask(`http://localhost:${port}/api/v1/plans?country=TR&days=7&need=normal`);
    assert.equal(status, 200);
  };
  for (let count = 0; count < 2; count += 1) await compare();
  for (const { socket } of clients) socket.write(head);
  // A later request has its response, so the service has read the heads, and the counts are not older than a flush.
  await compare();
  const stoppedAt = performance.now();
  process.kill(-npm.pid!, 'SIGINT');
  await until(npm, '"msg":"stopping"');
  for (const { socket } of clients) socket.write(body);
  await Promise.all(clients.map(({ closed }) => closed));
  const isInTime = performance.now() - stoppedAt < STOP_MS;
  await allEnded(npm.stdout);
  const statuses = clients.map((client) => readResponses(client.received())[0]?.status);
  return isInTime || !statuses.includes(undefined) ? statuses : null;
}

test('one stop that reaches npm start and its process group twice finishes open requests and keeps the counts', async (t) => {
  let folder = publishedFolder(t);
  let statuses = await statusesAfterStop(t, folder);
  while (statuses === null) {
    folder = publishedFolder(t);
    statuses = await statusesAfterStop(t, folder);
  }
  assert.deepEqual(
    statuses,
    statuses.map(() => 200),
  );
  const usage = await esim(['limits', '--usage', '--json'], { STORE_URL: folder.storeUrl });
  const { limits } = JSON.parse(usage.stdout) as { limits: { name: string; taken?: number }[] };
  assert.equal(limits.find(({ name }) => name === 'comparison.service.day')?.taken, 3);
});

test('SIGHUP applies a changed limits file, keeps the counts, and ignores a file with an error', async (t) => {
  const folder = publishedFolder(t);
  const file = join(folder.path, 'limits.json');
  writeFileSync(file, '{"comparison.minute": 9}');
  const service = start(['serve'], { STORE_URL: folder.storeUrl, PORT: '0', LIMITS_FILE: file });
  t.after(() => service.child.kill('SIGKILL'));
  const line = (await service.waitForOutput('"msg":"listening"'))
    .split('\n')
    .find((text) => text.includes('listening'));
  const { port } = JSON.parse(line ?? '{}') as { port: number };
  const quota = async () => {
    const { headers } = await ask(`http://localhost:${port}/api/v1/plans?country=TR&days=7&need=normal`);
    return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  assert.deepEqual(await quota(), ['9', '8']);

  writeFileSync(file, '{"comparison.minute": 4}');
  service.child.kill('SIGHUP');
  await service.waitForOutput('"msg":"the limits were reloaded"');
  assert.deepEqual(await quota(), ['4', '2'], 'what was taken before counts');
  const terms = await (await ask(`http://localhost:${port}/terms`)).text();
  assert.match(
    terms.replaceAll(/<[^>]*>/g, ''),
    /4 comparisons in any 60 seconds/,
    'pages tell the figures in force',
  );

  writeFileSync(file, '{\n  "comparison.minute": 100,\n  "list.minute": "many"\n}');
  service.child.kill('SIGHUP');
  const output = await service.waitForOutput('the limits were not changed');
  assert.match(output, /line 3, column 18: list\.minute must be a whole number/);
  assert.deepEqual(await quota(), ['4', '1'], 'nothing is taken from a file with a fault');
  service.child.kill('SIGTERM');
  assert.equal((await service.finished).code, 0);
});

test('in a terminal the log is readable text, and closing the terminal stops the service cleanly', async (t) => {
  const folder = publishedFolder(t);
  const port = await freePort();
  const terminal = spawn('script', ['-qec', `${join(ROOT, 'bin/esim')} serve`, '/dev/null'], {
    env: { PATH, STORE_URL: folder.storeUrl, PORT: String(port), TERM: 'xterm' },
    // The output goes to the terminal. The fourth pipe only shows when all processes have ended.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  t.after(() => terminal.kill('SIGKILL'));
  const written = await until(terminal, 'listening');
  assert.match(written, /^\d\d:\d\d:\d\d catalogue snapshot 1 loaded: /m);
  assert.match(written, new RegExp(`listening · url http://localhost:${port}/ `));
  assert.doesNotMatch(written, /"msg"/);
  terminal.kill('SIGKILL');
  terminal.stdout?.resume();
  await allEnded(terminal.stdio[3] as Readable);
  const again = start(['serve'], { STORE_URL: folder.storeUrl, PORT: '0' });
  t.after(() => again.child.kill('SIGKILL'));
  await again.waitForOutput('"msg":"listening"');
});

test('a reader that leaves early changes neither the work nor the exit code of a command', async (t) => {
  const folder = openFolder(t);
  const SOURCES_FILE = writeOperatorFiles(folder.path);
  const run = (command: string) =>
    execFileSync('bash', ['--norc', '-c', command], {
      env: { PATH, STORE_URL: folder.storeUrl, SOURCES_FILE },
      encoding: 'utf8',
    });
  const program = join(ROOT, 'bin/esim');
  const piped = run(`${program} ingest --explain 2>/dev/null | true; echo \${PIPESTATUS[0]}`);
  assert.equal(piped, '0\n');
  const snapshots = JSON.parse(run(`${program} snapshots --json`)) as { serial: number }[];
  assert.deepEqual(
    snapshots.map(({ serial }) => serial),
    [1],
  );
  // The lease was released, and a failure still has its exit code.
  assert.equal(run(`${program} ingest --only one-feed 2>/dev/null | true; echo \${PIPESTATUS[0]}`), '0\n');
  assert.equal(run(`${program} ingest --only nobody 2>/dev/null | true; echo \${PIPESTATUS[0]}`), '2\n');
});

test('a port in use is reported before any file is created', async (t) => {
  const folder = openFolder(t);
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stdout, stderr } = await esimProcess(['serve'], {
    STORE_URL: folder.storeUrl,
    PORT: String(port),
  });
  assert.deepEqual([code, stdout, stderr], [1, '', `esim: port ${port} is already in use\n`]);
  assert.equal(existsSync(join(folder.path, 'data')), false);
});

test('missing packages are reported in one line', async (t) => {
  const folder = openFolder(t);
  const copy = join(folder.path, 'copy');
  mkdirSync(copy);
  for (const part of ['src', 'package.json']) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const child = spawn(process.execPath, [join(copy, 'src/main.js'), 'serve'], { env: { PATH } });
  let output = '';
  child.stderr.on('data', (text) => {
    output += String(text);
  });
  const [code] = (await once(child, 'close')) as [number];
  assert.deepEqual(
    [code, output],
    [1, 'esim: the packages are not installed: run npm ci in the project folder and try again\n'],
  );
});
