import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRunAt } from './record.ts';
import type { IngestReport } from './report.ts';
import { createScheduler, type SchedulerEvent } from './schedule.ts';

const HOUR_MS = 3_600_000;

function report(part: Partial<IngestReport>): IngestReport {
  return {
    status: 'published',
    startedAt: 0,
    finishedAt: 0,
    snapshot: null,
    changes: null,
    sources: [],
    nextRuns: {},
    ratesDate: null,
    warnings: [],
    ...part,
  };
}

/** Timers that fire when a test says so. */
function setUp(runs: readonly (() => Promise<IngestReport>)[]) {
  let now = 0;
  const timers: { task: () => void; ms: number }[] = [];
  const events: SchedulerEvent[] = [];
  let heard = () => {};
  let count = 0;
  const scheduler = createScheduler({
    ingestDue: () => (runs[count++] ?? (() => Promise.reject(new Error('no more'))))(),
    clock: () => now,
    random: () => 1,
    later: (task, ms) => {
      const timer = { task, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
    onEvent: (event) => {
      events.push(event);
      heard();
    },
  });
  return {
    scheduler,
    timers,
    events,
    count: () => count,
    /** Does something and waits for the next event. */
    next: (act: () => void) =>
      new Promise<void>((resolve) => {
        heard = resolve;
        act();
      }),
    fire() {
      const timer = timers.shift();
      now += timer?.ms ?? 0;
      timer?.task();
    },
  };
}

test('it reads what is due at once, then sleeps until the first source is due', async () => {
  const due = report({ nextRuns: { a: 2 * HOUR_MS, b: 0.5 * HOUR_MS } });
  const t = setUp([async () => due, async () => report({ nextRuns: { a: 2 * HOUR_MS } })]);
  await t.next(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 0.5 * HOUR_MS);
  await t.next(() => t.fire());
  assert.equal(t.count(), 2);
  await t.scheduler.stop();
});

test('a source that is overdue never makes a busy loop', async () => {
  const t = setUp([async () => report({ nextRuns: { a: -5 } })]);
  await t.next(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 1000);
  await t.scheduler.stop();
});

test('failures wait longer each time, up to an hour, and are told', async () => {
  const fail = () => Promise.reject(new Error('store away'));
  const t = setUp(Array.from({ length: 9 }, () => fail));
  const waits: (number | undefined)[] = [];
  await t.next(() => t.scheduler.start());
  for (let i = 0; i < 8; i++) {
    waits.push(t.timers[0]?.ms);
    await t.next(() => t.fire());
  }
  assert.deepEqual(waits.slice(0, 3), [60_000, 120_000, 240_000]);
  assert.equal(waits.at(-1), HOUR_MS);
  assert.deepEqual(t.events[0], { type: 'failed', message: 'store away' });
  await t.scheduler.stop();
});

test('while somebody else ingests it looks again within a minute', async () => {
  const t = setUp([async () => report({ status: 'busy' })]);
  await t.next(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 60_000);
  await t.scheduler.stop();
});

test('stopping cancels the timer, and nothing starts again', async () => {
  const t = setUp([async () => report({ nextRuns: { a: HOUR_MS } })]);
  await t.next(() => t.scheduler.start());
  await t.scheduler.stop();
  assert.equal(t.timers.length, 0);
  t.scheduler.start();
  assert.equal(t.count(), 1);
});

test('stopping in the middle waits for the end and plans nothing', async () => {
  let finish: (report: IngestReport) => void = () => {};
  const t = setUp([() => new Promise((resolve) => (finish = resolve))]);
  t.scheduler.start();
  const stopped = t.scheduler.stop();
  finish(report({}));
  await stopped;
  assert.equal(t.timers.length, 0);
  assert.deepEqual(t.events, []);
});

test('a good source keeps its cadence within a tenth; a failed one is tried sooner, then less and less often', () => {
  const next = (failures: number, random: number, retryAfter: number | null = null) =>
    nextRunAt(0, 6 * HOUR_MS, failures, retryAfter, () => random);
  assert.equal(next(0, 0), 5.4 * HOUR_MS);
  assert.equal(next(0, 1), Math.round(6.6 * HOUR_MS));
  assert.equal(next(1, 0.5), 5 * 60_000);
  assert.equal(next(3, 0.5), 20 * 60_000);
  assert.equal(next(50, 0.5), 6 * HOUR_MS);
  assert.equal(next(1, 0.5, 24 * HOUR_MS), 24 * HOUR_MS);
});

test('woken, it looks at once; woken while it works, once more right after', async () => {
  const HOURS = report({ nextRuns: { a: 6 * HOUR_MS } });
  let finish = () => {};
  const slow = () => new Promise<IngestReport>((resolve) => (finish = () => resolve(HOURS)));
  const bench = setUp([async () => HOURS, slow, async () => HOURS]);
  bench.scheduler.wake();
  assert.equal(bench.count(), 0, 'before it began there is nothing to wake');
  await bench.next(() => bench.scheduler.start());
  bench.scheduler.wake();
  assert.deepEqual([bench.count(), bench.timers.length], [2, 0]);
  bench.scheduler.wake();
  await bench.next(() => finish());
  assert.equal(bench.timers[0]?.ms, 1000);
  await bench.next(() => bench.fire());
  assert.equal(bench.timers[0]?.ms, HOUR_MS);
  await bench.scheduler.stop();
  bench.scheduler.wake();
  assert.equal(bench.count(), 3);
});
