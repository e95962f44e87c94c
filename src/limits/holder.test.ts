import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Holder } from './holder.ts';

const WINDOWS = { minute: 'list.minute', day: 'list.day' } as const;

test('the units of a minute are a queue from which any one can be given back', () => {
  const step = fc.tuple(fc.constantFrom('add', 'add', 'pass', 'giveBack'), fc.nat(40_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const holder = new Holder(WINDOWS, 'c');
      let times: number[] = [];
      let now = 1_800_000_000_000;
      for (const [what, amount] of steps) {
        if (what === 'pass') now += amount;
        const alive = times.filter((time) => time + 60_000 > now);
        assert.equal(holder.settle(now), times.length - alive.length);
        times = alive;
        if (what === 'add') {
          holder.add(now);
          times.push(now);
        } else if (what === 'giveBack') {
          const takenAt = times[amount % Math.max(1, times.length)] ?? now;
          const at = times.lastIndexOf(takenAt);
          assert.equal(holder.giveBack(takenAt), at < 0 ? 0 : 1);
          if (at >= 0) times.splice(at, 1);
        }
        assert.equal(holder.minuteTaken, times.length);
        for (const [older, time] of times.entries()) assert.equal(holder.expiryOf(older), time + 60_000);
        assert.equal(holder.expiryOf(times.length), undefined);
      }
    }),
    { numRuns: 200 },
  );
});

test('holders that have nothing share nothing that one of them could change', () => {
  const one = new Holder(WINDOWS, 'one');
  const two = new Holder(WINDOWS, 'two');
  one.settle(1000);
  one.add(1000);
  two.settle(1000);
  assert.deepEqual([one.minuteTaken, two.minuteTaken], [1, 0]);
  one.settle(61_000);
  assert.deepEqual([one.minuteTaken, two.minuteTaken, two.isVacant], [0, 0, true]);
});
