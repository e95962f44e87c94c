import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunRecord, SourceOutcome } from '../../ingest/documents/runs.ts';
import type { IngestReport } from '../../ingest/run/report.ts';
import { painter } from '../dependencies.ts';
import { createEventLines, resultLine, succeeded } from './ingest-report.ts';

const source = (outcome: SourceOutcome): RunRecord => ({
  source: 'anka',
  outcome,
  problem: null,
  counts: {
    rows: 3,
    plans: 3,
    rejected: 0,
    byReason: {},
    quarantined: 0,
    filtered: 0,
    droppedNetworks: 0,
  },
  plansServed: 3,
  lastGood: null,
  failures: 0,
  lastAttemptAt: 0,
  lastSuccessAt: 0,
  durationMs: 10,
  nextRunAt: 0,
});

const report = (status: IngestReport['status'], ...outcomes: readonly SourceOutcome[]): IngestReport => ({
  status,
  startedAt: 0,
  finishedAt: 0,
  snapshot: null,
  changes: null,
  sources: outcomes.map(source),
  nextRuns: {},
  ratesDate: null,
  warnings: [],
});

test('an ingest succeeds only if every source that was read was accepted', () => {
  assert.equal(succeeded(report('published', 'ok', 'ok')), true);
  assert.equal(succeeded(report('published', 'ok', 'kept')), false);
  assert.equal(succeeded(report('published', 'left_out')), false);
  assert.equal(succeeded(report('nothing')), true);
  assert.equal(succeeded(report('nothing', 'left_out')), false);
  assert.equal(succeeded(report('busy')), false);
  assert.equal(succeeded(report('interrupted')), false);
});

test('every result of an ingest has its own sentence', () => {
  const lines = [report('busy'), report('interrupted'), report('nothing'), report('nothing', 'left_out')].map(
    (one) => resultLine(one),
  );
  assert.equal(new Set(lines).size, lines.length);
});

test('a source is one line when it was read, with its rows or with its problem', () => {
  const lineOf = createEventLines(painter(false));
  const page = { type: 'page', source: 'anka' } as const;
  assert.equal(lineOf({ ...page, page: 1, rows: 20 }), null);
  assert.equal(lineOf({ ...page, page: 2, rows: 30 }), null);
  assert.equal(lineOf({ type: 'source_read', source: 'anka', problem: null }), 'read anka: 30 rows, 2 pages');
  const problem = { code: 'halved', message: '3 plans, 9 last time' };
  assert.equal(
    lineOf({ type: 'source_read', source: 'simurg', problem }),
    'held simurg: 3 plans, 9 last time (halved); if the change is right: esim accept simurg',
  );
});

test('a rejected row is one line with its page, row, id and reason', () => {
  const row = { page: 1, row: 7, externalId: 'x-7', reason: 'price_outlier', detail: '$0.01\nodd' } as const;
  assert.equal(
    createEventLines(painter(false))({ type: 'reject', source: 'anka', ...row }),
    'anka: page 1, row 7 (x-7): price_outlier: $0.01 odd',
  );
});
