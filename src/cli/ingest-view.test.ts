import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestReport, Outcome, SourceReport } from '../ingest/types.ts';
import { painter } from './dependencies.ts';
import { lineDisplay, liveDisplay } from './display.ts';
import { closingLine, IngestView, wentWell } from './ingest-view.ts';
import { pretendDependencies } from './testing.ts';

const plain = painter(false);

const source = (outcome: Outcome): SourceReport => ({
  source: 'anka',
  outcome,
  problem: null,
  counts: { rows: 3, plans: 3, rejected: 0, byReason: {}, quarantined: 0, filtered: 0, droppedPlaces: 0 },
  plansServed: 3,
  lastSuccessAt: 0,
  durationMs: 10,
  nextRunAt: 0,
});

const report = (status: IngestReport['status'], ...outcomes: readonly Outcome[]): IngestReport => ({
  status,
  startedAt: 0,
  finishedAt: 0,
  edition: null,
  sources: outcomes.map(source),
  nextRuns: {},
  ratesDate: null,
  warnings: [],
});

test('an ingest went well only where every source that was asked went through', () => {
  assert.equal(wentWell(report('published', 'ok', 'unchanged')), true);
  assert.equal(wentWell(report('published', 'ok', 'kept')), false);
  assert.equal(wentWell(report('published', 'left_out')), false);
  assert.equal(wentWell(report('nothing')), true);
  assert.equal(wentWell(report('nothing', 'left_out')), false);
  assert.equal(wentWell(report('busy')), false);
  assert.equal(wentWell(report('lost')), false);
});

test('every way to end has its own sentence', () => {
  const lines = [report('busy'), report('lost'), report('nothing'), report('nothing', 'left_out')].map(
    (one) => closingLine(one),
  );
  assert.equal(new Set(lines).size, lines.length);
});

test('what moves is shown while it moves, what is final is a line', () => {
  const view = new IngestView(plain);
  assert.deepEqual(view.take({ type: 'started', sources: ['anka', 'simurg'] }), []);
  view.take({ type: 'source_started', source: 'anka' });
  view.take({ type: 'page', source: 'anka', page: 1, bytes: 1_000_000, rows: 20, plans: 18, rejected: 2 });
  view.take({ type: 'page', source: 'anka', page: 2, bytes: 500_000, rows: 30, plans: 28, rejected: 2 });
  assert.deepEqual(view.live('-'), [
    '- anka: 30 rows, 2 rejected, 2 pages, 1.5 MB',
    '[....................] 0 of 2 sources',
  ]);
  assert.deepEqual(view.take({ type: 'source_read', source: 'anka', problem: null }), [
    'read anka: 30 rows, 2 pages, 1.5 MB',
  ]);
  const problem = { code: 'halved', message: '3 plans, 9 last time' };
  assert.deepEqual(view.take({ type: 'source_read', source: 'simurg', problem }), [
    'held simurg: 3 plans, 9 last time (halved)',
  ]);
  assert.deepEqual(view.live('-'), ['[####################] 2 of 2 sources, publishing']);
});

test('a refused row is told with its place, id and reason', () => {
  const row = { page: 1, row: 7, externalId: 'x-7', reason: 'price_outlier', detail: '$0.01\nodd' } as const;
  assert.deepEqual(new IngestView(plain).take({ type: 'reject', source: 'anka', ...row }), [
    'anka: page 1 row 7 (x-7): price_outlier: $0.01 odd',
  ]);
});

test('a live display erases exactly what it drew, never wraps a line, and leaves the final lines', () => {
  const around = pretendDependencies({ columns: 20 });
  const display = liveDisplay(around.out, () => ['a line that is far too long', 'two']);
  display.refresh();
  display.print(['done']);
  display.close();
  assert.equal(
    around.stdout().replaceAll('\u001b[1A\u001b[2K', '<'),
    'a line that is far…\ntwo\n<<done\na line that is far…\ntwo\n<<',
  );
});

test('outside a terminal there are lines and no control characters', () => {
  const around = pretendDependencies();
  const display = lineDisplay(around.out);
  display.refresh();
  display.print(['one', 'two']);
  display.close();
  assert.equal(around.stdout(), 'one\ntwo\n');
});
