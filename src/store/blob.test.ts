import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sha256Of } from './blob.ts';

/** The bytes that `sha256Of` hashes at a time. */
const CHUNK = 512 * 1024;

test('a hash in chunks equals the hash of all bytes, whether or not the last chunk is full', async () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, CHUNK * 3 + 7]) {
    const bytes = Buffer.alloc(length, 'no multiple of the chunk');
    assert.equal(await sha256Of(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('other work runs while a large blob is hashed', async () => {
  let turns = 0;
  let isHashing = true;
  const otherWork = () => {
    turns += 1;
    if (isHashing) setImmediate(otherWork);
  };
  setImmediate(otherWork);
  await sha256Of(new Uint8Array(10 * CHUNK));
  isHashing = false;
  // There are nine pauses between ten chunks. The order of the two immediates in the first turn is not fixed.
  assert.ok(turns >= 8, `${turns} turns`);
});
