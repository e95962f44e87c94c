import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerAddress, callerKey, parseTrustProxy } from './caller.ts';
import { type Caller, createIdentity } from './identity.ts';
import { Recent } from './recent.ts';

const SECRET = new Uint8Array(32).fill(5);
const PROXY = parseTrustProxy('10.0.0.0/8');

test('a caller is the keyed hash of its network, however often it comes', () => {
  const identity = createIdentity(SECRET, PROXY);
  for (const [peer, forwarded] of [
    ['203.0.113.7', undefined],
    ['10.0.0.1', '203.0.113.7'],
    ['10.0.0.1', ['6.6.6.6', '203.0.113.7']],
    ['203.0.113.7', '6.6.6.6'],
    ['10.0.0.1', `${'6.6.6.6, '.repeat(100)}203.0.113.7`],
    [undefined, undefined],
  ] as const) {
    const key = callerKey(callerAddress(peer, forwarded, PROXY), SECRET);
    assert.deepEqual(identity.identify(peer, forwarded), { key });
    assert.deepEqual(identity.identify(peer, forwarded), { key });
  }
});

test('an address that was not seen for two minutes is gone from memory', () => {
  const recent = new Recent<Caller>(10);
  const identity = createIdentity(SECRET, null, recent);
  identity.tidy(0);
  identity.identify('203.0.113.7', undefined);
  identity.tidy(59_999);
  identity.tidy(60_000);
  assert.equal(recent.size, 1);
  identity.tidy(120_000);
  assert.equal(recent.size, 0);
});

test('a clock that is set back forgets sooner, never later', () => {
  const recent = new Recent<Caller>(10);
  const identity = createIdentity(SECRET, null, recent);
  identity.tidy(3_600_000);
  identity.identify('203.0.113.7', undefined);
  identity.tidy(0);
  identity.tidy(60_000);
  assert.equal(recent.size, 0);
});

test('a list of hops that is too long to be remembered fills no memory', () => {
  const recent = new Recent<Caller>(10);
  createIdentity(SECRET, PROXY, recent).identify('10.0.0.1', `${'6.6.6.6, '.repeat(20)}203.0.113.7`);
  assert.equal(recent.size, 0);
});
