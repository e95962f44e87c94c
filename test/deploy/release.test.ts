import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releaseFaults } from '../../scripts/release-check.ts';
import { ROOT, readYaml, textOf } from './support/examples.ts';

const { version } = JSON.parse(textOf('package.json')) as { version: string };
const dated = (path: string) => textOf(path).replace(/^(## \S+) \(unreleased\)$/m, '$1 (2026-11-30)');

test('a release with a dated change log and the version of package.json passes the check', () => {
  assert.deepEqual(releaseFaults(`v${version}`, dated), []);
});

test('a tag of another version, an invalid tag and a change log without a date are reported', () => {
  const undated = (path: string) => textOf(path).replace(/^(## \S+) \(.+\)$/m, '$1 (unreleased)');
  assert.deepEqual(releaseFaults(`v${version}`, undated), ['CHANGELOG.md has no date: unreleased']);
  assert.ok(releaseFaults('v9.9.9', dated).length > 0);
  assert.match(releaseFaults('latest', dated)[0] ?? '', /^latest is not a release tag/);
});

test('the workflows are valid, and every script that they run exists', () => {
  for (const file of ['ci', 'release']) {
    const text = textOf(`.github/workflows/${file}.yml`);
    assert.equal(readYaml(text).length, 1);
    for (const [, script = ''] of text.matchAll(/node (scripts\/\S+\.ts)/g))
      assert.ok(existsSync(join(ROOT, script)), script);
  }
});
