import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createShedder, LATE_MS } from './overload.ts';

/** A loop whose turns are as long as a test says. */
function loop() {
  let now = 1_000;
  let beat = () => {};
  let every = 0;
  let stopped = false;
  const shedder = createShedder({
    now: () => now,
    startBeat(callback, everyMs) {
      beat = callback;
      every = everyMs;
      return () => {
        stopped = true;
      };
    },
  });
  return {
    shedder,
    /** Time passes inside a turn. */
    work: (ms: number) => {
      now += ms;
    },
    /** The turn ends and the timer has its say. */
    turn: (lateByMs: number) => {
      now += every + lateByMs;
      beat();
    },
    beat: () => beat(),
    every: () => every,
    isStopped: () => stopped,
  };
}

test('a loop that keeps time sheds nothing', () => {
  const { shedder, turn } = loop();
  for (let count = 0; count < 100; count += 1) {
    turn(LATE_MS / 2);
    assert.equal(shedder.isOverloaded(), false);
  }
});

test('one long pause sheds nothing: neither in it nor after it', () => {
  const { shedder, work, beat, turn } = loop();
  turn(0);
  work(LATE_MS * 20);
  assert.equal(shedder.isOverloaded(), false);
  beat();
  assert.equal(shedder.isOverloaded(), false);
  turn(0);
  assert.equal(shedder.isOverloaded(), false);
});

test('a second late turn in a row sheds what is left of it, and the next beat in time ends that', () => {
  const { shedder, turn, work, beat, every } = loop();
  turn(LATE_MS + 1);
  assert.equal(shedder.isOverloaded(), false, 'the turn has only begun');
  work(every() + LATE_MS + 1);
  assert.equal(shedder.isOverloaded(), true);
  beat();
  assert.equal(shedder.isOverloaded(), false);
  turn(0);
  work(every() + LATE_MS + 1);
  assert.equal(shedder.isOverloaded(), false, 'the streak is over');
});

test('it sheds exactly in turns that are late after a turn that was late', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(LATE_MS * 3), { minLength: 1, maxLength: 30 }), (turns) => {
      const { shedder, work, beat, every } = loop();
      let before = 0;
      for (const lateBy of turns) {
        work(every() + lateBy);
        assert.equal(shedder.isOverloaded(), before > LATE_MS && lateBy > LATE_MS);
        beat();
        before = lateBy;
      }
    }),
  );
});

test('it stops with the service', () => {
  const { shedder, isStopped } = loop();
  shedder.stop();
  assert.equal(isStopped(), true);
  createShedder().stop();
});
