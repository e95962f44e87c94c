import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePauseMs } from './ingestion.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
/** The setting SOURCES_FILE of an operator who configured no sources. */
const NO_SOURCES_FILE = null;
const sample = (minutesAgo: number) => ({ sample: true, newest: NOW - minutesAgo * MINUTE_MS });

test('the sample market is created again at a start, but at most every 15 minutes', () => {
  assert.equal(samplePauseMs(NO_SOURCES_FILE, sample(15), NOW), 0);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, sample(600), NOW), 0);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, sample(4), NOW), 11 * MINUTE_MS);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, sample(0), NOW), 15 * MINUTE_MS);
});

test('there is no wait if the clock went back, or if the catalogue is missing, empty or not of the sample market', () => {
  assert.equal(samplePauseMs(NO_SOURCES_FILE, sample(-1), NOW), 0);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, null, NOW), 0);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, { ...sample(1), sample: false }, NOW), 0);
  assert.equal(samplePauseMs(NO_SOURCES_FILE, { sample: true, newest: null }, NOW), 0);
});

test('configured sources never wait', () => {
  assert.equal(samplePauseMs('sources.json', sample(1), NOW), 0);
});
