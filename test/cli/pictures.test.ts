/** The pictures of the documents are those of this version, and small enough for a page. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BOXES } from '../../scripts/pictures/architecture.ts';
import { drawnPictures } from '../../scripts/pictures/drawn.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = 'docs/pictures';
const README_BYTES_MAX = 200_000;

const picturesOf = (page: string): { file: string; description: string }[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(
    ([, description = '', target = '']) => ({ file: join(page, '..', target), description }),
  );
const pages = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })];

test('the drawn pictures show what this version ranks and prints (node scripts/pictures/main.ts writes them)', async () => {
  for (const [name, svg] of await drawnPictures())
    assert.equal(readFileSync(join(ROOT, FOLDER, name), 'utf8'), svg, name);
});

test('every folder in the picture of the architecture exists', () => {
  for (const { folders } of BOXES)
    for (const folder of folders) assert.ok(existsSync(join(ROOT, 'src', folder)), folder);
});

test('every picture is described and used, and those of the README have less than 200 KB', () => {
  const used = pages.flatMap(picturesOf);
  for (const { file, description } of used) assert.ok(description.length > 30, file);
  const kept = readdirSync(join(ROOT, FOLDER)).map((name) => join(FOLDER, name));
  assert.deepEqual(new Set(used.map(({ file }) => file)), new Set(kept));
  const bytes = picturesOf('README.md').map(({ file }) => statSync(join(ROOT, file)).size);
  assert.equal(bytes.length, 2);
  assert.ok(bytes.reduce((sum, size) => sum + size, 0) < README_BYTES_MAX, `${bytes.join(' + ')} bytes`);
});
