import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releaseFaults } from '../../scripts/release-check.ts';
import { at, list, map, ROOT, readYaml, textOf, word } from './support/examples.ts';

const workflow = map(readYaml(textOf('.github/workflows/release.yml'))[0]);
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

test('the workflow runs the tests and then publishes for two platforms, with bill of materials and provenance', () => {
  const steps = list(at(workflow, 'jobs', 'image', 'steps'));
  assert.equal(at(workflow, 'jobs', 'image', 'needs'), 'test');
  const build = steps.find((step) => word(at(step, 'uses') ?? '').startsWith('docker/build-push-action@'));
  const settings = map(at(build, 'with'));
  assert.deepEqual(
    ['platforms', 'sbom', 'provenance', 'push'].map((name) => settings[name]),
    ['linux/amd64,linux/arm64', 'true', 'mode=max', 'true'],
  );
  assert.deepEqual(at(workflow, 'permissions'), { contents: 'read' });
  const artifacts = list(at(workflow, 'jobs', 'test', 'steps')).map((step) => at(step, 'with', 'path'));
  assert.ok(artifacts.some((paths) => typeof paths === 'string' && paths.includes('THIRD-PARTY.md')));
});

test('every script that a workflow runs exists', () => {
  for (const file of ['ci', 'release'])
    for (const [, script = ''] of textOf(`.github/workflows/${file}.yml`).matchAll(
      /node (scripts\/\S+\.ts)/g,
    ))
      assert.ok(existsSync(join(ROOT, script)), script);
});
