import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { versionOf } from './version.ts';

function createFolder(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'esim-version-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'package.json'), '{"version": "2.3.4"}');
  return root;
}

/** A working copy of version 2.3.4 with one commit. `git` runs a command in it and returns what it prints. */
function createWorkingCopy(t: TestContext) {
  const root = createFolder(t);
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  // Neither the settings of the user nor a repository that a variable names.
  const env = { PATH: process.env['PATH'], HOME: root };
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init');
  git('commit', '--allow-empty', '--message=First');
  return { root, git };
}

test('without a repository, the version is that of the package', (t) => {
  assert.equal(versionOf(createFolder(t)), '2.3.4');
});

test('in a working copy, the version contains the commit', (t) => {
  const { root, git } = createWorkingCopy(t);
  assert.equal(versionOf(root), `2.3.4+${git('rev-parse', 'HEAD').slice(0, 7)}`);
  git('tag', 'v2.3.3');
  git('commit', '--allow-empty', '--message=Second');
  assert.equal(versionOf(root), `2.3.4+${git('rev-parse', 'HEAD').slice(0, 7)}`);
});

test('at the tag of the release, annotated or not, the version does not contain the commit', (t) => {
  for (const annotation of [[], ['--annotate', '--message=Release']]) {
    const { root, git } = createWorkingCopy(t);
    git('tag', ...annotation, 'v2.3.4');
    assert.equal(versionOf(root), '2.3.4');
    git('pack-refs', '--all');
    assert.equal(versionOf(root), '2.3.4');
  }
});
