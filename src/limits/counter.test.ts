import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterOf } from './counter.ts';

const NOON = 1_800_000_000_000;
const MINUTE = 60_000;

test('units of a minute that have expired are not stored, and a refund of one changes nothing', () => {
  const counter = counterOf('list.minute');
  for (let second = 0; second < 10; second += 1) counter.add(NOON + second * 1000);
  // The units of the seconds 0, 1 and 2 have expired.
  assert.equal(counter.used(NOON + MINUTE + 2000), 7);
  counter.remove(NOON + 1000);
  const left = [3, 4, 5, 6, 7, 8, 9].map((second) => NOON + second * 1000);
  assert.deepEqual(counter.stored(), { day: 0, count: 7, times: left, expiresAt: NOON + 9000 + MINUTE });
  // Of the restored units, only that of the second 9 has not expired.
  assert.equal(counterOf('list.minute', counter.stored()).used(NOON + MINUTE + 8000), 1);
});

test('with a limit of 0, a minute is free again after one whole window', () => {
  const counter = counterOf('list.minute');
  counter.add(NOON);
  assert.equal(counter.freeAt(0, NOON + 1000), NOON + 1000 + MINUTE);
});
