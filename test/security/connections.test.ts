import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, NO_LIMITS, startProcess } from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';
import { publishAnew } from './support-publish.ts';

const PRELOAD = join(import.meta.dirname, 'support-preload.ts');
const SOURCE = join(import.meta.dirname, '../../src');

const tool = (name: string, given: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
});

test('a process that serves the sample market opens no connection and asks no resolver, whatever it is asked', async (t) => {
  const folder = makeFolder();
  const connectionsFile = `${folder}.connections`;
  t.after(() => [folder, connectionsFile].map(removeFolder));
  const service = await startProcess({
    folder,
    limits: NO_LIMITS,
    execArgv: ['--import', PRELOAD],
    env: { CONNECTIONS_FILE: connectionsFile },
  });
  t.after(() => service.kill());
  // Its own address is looked up and bound while it starts; from here on it serves.
  const noted = () =>
    readFileSync(connectionsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && line !== 'ready');
  const atStart = noted().filter((line) => !/^lookup (127\.0\.0\.1|localhost)$/.test(line));
  assert.deepEqual(atStart, []);
  const before = noted().length;

  for (const path of [
    '/',
    '/compare?country=TR&days=7&need=normal',
    '/api/v1/plans?country=TR&days=7&need=normal&include=variants',
    '/api/v1/plans?country=JP&days=14&need=unlimited',
    '/api/v1/countries',
    '/api/v1/health',
    '/go/nobody/nothing',
    '/docs',
    '/nothing?url=https://evil.example/',
  ]) {
    await (await fetch(service.url + path, { redirect: 'manual' })).arrayBuffer();
  }
  for (const call of [
    tool('search_esim_plans', { country: 'TR', days: 7, need: 'normal' }),
    tool('list_destinations', { query: 'https://evil.example/' }),
  ]) {
    assert.equal((await fetch(`${service.url}/mcp`, call)).status, 200);
  }
  await publishAnew(folder);
  await (await fetch(`${service.adminUrl}/metrics`)).arrayBuffer();
  await service.stop();
  assert.deepEqual(noted().slice(before), []);
  assert.ok(readFileSync(connectionsFile, 'utf8').includes('ready'), 'the recorder was loaded');
});

test('the recorder sees functions that a module imports by their names, and a resolver of its own', (t) => {
  const folder = makeFolder();
  t.after(() => removeFolder(folder));
  const file = join(folder, 'connections');
  const module = join(folder, 'module.mjs');
  writeFileSync(
    module,
    `import { createSocket } from 'node:dgram';
    import { reverse } from 'node:dns';
    import { lookup, Resolver } from 'node:dns/promises';
    createSocket('udp4').close();
    reverse('127.0.0.1', () => {});
    await lookup('localhost');
    const resolver = new Resolver();
    resolver.resolveMx('mail.invalid').catch(() => {});
    resolver.cancel();`,
  );
  execFileSync(process.execPath, ['--import', PRELOAD, module], { env: { CONNECTIONS_FILE: file } });
  assert.deepEqual(readFileSync(file, 'utf8').trim().split('\n'), [
    'ready',
    'udp',
    'reverse 127.0.0.1',
    'lookup localhost',
    'resolveMx mail.invalid',
  ]);
});

test('the recorder sees a connection, a look-up and a fetch, in threads too', (t) => {
  const folder = makeFolder();
  t.after(() => removeFolder(folder));
  const file = join(folder, 'connections');
  const thread = join(folder, 'thread.cjs');
  writeFileSync(thread, "require('node:net').connect(2, '127.0.0.1').on('error', () => {})");
  const script = `
    const { connect } = require('node:net');
    connect(1, '127.0.0.1').on('error', () => {});
    require('node:dns').lookup('localhost', () => {});
    fetch('http://127.0.0.1:1/').catch(() => {});
    new (require('node:worker_threads').Worker)(${JSON.stringify(thread)});`;
  execFileSync(process.execPath, ['--import', PRELOAD, '-e', script], { env: { CONNECTIONS_FILE: file } });
  const noted = readFileSync(file, 'utf8');
  for (const what of [/^connect .*1/m, /^lookup localhost/m, /^fetch http:\/\/127/m])
    assert.match(noted, what);
  assert.equal(noted.match(/^ready$/gm)?.length, 2);
  assert.match(noted, /^connect .*\b2\b/m);
});

/** An import, or an address of such a service; paths that hosts ask for and names of their fields are neither. */
const MODEL_LIBRARY =
  /(?:from '|https?:\/\/)[^'"` ]*(?:openai|anthropic|generativelanguage|mistral|ollama|huggingface)/i;

test('only the feed client with its authorities, the store, the listeners and the commands that ask a running service or look up hosts know how to connect; no library of an AI model is there', async () => {
  const reachesOut =
    /from '(?:node:(?:http|https|net|tls|dgram|dns|dns\/promises|http2)|ioredis|undici)'|(?:await|return|=|globalThis\.) ?fetch\((?!context)/;
  const allowed =
    /^(?:ingest\/read\/client\.ts|store\/redis\/|http\/|app\.ts|service\.ts|ingest\/onboarding\/check-hosts\.ts|mcp\/rules\.ts|mcp\/testing\/|limits\/|cli\/commands\/status\.ts|operator-files\/authorities\.ts)/;
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || file.includes('testing')) continue;
    const code = readFileSync(join(SOURCE, file), 'utf8').replaceAll(/^import type .*$/gm, '');
    if (reachesOut.test(code) && !allowed.test(file)) found.push(file);
    assert.doesNotMatch(code, MODEL_LIBRARY, file);
  }
  assert.deepEqual(found, []);
});
