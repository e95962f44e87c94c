import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const SOURCE = import.meta.dirname;

/** The folders from the inside out, as in docs/architecture.md. A folder may import from itself and from those before it. */
const LAYERS = [
  'domain',
  'texts',
  'limits',
  'operator-files',
  'store',
  'clicks',
  'reference',
  'catalogue',
  'ingest',
  'sample',
  'wire',
  'answers',
  'http',
  'mcp',
  'web',
  'service',
  'cli',
  '',
];

/** The first folder below `src`, or '' for the entry point. */
const layerOf = (file: string): string => {
  const path = relative(SOURCE, file);
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
};

async function imports(): Promise<{ from: string; to: string }[]> {
  const found: { from: string; to: string }[] = [];
  for await (const name of glob('**/*.ts', { cwd: SOURCE })) {
    const from = join(SOURCE, name);
    for (const [, target] of readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
      const to = join(dirname(from), target ?? '');
      // Tests beside the source may share helpers with those under `test/`. The layer of any other file outside of
      // `src` is "..", which is in no position of the order.
      const isTestHelper = from.endsWith('.test.ts') && !to.startsWith(SOURCE);
      if (!isTestHelper) found.push({ from, to });
    }
  }
  return found;
}

test('imports between folders point one way', async () => {
  const all = await imports();
  const wrong = all.filter(({ from, to }) => LAYERS.indexOf(layerOf(to)) > LAYERS.indexOf(layerOf(from)));
  assert.deepEqual(
    wrong.map(({ from, to }) => `${relative(SOURCE, from)} → ${relative(SOURCE, to)}`),
    [],
  );
});

test('every folder has a position in the order', async () => {
  const folders = new Set((await imports()).flatMap(({ from, to }) => [layerOf(from), layerOf(to)]));
  assert.deepEqual(
    [...folders].filter((folder) => !LAYERS.includes(folder)),
    [],
  );
});

/** Folders of ingest in the order of the data. A folder may import from itself and from those before it. */
const INGEST_ORDER = [
  '',
  'documents',
  'parse',
  'adapters',
  'config',
  'read',
  'normalise',
  'accept',
  'run',
  'onboarding',
];

test('imports within ingest follow the order of the data', async () => {
  const folderOf = (file: string) => /^ingest\/(?:([^/]+)\/)?/.exec(relative(SOURCE, file))?.[1] ?? '';
  const isIngest = (file: string) => layerOf(file) === 'ingest' && folderOf(file) !== 'testing';
  const own = (await imports()).filter(
    ({ from, to }) => isIngest(from) && isIngest(to) && !from.endsWith('.test.ts'),
  );
  assert.ok(own.length > 100, 'the test must see the imports it checks');
  const wrong = own.filter(
    ({ from, to }) => INGEST_ORDER.indexOf(folderOf(to)) > INGEST_ORDER.indexOf(folderOf(from)),
  );
  assert.deepEqual(
    wrong.map(({ from, to }) => `${relative(SOURCE, from)} → ${relative(SOURCE, to)}`),
    [],
  );
  const folders = new Set(own.flatMap(({ from, to }) => [folderOf(from), folderOf(to)]));
  assert.deepEqual(
    [...folders].filter((folder) => !INGEST_ORDER.includes(folder)),
    [],
  );
});

test('the domain is pure: no clock, no input or output, no framework', async () => {
  for await (const name of glob('domain/**/*.ts', { cwd: SOURCE })) {
    if (name.endsWith('.test.ts') || name.includes('/testing/')) continue;
    const text = readFileSync(join(SOURCE, name), 'utf8');
    assert.doesNotMatch(text, /from 'node:|Date\.now|new Date\(\)|Math\.random|process\./, name);
  }
});

test('only main.js and the command line use the process', async () => {
  for await (const name of glob('**/*.ts', { cwd: SOURCE })) {
    if (name.startsWith('cli/') || name.includes('.test.')) continue;
    const text = readFileSync(join(SOURCE, name), 'utf8');
    assert.doesNotMatch(text, /\bprocess\.(env|argv|exit|on|stdout|stderr)\b/, name);
  }
});
