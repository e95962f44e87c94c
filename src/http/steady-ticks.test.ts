import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptTicks } from './steady-ticks.ts';

test('one object of the kind that Node makes for every tick is kept', () => {
  assert.equal(keptTicks.length, 1);
  assert.deepEqual(Object.keys(keptTicks[0]!), ['callback', 'args']);
});
