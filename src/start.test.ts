import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const SOURCE = import.meta.dirname;

/** Imports that run: no types, and none that wait until they are called for. */
const IMPORT = /^(?:import|export)(?! type\b)[^;]*?from '([^']+)'|^import '([^']+)'/gm;

/** Every file and package that is read before any of these files runs, and one file that asked for it. */
function readFirst(entries: readonly string[]): Map<string, string> {
  const read = new Map(entries.map((entry) => [join(SOURCE, entry), 'the start']));
  for (const [file] of read) {
    if (!file.startsWith(SOURCE) || !file.endsWith('.ts')) continue;
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = (from ?? bare)!;
      const path = target.startsWith('.') ? join(dirname(file), target) : target;
      if (!read.has(path)) read.set(path, relative(SOURCE, file));
    }
  }
  return read;
}

const packagesOf = (entries: readonly string[]): [name: string, asker: string][] =>
  [...readFirst(entries)].filter(([path]) => !path.startsWith('/') && !path.startsWith('node:'));

test('serving reads no package but those that answer a comparison', () => {
  const entries = ['cli/main.ts', 'cli/commands/serve.ts', 'serving.ts', 'store/embedded/worker.ts'];
  assert.deepEqual(
    new Set(packagesOf(entries).map(([name]) => name)),
    new Set(['fastify', 'ipaddr.js', 'pino', 'world-countries/dist/countries-unescaped.json']),
  );
});

test('the sample market is read without the library of schemas: a newcomer waits for it', () => {
  const packages = packagesOf(['sample/sources.ts', 'ingest/run.ts', 'ingest/worker.ts']);
  assert.deepEqual(
    packages.filter(([name]) => name.startsWith('typebox')),
    [],
  );
  assert.ok(
    packages.some(([name]) => name === 'csv-parse'),
    'the test must see the imports it judges',
  );
});

test('the thread that makes the sample market reads nothing that reads its feeds: the start does that meanwhile', () => {
  const read = [...readFirst(['sample/thread.ts', 'sample/feeds.ts', 'sample/market.ts']).keys()];
  assert.deepEqual(
    read.filter((path) => path.includes('/ingest/adapters/') || path === 'csv-parse'),
    [],
  );
  assert.ok(read.includes(join(SOURCE, 'sample/render/index.ts')), 'the test must see the files it judges');
});

test('nothing that serving reads imports node:http, which would load a second client with it', () => {
  const entries = [
    'cli/main.ts',
    'cli/commands/serve.ts',
    'serving.ts',
    'sample/sources.ts',
    'sample/beside.ts',
    'ingest/run.ts',
  ];
  assert.equal(readFirst(entries).get('node:http'), undefined);
});
