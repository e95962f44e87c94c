import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { trustExtraAuthorities } from './authorities.ts';
import { readFileBytes, readFileText, readFileTextAsync } from './read-file.ts';
import { secretOf } from './secrets.ts';
import { whyUnreadable } from './unreadable.ts';

test('a pipe, a folder, a device, a huge file and a text that is not UTF-8 are refused at once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-files-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const huge = join(folder, 'huge.json');
  writeFileSync(huge, '{}');
  truncateSync(huge, 33 * 1024 * 1024);
  const latin1 = join(folder, 'latin1.json');
  writeFileSync(latin1, '{"name": "Tür"}', 'latin1');
  for (const [path, reason] of [
    [pipe, 'it is a pipe, a socket or a device, not a file'],
    ['/dev/zero', 'it is a pipe, a socket or a device, not a file'],
    [folder, 'it is a folder, not a file'],
    [huge, 'it has more than 32 MB'],
  ] as const) {
    const isReason = (error: unknown) => whyUnreadable(error) === reason;
    assert.throws(() => readFileText(path), isReason, path);
    await assert.rejects(readFileTextAsync(path), isReason, path);
    assert.throws(
      () => secretOf({ KEY_FILE: path }, 'KEY'),
      ({ cause }) => isReason(cause),
      path,
    );
    assert.throws(() => trustExtraAuthorities({ NODE_EXTRA_CA_CERTS: path }), isReason, path);
    await assert.rejects(readFileBytes(path, 32_000_000), isReason, path);
  }
  const isNotUtf8 = (error: unknown) => whyUnreadable(error) === 'it is not UTF-8: save it as UTF-8';
  assert.throws(() => readFileText(latin1), isNotUtf8);
  await assert.rejects(readFileTextAsync(latin1), isNotUtf8);
});
