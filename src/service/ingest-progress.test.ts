import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIngestProgress } from './ingest-progress.ts';

const SECOND_MS = 1000;

function progressAt() {
  let now = 0;
  const progress = createIngestProgress(() => now);
  const started = (source: string, usualMs: number | null) =>
    progress.onEvent({ type: 'source_started', source, usualMs });
  const at = (seconds: number) => {
    now = seconds * SECOND_MS;
  };
  return { ...progress, started, at };
}

test('a source is slow after twice its usual time, and after at least a minute', () => {
  const { started, slowSources, at, onEvent } = progressAt();
  started('quick', SECOND_MS);
  started('long', 100 * SECOND_MS);
  at(60);
  assert.deepEqual(slowSources(), []);
  at(61);
  assert.deepEqual(slowSources(), ['quick']);
  at(201);
  assert.deepEqual(slowSources(), ['quick', 'long']);
  onEvent({ type: 'source_read', source: 'quick', problem: null });
  assert.deepEqual(slowSources(), ['long']);
});

test('a source whose usual time is not known is slow after five minutes', () => {
  const { started, slowSources, at } = progressAt();
  started('new', null);
  at(300);
  assert.deepEqual(slowSources(), []);
  at(301);
  assert.deepEqual(slowSources(), ['new']);
});

test('while the rows of a source are parsed, only that source is named, because the others wait for it', () => {
  const { started, slowSources, at, onEvent, end } = progressAt();
  started('waits', SECOND_MS);
  started('blocks', 40 * SECOND_MS);
  onEvent({ type: 'parsing', source: 'blocks' });
  at(70);
  assert.deepEqual(slowSources(), ['blocks']);
  onEvent({ type: 'page', source: 'blocks', page: 1, rows: 200 });
  assert.deepEqual(slowSources(), ['waits']);
  end();
  assert.deepEqual(slowSources(), []);
});
