import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode, decodeGently } from './decode.ts';
import { encode, encodeGently } from './encode.ts';
import { BLOCK, finish, finishGently, inBlocks, type Steps } from './steps.ts';
import { marketOf, PLAIN_PLAN } from './testing/market.ts';

function* count(to: number): Steps<number> {
  let sum = 0;
  for (let number = 1; number <= to; number += 1) {
    sum += number;
    yield;
  }
  return sum;
}

describe('long work in steps', () => {
  it('gives the same at once and gently, and lets others come in between', async () => {
    let now = 0;
    let turns = 0;
    let waiting = true;
    const other = () => {
      turns += 1;
      if (waiting) setImmediate(other);
    };
    setImmediate(other);
    // Each step takes a whole slice, so that there is a stop after every one.
    const gently = await finishGently(count(20), () => now++);
    waiting = false;
    assert.equal(finish(count(20)), 210);
    assert.equal(gently, 210);
    assert.ok(turns >= 9, `${turns} turns of others`);
  });

  it('passes a failure on, however it is run', async () => {
    function* failing(): Steps<void> {
      yield;
      throw new RangeError('bad row');
    }
    assert.throws(() => finish(failing()), RangeError);
    await assert.rejects(finishGently(failing()), RangeError);
  });

  it('goes over every number once, block by block', () => {
    for (const length of [0, 1, BLOCK, BLOCK + 1, BLOCK * 3]) {
      let next = 0;
      finish(
        inBlocks(length, (from, to) => {
          assert.equal(from, next);
          assert.ok(to - from <= BLOCK);
          next = to;
        }),
      );
      assert.equal(next, length);
    }
  });

  it('makes and loads the same snapshot', async () => {
    const market = marketOf(Array.from({ length: 50 }, (_, at) => ({ ...PLAIN_PLAN, id: `p-${at}` })));
    const { content, observations } = encode(market);
    assert.deepEqual(await encodeGently(market), { plans: 50, content, observations });
    const [once, gently] = [
      decode(content, observations, 3),
      await decodeGently(content, observations, 3, decode(content, observations, 3).version),
    ];
    assert.deepEqual(
      [gently.version, gently.serial, gently.destinations],
      [once.version, 3, once.destinations],
    );
    assert.deepEqual(gently.plan(7), once.plan(7));
    const altered = Uint8Array.from(content);
    altered[200]! ^= 1;
    await assert.rejects(decodeGently(altered, observations, 3, once.version), { name: 'SnapshotError' });
  });
});
