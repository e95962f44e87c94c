import assert from 'node:assert/strict';
import { test } from 'node:test';
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

/** A scheduler whose n-th ingest is the n-th of `runs`, with timers that fire when a test says so. */
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
    /** Does something and waits for the event that follows. */
    untilEvent: (act: () => void) =>
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

test('it ingests at once, and again when the first source is due', async () => {
  const due = report({ nextRuns: { a: 2 * HOUR_MS, b: 0.5 * HOUR_MS } });
  const t = setUp([async () => due, async () => report({ nextRuns: { a: 2 * HOUR_MS } })]);
  await t.untilEvent(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 0.5 * HOUR_MS);
  await t.untilEvent(() => t.fire());
  assert.equal(t.count(), 2);
  await t.scheduler.stop();
});

test('after a run in which a source stays overdue, the next run waits a second', async () => {
  const t = setUp([async () => report({ nextRuns: { a: -5 } })]);
  await t.untilEvent(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 1000);
  await t.scheduler.stop();
});

test('after a failure, the wait doubles up to an hour, and the failure is reported', async () => {
  const fail = () => Promise.reject(new Error('store away'));
  const t = setUp(Array.from({ length: 9 }, () => fail));
  const waits: (number | undefined)[] = [];
  await t.untilEvent(() => t.scheduler.start());
  for (let i = 0; i < 8; i++) {
    waits.push(t.timers[0]?.ms);
    await t.untilEvent(() => t.fire());
  }
  assert.deepEqual(waits.slice(0, 3), [60_000, 120_000, 240_000]);
  assert.equal(waits.at(-1), HOUR_MS);
  assert.deepEqual(t.events[0], { type: 'failed', message: 'store away' });
  await t.scheduler.stop();
});

test('while another process ingests, it tries again after a minute', async () => {
  const t = setUp([async () => report({ status: 'busy' })]);
  await t.untilEvent(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, 60_000);
  await t.scheduler.stop();
});

test('stopping cancels the timer, and nothing starts again', async () => {
  const t = setUp([async () => report({ nextRuns: { a: HOUR_MS } })]);
  await t.untilEvent(() => t.scheduler.start());
  await t.scheduler.stop();
  assert.equal(t.timers.length, 0);
  t.scheduler.start();
  assert.equal(t.count(), 1);
});

test('stopping during a run waits for its end and plans no further run', async () => {
  let finish: (report: IngestReport) => void = () => {};
  const t = setUp([() => new Promise((resolve) => (finish = resolve))]);
  t.scheduler.start();
  const stopped = t.scheduler.stop();
  finish(report({}));
  await stopped;
  assert.equal(t.timers.length, 0);
  assert.deepEqual(t.events, []);
});

const inSixHours = report({ nextRuns: { a: 6 * HOUR_MS } });

test('a wake-up starts a run at once', async () => {
  const t = setUp([async () => inSixHours, async () => inSixHours]);
  await t.untilEvent(() => t.scheduler.start());
  await t.untilEvent(() => t.scheduler.wake());
  assert.deepEqual([t.count(), t.timers.length], [2, 1]);
  await t.scheduler.stop();
});

test('a wake-up during a run starts another one a second after it', async () => {
  let finish = () => {};
  const slow = () => new Promise<IngestReport>((resolve) => (finish = () => resolve(inSixHours)));
  const t = setUp([slow, async () => inSixHours]);
  t.scheduler.start();
  t.scheduler.wake();
  assert.deepEqual([t.count(), t.timers.length], [1, 0]);
  await t.untilEvent(() => finish());
  assert.equal(t.timers[0]?.ms, 1000);
  await t.untilEvent(() => t.fire());
  assert.equal(t.count(), 2);
  await t.scheduler.stop();
});

test('a wake-up before the start or after the stop has no effect', async () => {
  const t = setUp([async () => inSixHours]);
  t.scheduler.wake();
  assert.equal(t.count(), 0);
  await t.untilEvent(() => t.scheduler.start());
  await t.scheduler.stop();
  t.scheduler.wake();
  assert.equal(t.count(), 1);
});

test('the scheduler waits at most an hour, even if no source is due then', async () => {
  const t = setUp([async () => inSixHours]);
  await t.untilEvent(() => t.scheduler.start());
  assert.equal(t.timers[0]?.ms, HOUR_MS);
  await t.scheduler.stop();
});
