import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestDeadline, SLICE_MS } from './deadline.ts';

/** Returns a function that advances the mocked time and lets dependent promises settle. */
function mockTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5) {
      t.mock.timers.tick(5);
      // One turn for the immediate at the end of a slice, and one for what follows from it.
      await nextTurn();
      await nextTurn();
    }
  };
}

const replyAfter = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'reply'));

test('the round trips of a request share one deadline', async (t) => {
  const pass = mockTime(t);
  const deadline = new RequestDeadline(300);
  for (const isInTime of [true, true, false]) {
    const outcome = deadline.wait(replyAfter(140)).catch((error: Error) => error.message);
    await pass(140);
    assert.equal(await Promise.race([outcome, Promise.resolve('pending')]), isInTime ? 'reply' : 'deadline');
  }
});

test('round trips in parallel count once, and time without a round trip does not count', async (t) => {
  const pass = mockTime(t);
  const deadline = new RequestDeadline(300);
  assert.equal(deadline.isUnused, true);
  const both = Promise.all([deadline.wait(replyAfter(140)), deadline.wait(replyAfter(140))]);
  await pass(140);
  assert.deepEqual(await both, ['reply', 'reply']);
  assert.equal(deadline.isUnused, false);
  await pass(1_000);
  const last = deadline.wait(replyAfter(140));
  await pass(140);
  assert.equal(await last, 'reply');
});

test('a request that waits for another one has no more time left than that one', async (t) => {
  const pass = mockTime(t);
  const [leader, follower] = [new RequestDeadline(300), new RequestDeadline(300)];
  const led = leader.wait(replyAfter(200));
  await pass(200);
  await led;
  follower.limitTo(leader);
  const outcome = follower.wait(replyAfter(140)).catch((error: Error) => error.message);
  await pass(140);
  assert.equal(await outcome, 'deadline');
});

test('a pause of this process does not count as a slow store', async (t) => {
  mockTime(t);
  const deadline = new RequestDeadline(300);
  const { promise, resolve } = Promise.withResolvers<string>();
  const outcome = deadline.wait(promise);
  // After a pause of the process, one slice ends, however long the pause was. The reply is read before the next slice.
  t.mock.timers.tick(SLICE_MS);
  resolve('reply');
  assert.equal(await outcome, 'reply');
});
