import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEADLINE_MS, RequestDeadline } from './deadline.ts';

function mockTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  return {
    monotonic: () => now,
    /** Advances the time and lets dependent promises settle. */
    pass: async (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
      // One turn for the immediate at the end of the time, and one for what follows from it.
      await nextTurn();
      await nextTurn();
    },
  };
}

const replyAfter = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'reply'));
const isLate = { name: 'StoreError', code: 'unavailable' };

test('the round trips of a request share one deadline, and time without a round trip does not count', async (t) => {
  const { monotonic, pass } = mockTime(t);
  const deadline = new RequestDeadline(DEADLINE_MS, monotonic);
  for (let times = 0; times < 2; times += 1) {
    const outcome = deadline.wait(replyAfter(DEADLINE_MS * 0.4));
    await pass(DEADLINE_MS * 0.4);
    assert.equal(await outcome, 'reply');
    await pass(DEADLINE_MS * 2);
  }
  const late = assert.rejects(deadline.wait(replyAfter(DEADLINE_MS)), isLate);
  await pass(DEADLINE_MS * 0.3);
  await late;
});

test('a request that waits for another one has no more time left than that one', async (t) => {
  const { monotonic, pass } = mockTime(t);
  const [leader, follower] = [
    new RequestDeadline(DEADLINE_MS, monotonic),
    new RequestDeadline(DEADLINE_MS, monotonic),
  ];
  const led = leader.wait(replyAfter(DEADLINE_MS * 0.7));
  await pass(DEADLINE_MS * 0.7);
  await led;
  follower.limitTo(leader);
  const late = assert.rejects(follower.wait(replyAfter(DEADLINE_MS * 0.5)), isLate);
  await pass(DEADLINE_MS * 0.4);
  await late;
});

test('a reply that arrived while this process paused is in time', async (t) => {
  const { monotonic } = mockTime(t);
  const { promise, resolve } = Promise.withResolvers<string>();
  const outcome = new RequestDeadline(DEADLINE_MS, monotonic).wait(promise);
  // After a pause of the process, its timers run before it reads what arrived.
  t.mock.timers.tick(DEADLINE_MS * 10);
  resolve('reply');
  assert.equal(await outcome, 'reply');
});
