import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLog, samplePauseMs } from './ingestion.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const sample = (minutesAgo: number) => ({ sample: true, newest: NOW - minutesAgo * MINUTE_MS });

test('the sample market is created again at a start, but at most every 15 minutes', () => {
  assert.equal(samplePauseMs(null, sample(15), NOW), 0);
  assert.equal(samplePauseMs(null, sample(600), NOW), 0);
  assert.equal(samplePauseMs(null, sample(4), NOW), 11 * MINUTE_MS);
  assert.equal(samplePauseMs(null, sample(0), NOW), 15 * MINUTE_MS);
});

test('there is no wait if the clock went back, if there is no catalogue, or if it was not the sample market', () => {
  assert.equal(samplePauseMs(null, sample(-1), NOW), 0);
  assert.equal(samplePauseMs(null, null, NOW), 0);
  assert.equal(samplePauseMs(null, { ...sample(1), sample: false }, NOW), 0);
  assert.equal(samplePauseMs(null, { sample: true, newest: null }, NOW), 0);
});

test('configured sources never wait', () => {
  assert.equal(samplePauseMs('sources.json', sample(1), NOW), 0);
});

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
