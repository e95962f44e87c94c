import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sha256Of } from './blob.ts';

test('a hash in chunks equals the hash of all bytes, for every length', async () => {
  const chunk = 1 << 19;
  for (const length of [0, 1, chunk - 1, chunk, chunk + 1, chunk * 3 + 7]) {
    const bytes = Buffer.alloc(length, 'no multiple of the chunk');
    assert.equal(await sha256Of(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('other work runs while a large blob is hashed', async () => {
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
