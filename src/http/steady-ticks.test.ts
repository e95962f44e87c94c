import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptTicks } from './steady-ticks.ts';

test('at most one object is kept, whatever this version of Node makes for a tick', () => {
  assert.ok(keptTicks.length <= 1);
  for (const kept of keptTicks) assert.equal(typeof kept, 'object');
});
