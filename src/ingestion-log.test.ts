import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLog } from './ingestion-log.ts';

test('a long first read is logged every ten seconds with its slow sources, a short one is not', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const lines: object[] = [];
  const line = (message: string, facts: object = {}) => void lines.push({ message, ...facts });
  const progress = createProgressLog({ debug: line, info: line, warn: line, error: line });
  progress.onEvent({ type: 'started', sources: ['quick', 'slow', 'hanging'] });
  for (const source of ['quick', 'slow', 'hanging']) progress.onEvent({ type: 'source_started', source });
  progress.onEvent({ type: 'page', source: 'slow', page: 1, rows: 200 });
  progress.onEvent({ type: 'source_read', source: 'quick', problem: null });
  t.mock.timers.tick(9_999);
  assert.deepEqual(lines, []);
  t.mock.timers.tick(1);
  const reading = ['slow (200 rows)', 'hanging (0 rows)'];
  assert.deepEqual(lines, [{ message: 'reading the feeds for the first time', done: '1 of 3', reading }]);
  progress.stop();
  t.mock.timers.tick(60_000);
  assert.equal(lines.length, 1);
});
