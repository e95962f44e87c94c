import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { versionOf } from './version.ts';

test('the version contains the commit, unless there is no repository or the commit has the tag of the release', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'esim-version-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'package.json'), '{"version": "2.3.4"}');
  assert.equal(versionOf(root), '2.3.4');
  const commit = '3f2c1ab'.padEnd(40, '0');
  mkdirSync(join(root, '.git/refs/heads'), { recursive: true });
  mkdirSync(join(root, '.git/refs/tags'));
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(root, '.git/packed-refs'), `${commit} refs/heads/main\n`);
  assert.equal(versionOf(root), '2.3.4+3f2c1ab');
  writeFileSync(join(root, '.git/refs/heads/main'), `${'b'.repeat(40)}\n`);
  assert.equal(versionOf(root), '2.3.4+bbbbbbb');
  writeFileSync(join(root, '.git/refs/tags/v2.3.4'), `${'b'.repeat(40)}\n`);
  assert.equal(versionOf(root), '2.3.4');
});
