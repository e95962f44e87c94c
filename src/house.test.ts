/** Rules of the house that no other tool checks. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = join(ROOT, 'docs/decisions');

test('every decision page stands in the index, and the index names no page that is gone', () => {
  const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8');
  const named = [...index.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, name]) => name!);
  // A page without a number is a draft.
  const pages = readdirSync(DECISIONS).filter((name) => /^\d.*\.md$/.test(name));
  assert.ok(pages.length > 10, 'the test must see the pages it judges');
  assert.deepEqual(named.toSorted(), pages.toSorted(), 'see docs/decisions/README.md');
});

test('file names are in kebab-case', async () => {
  const names = await Array.fromAsync(glob('{src,test,bench,scripts}/**/*.{ts,js}', { cwd: ROOT }));
  const ours = names.filter((name) => !name.includes('node_modules'));
  assert.ok(ours.length > 300, 'the test must see the files it judges');
  const wrong = ours.filter((name) => !/^([a-z0-9-]+\/)+[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[tj]s$/.test(name));
  assert.deepEqual(wrong, []);
});
