import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

/** A clock and an event loop that the test moves. Each handled request takes a millisecond. */
function setUp() {
  let now = 0;
  let used = 0;
  const due: (() => void)[] = [];
  const turns = new Turns({
    now: () => now,
    used: () => used,
    nextTurn: (task) => void due.push(task),
    afterPromises: (task) => task(),
  });
  const handled: string[] = [];
  return {
    turns,
    request: (caller: string, name = caller) =>
      turns.run(caller, () => {
        now += 1;
        used += 1;
        handled.push(name);
      }),
    nextTurn: () => {
      for (const task of due.splice(0)) task();
    },
    work: (ms: number) => {
      now += ms;
      used += ms;
    },
    /** Other programs use the processor. */
    pause: (ms: number) => {
      now += ms;
    },
    /** What was handled since the last call. */
    handled: () => handled.splice(0),
  };
}

const names = (caller: string, count: number) => Array.from({ length: count }, (_, at) => `${caller}${at}`);

test('a request is handled at once while the turn has time', () => {
  const { request, handled } = setUp();
  request('ann');
  assert.deepEqual(handled(), ['ann']);
});

test('requests are handled for 5 ms in a turn, and the rest in the next ones', () => {
  const { request, handled, nextTurn } = setUp();
  for (const name of names('ann', 12)) request('ann', name);
  const all = names('ann', 12);
  assert.deepEqual(handled(), all.slice(0, 5));
  nextTurn();
  assert.deepEqual(handled(), all.slice(5, 10));
  nextTurn();
  assert.deepEqual(handled(), all.slice(10));
  nextTurn();
  assert.deepEqual(handled(), []);
});

test('a caller with one request waits for one request of each other caller', () => {
  const { request, handled, nextTurn } = setUp();
  for (const name of names('ann', 100)) request('ann', name);
  for (const name of names('ben', 100)) request('ben', name);
  request('eve');
  handled();
  nextTurn();
  assert.equal(handled().indexOf('eve'), 2);
});

test('while connections arrive, the requests that wait are not handled, but for 10 ms at most', () => {
  const { request, handled, nextTurn, turns, work } = setUp();
  for (const name of names('ann', 100)) request('ann', name);
  nextTurn();
  handled();
  const perTurn = Array.from({ length: 24 }, () => {
    turns.connected();
    work(1);
    nextTurn();
    return handled().length;
  });
  const accepting = Array<number>(9).fill(0);
  assert.deepEqual(perTurn, [...accepting, 5, ...accepting, 5, 0, 0, 0, 0]);
  nextTurn();
  assert.equal(handled().length, 5, 'no further connection has come');
});

test('the delay is that of the next caller, and not that of a caller with many requests', () => {
  const { request, nextTurn, turns, work, pause } = setUp();
  assert.equal(turns.delayMs, 0);
  for (const name of names('ann', 1_000)) request('ann', name);
  for (let turn = 0; turn < 100; turn += 1) nextTurn();
  assert.ok(turns.delayMs < 10, `${turns.delayMs}`);
  request('ben');
  pause(300);
  assert.ok(turns.delayMs < 10, 'the machine was busy with something else');
  work(300);
  assert.ok(turns.delayMs >= 300, `${turns.delayMs}`);
});

test('the promises of a request count as time of the turn', async () => {
  let now = 0;
  let handled = 0;
  const turns = new Turns({ now: () => now });
  turns.run('ann', () => {
    now += 6;
  });
  const handle = async () => {
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    now += 2;
    handled += 1;
  };
  for (let count = 0; count < 20; count += 1) turns.run('ann', () => void handle());
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(handled, 3);
});
