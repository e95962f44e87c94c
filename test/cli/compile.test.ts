import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { esim, temporaryFolder } from './support.ts';

test('esim compile keeps compiled what a start reads, and leaves nothing else behind', async () => {
  const folder = temporaryFolder();
  try {
    const [compiled, temporary] = [join(folder.path, 'compiled'), join(folder.path, 'temporary')];
    mkdirSync(temporary);
    const env = { NODE_COMPILE_CACHE: compiled, TMPDIR: temporary };
    const done = await esim(['compile'], env);
    assert.deepEqual(done, { code: 0, stdout: 'compiled for the next start\n', stderr: '' });
    assert.deepEqual(readdirSync(temporary), []);
    const kept = () => readdirSync(compiled, { recursive: true }).length;
    const before = kept();
    assert.ok(before > 300, `${before} files`);
    // Nothing of a second life is new.
    assert.equal((await esim(['compile'], env)).code, 0);
    assert.equal(kept(), before);
  } finally {
    folder.remove();
  }
});

test('esim compile that cannot make its folder says so and ends with 1', async () => {
  const done = await esim(['compile'], { TMPDIR: '/dev/null' });
  assert.equal(done.code, 1);
  assert.match(done.stderr, /^esim: [^\n]+\n$/);
});
