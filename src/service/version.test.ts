import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { versionOf } from './version.ts';

const COMMIT = '3f2c1ab'.padEnd(40, '0');

/** A working copy of version 2.3.4 with a branch `main` at `COMMIT`. */
function createWorkingCopy(t: TestContext, packedRefs: readonly string[]): string {
  const root = createFolder(t);
  mkdirSync(join(root, '.git/refs/heads'), { recursive: true });
  mkdirSync(join(root, '.git/refs/tags'));
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(root, '.git/packed-refs'), [...packedRefs, ''].join('\n'));
  return root;
}

function createFolder(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'esim-version-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'package.json'), '{"version": "2.3.4"}');
  return root;
}

test('without a repository, the version is that of the package', (t) => {
  assert.equal(versionOf(createFolder(t)), '2.3.4');
});

test('in a working copy, the version contains the commit of the branch', (t) => {
  const root = createWorkingCopy(t, [`${COMMIT} refs/heads/main`]);
  assert.equal(versionOf(root), '2.3.4+3f2c1ab');
  // A commit in a file of its own is newer than the one in `packed-refs`.
  writeFileSync(join(root, '.git/refs/heads/main'), `${'b'.repeat(40)}\n`);
  assert.equal(versionOf(root), '2.3.4+bbbbbbb');
});

test('at the tag of the release, signed or not, the version does not contain the commit', (t) => {
  const tagObject = 'a'.repeat(40);
  const branch = `${COMMIT} refs/heads/main`;
  const signed = createWorkingCopy(t, [branch, `${tagObject} refs/tags/v2.3.4`, `^${COMMIT}`]);
  assert.equal(versionOf(signed), '2.3.4');
  const unsigned = createWorkingCopy(t, [branch]);
  writeFileSync(join(unsigned, '.git/refs/tags/v2.3.4'), `${COMMIT}\n`);
  assert.equal(versionOf(unsigned), '2.3.4');
});
