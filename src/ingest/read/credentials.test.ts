import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCredentials, MissingCredential } from './credentials.ts';

const source = { id: 'shop', credentials: { client_id: 'SHOP_ID', client_secret: 'SHOP_SECRET' } };
const env = { SHOP_ID: 'partner-4711', SHOP_SECRET: 'pa/ss w"ord+1' };

test('a credential is read by the name of its variable', () => {
  assert.equal(createCredentials(source, env).credential('client_secret'), 'pa/ss w"ord+1');
});

test('a missing credential is named by its variable, and the message contains no value', () => {
  for (const value of [undefined, '']) {
    const { credential } = createCredentials(source, { ...env, SHOP_SECRET: value });
    assert.throws(
      () => credential('client_secret'),
      (error: unknown) => {
        assert.ok(error instanceof MissingCredential);
        assert.match(error.message, /SHOP_SECRET/);
        assert.doesNotMatch(error.message, /4711/);
        return true;
      },
    );
  }
  assert.throws(() => createCredentials(source, env).credential('api_key'), /names no variable/);
});

test('a secret is blotted out in every usual spelling', () => {
  const { redact } = createCredentials(source, env);
  const secret = env.SHOP_SECRET;
  for (const text of [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret),
    'pa%2Fss+w%22ord%2B1',
  ])
    assert.equal(redact(`a ${text} b`).includes('[redacted]'), true, text);
  assert.equal(redact('nothing here'), 'nothing here');
});

test('nothing is left of a secret that begins with another credential', () => {
  const { redact } = createCredentials(source, { SHOP_ID: 'abcdef', SHOP_SECRET: 'abcdef-secret' });
  assert.equal(redact('abcdef-secret of abcdef'), '[redacted] of [redacted]');
});

test('tokens learnt in the run are secrets too, with and without their scheme', () => {
  const credentials = createCredentials(source, env);
  credentials.learn('Bearer tok-123456');
  assert.equal(credentials.redact('got tok-123456'), 'got [redacted]');
  assert.equal(credentials.redact('got Bearer tok-123456'), 'got [redacted]');
  assert.ok(credentials.leaks('https://shop.example/?t=tok-123456'));
});

test('the value of a role that ends in _id may be in links, and a secret may not', () => {
  const { leaks } = createCredentials(source, env);
  assert.ok(!leaks('https://shop.example/?aff=partner-4711'));
  assert.ok(leaks(`https://shop.example/?k=${encodeURIComponent(env.SHOP_SECRET)}`));
});
