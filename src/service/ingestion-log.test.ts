import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLog } from './ingestion-log.ts';

test('the first read is logged after every ten seconds, with the sources that are still read, until it ends', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const lines: object[] = [];
  const addLine = (message: string, facts: object = {}) => void lines.push({ message, ...facts });
  const progress = createProgressLog({ debug: addLine, info: addLine, warn: addLine, error: addLine });
  progress.onEvent({ type: 'started', sources: ['quick', 'slow', 'hanging'] });
  for (const source of ['quick', 'slow', 'hanging'])
    progress.onEvent({ type: 'source_started', source, usualMs: null });
  progress.onEvent({ type: 'page', source: 'slow', page: 1, rows: 200 });
  progress.onEvent({ type: 'source_read', source: 'quick', problem: null });
  t.mock.timers.tick(9_999);
  assert.deepEqual(lines, []);
  t.mock.timers.tick(1);
  const reading = ['slow (200 rows)', 'hanging (0 rows)'];
  assert.deepEqual(lines, [{ message: 'reading the feeds for the first time', done: '1 of 3', reading }]);
  t.mock.timers.tick(10_000);
  assert.equal(lines.length, 2);
  progress.stop();
  t.mock.timers.tick(60_000);
  assert.equal(lines.length, 2);
});
