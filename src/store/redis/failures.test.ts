import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openErrorOf } from './failures.ts';

const target = { nodes: [{ host: 'redis.example', port: 6379 }] };
const startMessage = (message: string, code?: string) =>
  openErrorOf(target, Object.assign(new Error(message), code === undefined ? {} : { code })).message;

test('the error of a failed start says whether the password, a permission or the certificate is wrong', () => {
  for (const [message, expected] of [
    ['WRONGPASS invalid username-password pair or user is disabled.', /refused the user or the password/],
    ["NOPERM User app has no permissions to run the 'eval' command", /may not run EVAL/],
    ["NOPERM this user has no permissions to run the 'config|get' command", /may not run CONFIG GET/],
    ['NOPERM No permissions to access a key', /may not read and write the keys/],
    [
      "ERR The user executing the script can't run this command or subcommand script: 1, on @user_script:1.",
      /may not run the commands of the scripts, which read and write/,
    ],
    ['NOPERM No permissions to access a channel', /may not use the channels/],
  ] as const)
    assert.match(startMessage(message), expected);
  assert.match(startMessage('self-signed certificate', 'SELF_SIGNED_CERT_IN_CHAIN'), /NODE_EXTRA_CA_CERTS/);
  assert.match(startMessage('altname', 'ERR_TLS_CERT_ALTNAME_INVALID'), /is for another name/);
  assert.match(startMessage('certificate has expired', 'CERT_HAS_EXPIRED'), /has expired/);
});
