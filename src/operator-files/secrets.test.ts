import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { secretOf } from './secrets.ts';

test('a secret comes from its variable, from the file that NAME_FILE names, or from systemd, in this order', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'key.txt'), 'from a file\n');
  writeFileSync(join(folder, 'KEY'), 'from systemd\r\n');
  const systemd = { CREDENTIALS_DIRECTORY: folder };
  const file = { ...systemd, KEY_FILE: join(folder, 'key.txt') };
  assert.equal(secretOf({ ...file, KEY: 'from the variable' }, 'KEY'), 'from the variable');
  assert.equal(secretOf({ ...file, KEY: '' }, 'KEY'), 'from a file');
  assert.equal(secretOf(systemd, 'KEY'), 'from systemd');
  assert.equal(secretOf(systemd, 'OTHER'), undefined);
  assert.equal(secretOf({}, 'KEY'), undefined);
  assert.equal(secretOf({ KEY: '  ' }, 'KEY'), undefined);
});

test('a file without a secret is refused with its variable and its path, wherever it is named', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'KEY');
  const absent = join(folder, 'absent');
  writeFileSync(path, ' \n');
  const refusals = [
    { env: { KEY_FILE: path }, variable: 'KEY_FILE', path, reason: 'it is empty' },
    { env: { KEY_FILE: absent }, variable: 'KEY_FILE', path: absent, reason: 'it does not exist' },
    {
      env: { CREDENTIALS_DIRECTORY: folder },
      variable: 'CREDENTIALS_DIRECTORY',
      path,
      reason: 'it is empty',
    },
  ];
  for (const { env, variable, path, reason } of refusals)
    assert.throws(() => secretOf(env, 'KEY'), {
      variable,
      message: `leads to ${path}, which cannot be used: ${reason}`,
    });
});
