import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createOverloadDetector, MAX_LAG_MS } from './overload.ts';

/** An event loop whose iterations have the lengths that the test sets. */
function fakeLoop() {
  let now = 1_000;
  let tick = () => {};
  let every = 0;
  let stopped = false;
  const detector = createOverloadDetector({
    now: () => now,
    startTimer(onTick, everyMs) {
      tick = onTick;
      every = everyMs;
      return () => {
        stopped = true;
      };
    },
  });
  return {
    detector,
    /** Time passes inside an iteration. */
    work: (ms: number) => {
      now += ms;
    },
    /** The iteration ends and the timer fires. */
    iterate: (lateByMs: number) => {
      now += every + lateByMs;
      tick();
    },
    tick: () => tick(),
    every: () => every,
    isStopped: () => stopped,
  };
}

test('a loop without lag refuses nothing', () => {
  const { detector, iterate } = fakeLoop();
  for (let count = 0; count < 100; count += 1) {
    iterate(MAX_LAG_MS / 2);
    assert.equal(detector.isOverloaded(), false);
  }
});

test('during and after one long pause, nothing is refused', () => {
  const { detector, work, tick, iterate } = fakeLoop();
  iterate(0);
  work(MAX_LAG_MS * 20);
  assert.equal(detector.isOverloaded(), false);
  tick();
  assert.equal(detector.isOverloaded(), false);
  iterate(0);
  assert.equal(detector.isOverloaded(), false);
});

test('requests in the second of two late iterations are refused, until the timer fires', () => {
  const { detector, iterate, work, tick, every } = fakeLoop();
  iterate(MAX_LAG_MS + 1);
  assert.equal(detector.isOverloaded(), false, 'the iteration has only begun');
  work(every() + MAX_LAG_MS + 1);
  assert.equal(detector.isOverloaded(), true);
  tick();
  assert.equal(detector.isOverloaded(), false);
  iterate(0);
  work(every() + MAX_LAG_MS + 1);
  assert.equal(detector.isOverloaded(), false, 'the iteration before was in time');
});

test('requests are refused exactly in a late iteration that follows a late one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(MAX_LAG_MS * 3), { minLength: 1, maxLength: 30 }), (lags) => {
      const { detector, work, tick, every } = fakeLoop();
      let before = 0;
      for (const lateBy of lags) {
        work(every() + lateBy);
        assert.equal(detector.isOverloaded(), before > MAX_LAG_MS && lateBy > MAX_LAG_MS);
        tick();
        before = lateBy;
      }
    }),
  );
});

test('the timer stops with the service', () => {
  const { detector, isStopped } = fakeLoop();
  detector.stop();
  assert.equal(isStopped(), true);
  createOverloadDetector().stop();
});
