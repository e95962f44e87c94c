import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releaseFaults } from '../../scripts/release-check.ts';
import { at, list, map, ROOT, readYaml, textOf, type Yaml } from './support/examples.ts';

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

/** An absent value is an empty text. */
function textAt(value: Yaml | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

test('the release workflow publishes nothing: it attaches signed files to a draft', () => {
  const jobs = map(at(readYaml(textOf('.github/workflows/release.yml'))[0], 'jobs'));
  const steps = Object.values(jobs).flatMap((job) => list(at(job, 'steps')));
  for (const step of steps) {
    assert.equal(at(step, 'with', 'push'), undefined);
    assert.doesNotMatch(textAt(step, 'run'), /npm publish|docker push|npm login/);
    assert.doesNotMatch(textAt(step, 'uses'), /login-action/);
  }
  const draft = list(at(jobs['draft'], 'steps'));
  const signStep = draft.findIndex((step) =>
    textAt(step, 'uses').startsWith('actions/attest-build-provenance@'),
  );
  const attachStep = draft.findIndex((step) => textAt(step, 'run').startsWith('gh release create'));
  assert.ok(signStep !== -1 && signStep < attachStep);
  assert.match(textAt(draft[attachStep], 'run'), / --draft /);
  const subjects = textAt(draft[signStep], 'with', 'subject-path');
  assert.ok(textAt(draft[attachStep], 'run').endsWith(` ${subjects}`), 'every attached file is signed');
});

test('the images are built for amd64 and arm64, with their bill of materials and provenance', () => {
  const jobs = map(at(readYaml(textOf('.github/workflows/release.yml'))[0], 'jobs'));
  const steps = Object.values(jobs).flatMap((job) => list(at(job, 'steps')));
  const images = steps.filter((step) => at(step, 'with', 'platforms') !== undefined);
  assert.deepEqual(
    images.map((step) => [
      at(step, 'with', 'platforms'),
      at(step, 'with', 'sbom'),
      at(step, 'with', 'provenance'),
    ]),
    [['linux/amd64,linux/arm64', 'true', 'mode=max']],
  );
});
