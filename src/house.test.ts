/** Rules of the house that no other tool checks. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = join(ROOT, 'docs/decisions');

test('every decision page stands in the index, and the index names no page that is gone', () => {
  const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8');
  const named = [...index.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, name]) => name!);
  const pages = readdirSync(DECISIONS).filter((name) => name !== 'README.md');
  assert.ok(pages.length > 10, 'the test must see the pages it judges');
  assert.deepEqual(named.toSorted(), pages.toSorted(), 'see docs/decisions/README.md');
});

test('decision pages are numbered from 1 without gaps, and each has its number and the same four sections', () => {
  const pages = readdirSync(DECISIONS).filter((name) => name !== 'README.md');
  for (const [index, name] of pages.toSorted().entries()) {
    const number = String(index + 1).padStart(4, '0');
    assert.ok(name.startsWith(`${number}-`), `${name} should be number ${number}`);
    const text = readFileSync(join(DECISIONS, name), 'utf8');
    assert.ok(text.startsWith(`# ${number}. `), name);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(sections, ['Context', 'Decision', 'Measurement', 'Consequences'], name);
  }
});

test('every source file that a document names is there', async () => {
  const files = await Array.fromAsync(
    glob('{src,test,bench,scripts,deploy,config}/**/*.*', { cwd: ROOT, exclude: ['**/node_modules'] }),
  );
  const documents = await Array.fromAsync(glob('{*,docs/**/*}.md', { cwd: ROOT }));
  const gone = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const named = [...text.matchAll(/`(?:node )?([\w./-]+\.ts)`/g)].map(([, path]) => path!);
    return named
      .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))
      .map((path) => `${document}: ${path}`);
  });
  assert.deepEqual(gone, []);
});

test('file names are in kebab-case', async () => {
  const names = await Array.fromAsync(glob('{src,test,bench,scripts}/**/*.{ts,js}', { cwd: ROOT }));
  const ours = names.filter((name) => !name.includes('node_modules'));
  assert.ok(ours.length > 300, 'the test must see the files it judges');
  const wrong = ours.filter((name) => !/^([a-z0-9-]+\/)+[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[tj]s$/.test(name));
  assert.deepEqual(wrong, []);
});

test('every script of package.json is one that sh and cmd both understand', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.ok(Object.keys(scripts).length > 5);
  for (const [name, script] of Object.entries(scripts)) {
    // No variables, quotes, pipes or other words of one shell alone; && means the same to both.
    assert.match(script, /^[\w ./:=&-]+$/, name);
    for (const command of script.split(' && ')) {
      const [program = ''] = command.split(' ');
      assert.doesNotMatch(command, /&|^\w+=/, name);
      const isEverywhere = ['node', 'npm', 'tsc', 'biome', 'oxlint'].includes(program);
      // What cmd does not know, a file next to package.json does for it.
      assert.ok(isEverywhere || existsSync(join(ROOT, `${program}.cmd`)), `${name}: ${program}`);
    }
  }
});
