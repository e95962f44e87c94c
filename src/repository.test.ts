/** Conventions of the repository that no other tool checks. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = join(ROOT, 'docs/decisions');

test('the index of decisions lists every page, and no other', () => {
  const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8');
  const named = [...index.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, name]) => name!);
  const pages = readdirSync(DECISIONS).filter((name) => name !== 'README.md');
  assert.deepEqual(named.toSorted(), pages.toSorted());
});

test('every file of source code that a document names exists', async () => {
  const files = await Array.fromAsync(
    glob('{src,test,bench,scripts,deploy,config}/**/*.*', { cwd: ROOT, exclude: ['**/node_modules'] }),
  );
  // The name of a package may end like that of a file: ipaddr.js.
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const documents = await Array.fromAsync(glob('{*,docs/**/*}.md', { cwd: ROOT }));
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const named = [...text.matchAll(/`(?:node )?([\w./-]+\.(?:ts|js|lua))`/g)].map(([, path]) => path!);
    return named
      .filter(
        (path) =>
          !Object.hasOwn(dependencies, path) && !files.some((file) => `/${file}`.endsWith(`/${path}`)),
      )
      .map((path) => `${document}: ${path}`);
  });
  assert.deepEqual(missing, []);
});

test('file names are in kebab-case', async () => {
  const names = await Array.fromAsync(glob('{src,test,bench,scripts}/**/*.{ts,js}', { cwd: ROOT }));
  const ours = names.filter((name) => !name.includes('node_modules'));
  const wrong = ours.filter((name) => !/^([a-z0-9-]+\/)+[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[tj]s$/.test(name));
  assert.deepEqual(wrong, []);
});

test('every script of package.json works in sh and in cmd', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [name, script] of Object.entries(scripts)) {
    // No variables, quotes or pipes, which differ between the shells. && means the same in both.
    assert.match(script, /^[\w ./:=&-]+$/, name);
    for (const command of script.split(' && ')) {
      const [program = ''] = command.split(' ');
      assert.doesNotMatch(command, /&|^\w+=/, name);
      const isPortable = ['node', 'npm', 'tsc', 'biome', 'oxlint'].includes(program);
      // A .cmd file next to package.json replaces a program that cmd does not know.
      assert.ok(isPortable || existsSync(join(ROOT, `${program}.cmd`)), `${name}: ${program}`);
    }
  }
});
