import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { release, sha256Of } from './bytes.ts';

test('a hash in pieces is the hash of the whole, whatever its length', async () => {
  const piece = 1 << 19;
  for (const length of [0, 1, piece - 1, piece, piece + 1, piece * 3 + 7]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 251);
    assert.equal(await sha256Of(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('others have their turn while a large blob is hashed', async () => {
  let turns = 0;
  let waiting = true;
  const other = () => {
    turns += 1;
    if (waiting) setImmediate(other);
  };
  setImmediate(other);
  await sha256Of(new Uint8Array(10 << 19));
  waiting = false;
  assert.ok(turns >= 8, `${turns} turns`);
});

test('released bytes are empty; bytes that share their memory with others stay', () => {
  const whole = new Uint8Array(100).fill(1);
  release(whole);
  assert.equal(whole.length, 0);
  const shared = new Uint8Array(100).fill(1);
  release(shared.subarray(0, 50));
  assert.equal(shared.length, 100);
  release(new Uint8Array());
});
