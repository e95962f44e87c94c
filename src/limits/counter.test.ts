import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterOf } from './counter.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;

test('units of a minute that have expired are not stored, and a refund of one changes nothing', () => {
  const counter = counterOf('list.minute');
  for (let second = 0; second < 10; second += 1) counter.add(START + second * 1000);
  // The units of the seconds 0, 1 and 2 have expired.
  assert.equal(counter.used(START + MINUTE + 2000), 7);
  counter.remove(START + 1000);
  const left = [3, 4, 5, 6, 7, 8, 9].map((second) => START + second * 1000);
  // Only the counter of a day uses `day`.
  assert.deepEqual(counter.stored(), { day: 0, count: 7, times: left, expiresAt: START + 9000 + MINUTE });
  // Of the restored units, only that of the second 9 has not expired.
  assert.equal(counterOf('list.minute', counter.stored()).used(START + MINUTE + 8000), 1);
});

test('with a limit of 0, a minute is free again after one whole window', () => {
  const counter = counterOf('list.minute');
  counter.add(START);
  assert.equal(counter.freeAt(0, START + 1000), START + 1000 + MINUTE);
});
