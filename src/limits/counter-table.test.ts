import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HandClock, HandJournal, keyOf, NOON, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { CounterTable } from './counter-table.ts';
import { DEFAULT_POLICIES } from './policies.ts';
import { type CounterRow, CountersUnavailable } from './port.ts';

const ANN = keyOf(1);
const BEN = keyOf(2);
const DAY = 86_400_000;
const TODAY = Math.floor(NOON / DAY);

/** A journal as an earlier process left it. */
function journalOf(rows: readonly object[]): HandJournal {
  const journal = new HandJournal();
  for (const [at, row] of rows.entries()) journal.kept.set(String(at), row as CounterRow);
  return journal;
}

const usageOf = async (rig: Awaited<ReturnType<typeof rigOf>>, name: string) => {
  const { taken, callers } = (await rig.counters.usage()).find((window) => window.name === name)!;
  return { taken, callers };
};

test('counts stay with their callers while the tables grow', async () => {
  const rig = await rigOf(policiesWith({ 'list.minute': 2, 'list.day': 2 }), { maxCallers: 5000 });
  for (let caller = 0; caller < 3000; caller += 1) rig.counters.take('list', keyOf(caller));
  for (let caller = 0; caller < 3000; caller += 7) {
    assert.equal(rig.counters.take('list', keyOf(caller)).window.remaining, 0, `caller ${caller}`);
  }
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 2, callers: 3000 });
  await rig.counters.close();
  const second = await rig.again();
  for (let caller = 0; caller < 3000; caller += 7) {
    assert.equal(
      second.counters.take('list', keyOf(caller)).admitted,
      false,
      `caller ${caller} after a restart`,
    );
  }
  for (let caller = 1; caller < 3000; caller += 7) {
    const { admitted, window } = second.counters.take('list', keyOf(caller));
    assert.deepEqual(
      [admitted, window.remaining],
      [true, 0],
      `caller ${caller} has one left after a restart`,
    );
  }
  assert.deepEqual(await usageOf(second, 'list.day'), { taken: 2, callers: 3000 });
});

test('usage tells the largest count of one caller and how many callers hold one, in windows that have not ended', async () => {
  const rig = await rigOf(DEFAULT_POLICIES);
  for (let unit = 0; unit < 3; unit += 1) rig.counters.take('list', ANN);
  rig.counters.take('list', BEN);
  rig.counters.take('comparison', BEN);
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 3, callers: 2 });
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 4, callers: null });
  assert.deepEqual(await usageOf(rig, 'comparison.day'), { taken: 1, callers: 1 });
  rig.clock.now += 60_000;
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 0, callers: 0 });
  assert.deepEqual(await usageOf(rig, 'list.day'), { taken: 3, callers: 2 });
  rig.clock.now += DAY;
  assert.deepEqual(await usageOf(rig, 'list.day'), { taken: 0, callers: 0 });
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 0, callers: null });
});

test('kept rows that fit no window of theirs are passed over, the others count', async () => {
  const day = { day: TODAY, count: 2, times: [] };
  const rig = await rigOf(policiesWith({ 'list.day': 2 }), {
    journal: journalOf([
      { window: 'plans.minute', caller: ANN, ...day },
      { window: 'list.service.day', caller: ANN, ...day },
      { window: 'list.day', caller: '', ...day },
      { window: 'list.day', caller: BEN, ...day },
    ]),
  });
  assert.equal(rig.counters.held().callers, 1);
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 0, callers: null });
  assert.equal(rig.counters.take('list', ANN).admitted, true);
  assert.equal(rig.counters.take('list', BEN).admitted, false);
});

test('kept times count in the order of time, however they were written', async () => {
  const times = [NOON - 10_000, NOON - 30_000, NOON - 20_000];
  const { counters, clock } = await rigOf(policiesWith({ 'list.minute': 3 }), {
    journal: journalOf([{ window: 'list.minute', caller: ANN, day: 0, count: 3, times }]),
  });
  assert.equal(counters.take('list', ANN).window.resetAt, NOON + 30_000);
  clock.now = NOON + 30_000;
  assert.equal(counters.take('list', ANN).admitted, true);
  assert.equal(counters.take('list', ANN).window.resetAt, NOON + 40_000);
});

test('of two days only today’s count is taken in', async () => {
  const rows = (day: number) => [{ window: 'list.day', caller: ANN, day, count: 2, times: [] }];
  const policies = policiesWith({ 'list.day': 2 });
  const today = await rigOf(policies, { journal: journalOf(rows(TODAY)) });
  assert.equal(today.counters.take('list', ANN).admitted, false);
  const yesterday = await rigOf(policies, { journal: journalOf(rows(TODAY - 1)) });
  assert.equal(yesterday.counters.take('list', ANN).admitted, true);
});

test('a full table gives a newcomer the place of one whose windows have ended, without waiting for a tick', async () => {
  const { counters, clock, timers } = await rigOf(DEFAULT_POLICIES, { maxCallers: 3 });
  for (let caller = 0; caller < 3; caller += 1) counters.take('list', keyOf(caller));
  await timers.tick(2);
  clock.now += DAY;
  // This tick takes the rows off the disk; the callers themselves would leave at the next.
  await timers.tick();
  assert.equal(counters.held().callers, 3);
  assert.equal(counters.take('list', keyOf(9)).admitted, true);
  assert.equal(counters.held().callers, 1);
});

test('a full table of units takes a request that exactly fits once units have ended', async () => {
  // A request needs room for as many units as it has windows, three; one of them is kept by its time.
  const { counters, clock } = await rigOf(DEFAULT_POLICIES, { maxUnits: 5 });
  counters.take('list', ANN);
  clock.now += 30_000;
  counters.take('list', BEN);
  counters.take('list', BEN);
  assert.throws(
    () => counters.take('list', BEN),
    (error: unknown) =>
      error instanceof CountersUnavailable &&
      error.code === 'full' &&
      error.name === 'CountersUnavailable' &&
      error.message === 'the table of units is full',
  );
  clock.now += 30_000;
  assert.equal(counters.take('list', BEN).admitted, true);
});

test('what was given back is off the disk as well', async () => {
  const first = await rigOf(DEFAULT_POLICIES);
  const { counters, timers } = first;
  const decision = counters.take('comparison', ANN);
  assert.ok(decision.admitted);
  await timers.tick();
  assert.equal(first.journal.kept.size, 3);
  counters.refund(decision.reservation);
  await timers.tick();
  assert.equal(first.journal.kept.size, 0);
});

test('a reservation of a caller who was forgotten gives back what the service took', async () => {
  const rig = await rigOf(DEFAULT_POLICIES, { clock: new HandClock(NOON) });
  const decision = rig.counters.take('list', ANN);
  rig.counters.take('list', BEN);
  assert.ok(decision.admitted);
  await rig.timers.tick();
  rig.clock.now += DAY;
  await rig.timers.tick(3);
  assert.equal(rig.counters.held().callers, 0);
  rig.counters.take('list', BEN);
  rig.counters.refund(decision.reservation);
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 1, callers: null });
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 1, callers: 1 });
});

test('tables that were made smaller still take in every kept unit', async () => {
  const policies = policiesWith({ 'list.minute': 40 });
  const first = await rigOf(policies);
  for (let caller = 0; caller < 50; caller += 1) {
    for (let unit = 0; unit < 40; unit += 1) first.counters.take('list', keyOf(caller));
  }
  await first.counters.close();
  const { counters } = await rigOf(policies, { ...first, maxCallers: 5, maxUnits: 5 });
  for (let caller = 0; caller < 50; caller += 1) {
    assert.equal(counters.take('list', keyOf(caller)).window.name, 'list.minute', `caller ${caller}`);
  }
});

test('a full table is told of once, and again after there was room', async () => {
  const { counters, clock, timers, events } = await rigOf(DEFAULT_POLICIES, { maxCallers: 2 });
  const fill = (from: number) => {
    for (let caller = from; caller < from + 2; caller += 1) counters.take('list', keyOf(caller));
    assert.throws(() => counters.take('list', keyOf(from + 2)), { message: 'the table of callers is full' });
  };
  fill(0);
  await timers.tick(3);
  assert.throws(() => counters.take('list', keyOf(9)), CountersUnavailable);
  assert.deepEqual(events, [{ type: 'counters_full', callers: 2 }]);
  clock.now += DAY;
  await timers.tick(3);
  fill(20);
  assert.equal(events.length, 2);
});

test('a start with a clock behind a kept day or a kept time counts on from there, and says so', async () => {
  const kept = { caller: ANN, count: 1 };
  for (const [row, latest] of [
    [{ ...kept, window: 'list.day', day: TODAY + 1, times: [] }, (TODAY + 1) * DAY],
    [{ ...kept, window: 'list.minute', day: 0, times: [NOON + 1000, NOON + 5000, NOON + 9000] }, NOON + 9000],
  ] as const) {
    const { counters, events } = await rigOf(policiesWith({ 'list.day': 1, 'list.minute': 1 }), {
      journal: journalOf([row]),
    });
    assert.equal(counters.take('list', ANN).admitted, false);
    assert.deepEqual(events, [{ type: 'clock_went_back', byMs: latest - NOON }]);
  }
});

const MINUTE = 60_000;

test('the units of a minute are a queue from which any one can be given back', () => {
  const step = fc.tuple(fc.constantFrom('take', 'take', 'pass', 'refund'), fc.nat(40_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const table = new CounterTable(policiesWith({}), { callers: 10, units: 1_000 });
      const minuteOf = (limit: number) =>
        table.look('list', { key: ANN, limits: { 'list.minute': limit } }, now).readings[0]!;
      let times: number[] = [];
      let now = 1_800_000_000_000;
      for (const [what, amount] of steps) {
        if (what === 'pass') now += amount;
        times = times.filter((time) => time + MINUTE > now);
        if (what === 'take') {
          table.take('list', { key: ANN }, now);
          times.push(now);
        } else if (what === 'refund') {
          const takenAt = times[amount % Math.max(1, times.length)] ?? now;
          table.refund({ kind: 'list', keys: [ANN], takenAt, mark: '' }, now);
          const at = times.lastIndexOf(takenAt);
          if (at >= 0) times.splice(at, 1);
        }
        const { used, resetAt } = minuteOf(1_000);
        assert.deepEqual([used, resetAt], [times.length, (times[0] ?? now) + MINUTE]);
        // With a limit of n, the n-th youngest unit must end first.
        for (const [at, time] of times.entries())
          assert.equal(minuteOf(times.length - at).freeAt, time + MINUTE);
      }
    }),
    { numRuns: 100 },
  );
});

test('callers who have nothing share nothing that one of them could change', () => {
  const table = new CounterTable(policiesWith({}), { callers: 10, units: 1_000 });
  const usedBy = (key: string, now: number) => table.look('list', { key }, now).readings[0]!.used;
  table.take('list', { key: ANN }, NOON);
  assert.deepEqual([usedBy(ANN, NOON), usedBy(BEN, NOON)], [1, 0]);
  table.take('list', { key: BEN }, NOON + MINUTE);
  assert.deepEqual([usedBy(ANN, NOON + MINUTE), usedBy(BEN, NOON + MINUTE)], [0, 1]);
});
