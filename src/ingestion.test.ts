import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePauseMs } from './ingestion.ts';

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
