import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePauseMs } from './ingestion.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const sample = (minutesAgo: number) => ({ sample: true, newest: NOW - minutesAgo * MINUTE_MS });

test('the sample market is observed at a start, or a quarter of an hour after it last was', () => {
  assert.equal(samplePauseMs(null, sample(15), NOW), 0);
  assert.equal(samplePauseMs(null, sample(600), NOW), 0);
  assert.equal(samplePauseMs(null, sample(4), NOW), 11 * MINUTE_MS);
  assert.equal(samplePauseMs(null, sample(0), NOW), 15 * MINUTE_MS);
});

test('nothing waits where the clock went back, where there is no catalogue, or where another market was served', () => {
  assert.equal(samplePauseMs(null, sample(-1), NOW), 0);
  assert.equal(samplePauseMs(null, null, NOW), 0);
  assert.equal(samplePauseMs(null, { ...sample(1), sample: false }, NOW), 0);
  assert.equal(samplePauseMs(null, { sample: true, newest: null }, NOW), 0);
});

test('the operator’s own sources never wait', () => {
  assert.equal(samplePauseMs('sources.json', sample(1), NOW), 0);
});
