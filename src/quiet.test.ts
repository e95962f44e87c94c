import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readInQuiet } from './quiet.ts';

/** Steps that only say that they ran, and looks that happen when the test wants them. */
function reading(names: readonly string[], fails: string | null = null) {
  const read: string[] = [];
  const faults: unknown[] = [];
  let task: (() => void) | null = null;
  let answers = 0;
  const stop = readInQuiet({
    steps: names.map((name) => async () => {
      read.push(name);
      if (name === fails) throw new Error(name);
    }),
    answered: () => answers,
    onFault: (error) => faults.push(error),
    later: (next) => {
      task = next;
      return () => {
        task = null;
      };
    },
  });
  const look = async (answeredMeanwhile = 0) => {
    answers += answeredMeanwhile;
    const due = task;
    task = null;
    due?.();
    await turn();
  };
  return { read, faults, look, stop, isWaiting: () => task !== null };
}

test('code is read a piece at a time, and only where nothing was answered since the last look', async () => {
  const { read, look, isWaiting } = reading(['a', 'b']);
  assert.deepEqual(read, [], 'nothing at once: the first callers come first');
  await look(3);
  assert.deepEqual(read, []);
  await look();
  assert.deepEqual(read, ['a']);
  await look(1);
  assert.deepEqual(read, ['a']);
  await look();
  assert.deepEqual(read, ['a', 'b']);
  assert.equal(isWaiting(), false);
});

test('a service that is never quiet reads it all the same', async () => {
  const { read, look } = reading(['a']);
  for (let looks = 0; looks < 25 && read.length === 0; looks += 1) await look(1);
  assert.deepEqual(read, ['a']);
});

test('a stop ends it, and a fault is told and ends it too', async () => {
  const stopped = reading(['a']);
  stopped.stop();
  await stopped.look();
  assert.deepEqual([stopped.read, stopped.isWaiting()], [[], false]);

  const failing = reading(['a', 'b'], 'a');
  await failing.look();
  await failing.look();
  assert.deepEqual([failing.read, failing.faults.length], [['a'], 1]);
});
