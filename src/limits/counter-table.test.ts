import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HandClock, HandJournal, keyOf, NOON, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { CounterTable } from './counter-table.ts';
import { DEFAULT_POLICIES } from './policies.ts';
import type { StoredCounter } from './port.ts';
import { callerNamed } from './testing/callers.ts';

const ANN = keyOf(1);
const BEN = keyOf(2);
const MINUTE = 60_000;
const DAY = 86_400_000;
const TODAY = Math.floor(NOON / DAY);

/** A journal as an earlier process left it. */
function journalOf(rows: readonly object[]): HandJournal {
  const journal = new HandJournal();
  for (const [at, row] of rows.entries()) journal.kept.set(String(at), row as StoredCounter);
  return journal;
}

const usageOf = async (rig: Awaited<ReturnType<typeof rigOf>>, name: string) => {
  const { taken, callers } = (await rig.counters.usage()).find((window) => window.name === name)!;
  return { taken, callers };
};

test('counts stay with their callers while the tables grow', async () => {
  const rig = await rigOf(policiesWith({ 'list.minute': 2, 'list.day': 2 }), { maxCallers: 5000 });
  for (let caller = 0; caller < 3000; caller += 1)
    await rig.counters.take('list', callerNamed(keyOf(caller)));
  for (let caller = 0; caller < 3000; caller += 7) {
    assert.equal(
      (await rig.counters.take('list', callerNamed(keyOf(caller)))).window.remaining,
      0,
      `caller ${caller}`,
    );
  }
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 2, callers: 3000 });
  await rig.counters.close();
  const second = await rig.again();
  for (let caller = 0; caller < 3000; caller += 7) {
    assert.equal(
      (await second.counters.take('list', callerNamed(keyOf(caller)))).admitted,
      false,
      `caller ${caller} after a restart`,
    );
  }
  for (let caller = 1; caller < 3000; caller += 7) {
    const { admitted, window } = await second.counters.take('list', callerNamed(keyOf(caller)));
    assert.deepEqual(
      [admitted, window.remaining],
      [true, 0],
      `caller ${caller} has one left after a restart`,
    );
  }
  assert.deepEqual(await usageOf(second, 'list.day'), { taken: 2, callers: 3000 });
});

test('usage has the largest count of one caller and the number of callers with a count, in windows that have not ended', async () => {
  const rig = await rigOf(DEFAULT_POLICIES);
  for (let unit = 0; unit < 3; unit += 1) await rig.counters.take('list', callerNamed(ANN));
  await rig.counters.take('list', callerNamed(BEN));
  await rig.counters.take('comparison', callerNamed(BEN));
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

test('stored rows of an unknown window, or of a window of the other scope, are ignored', async () => {
  const day = { day: TODAY, count: 2, times: [] };
  const rig = await rigOf(policiesWith({ 'list.day': 2 }), {
    journal: journalOf([
      // No such window, a service window with a caller, a caller window without one, and a valid row.
      { window: 'plans.minute', caller: ANN, ...day },
      { window: 'list.service.day', caller: ANN, ...day },
      { window: 'list.day', caller: '', ...day },
      { window: 'list.day', caller: BEN, ...day },
    ]),
  });
  assert.equal(rig.counters.callersInMemory().callers, 1);
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 0, callers: null });
  assert.equal((await rig.counters.take('list', callerNamed(ANN))).admitted, true);
  assert.equal((await rig.counters.take('list', callerNamed(BEN))).admitted, false);
});

test('only today’s count is restored', async () => {
  const rows = (day: number) => [{ window: 'list.day', caller: ANN, day, count: 2, times: [] }];
  const policies = policiesWith({ 'list.day': 2 });
  const today = await rigOf(policies, { journal: journalOf(rows(TODAY)) });
  assert.equal((await today.counters.take('list', callerNamed(ANN))).admitted, false);
  const yesterday = await rigOf(policies, { journal: journalOf(rows(TODAY - 1)) });
  assert.equal((await yesterday.counters.take('list', callerNamed(ANN))).admitted, true);
});

test('a refund is written to disk as well', async () => {
  const first = await rigOf(DEFAULT_POLICIES);
  const { counters, timers } = first;
  const decision = await counters.take('comparison', callerNamed(ANN));
  assert.ok(decision.admitted);
  await timers.tick();
  // The minute and the day of the caller, and the day of the service.
  assert.equal(first.journal.kept.size, 3);
  await counters.refund(decision.reservation);
  await timers.tick();
  // A counter without units has expired.
  assert.equal(first.journal.kept.size, 0);
});

test('a refund for a caller that was swept does not change a later day', async () => {
  const rig = await rigOf(DEFAULT_POLICIES, { clock: new HandClock(NOON) });
  const decision = await rig.counters.take('list', callerNamed(ANN));
  await rig.counters.take('list', callerNamed(BEN));
  assert.ok(decision.admitted);
  await rig.timers.tick();
  // A day later, a flush sweeps both callers.
  rig.clock.now += DAY;
  await rig.timers.tick(3);
  assert.equal(rig.counters.callersInMemory().callers, 0);
  await rig.counters.take('list', callerNamed(BEN));
  await rig.counters.refund(decision.reservation);
  assert.deepEqual(await usageOf(rig, 'list.service.day'), { taken: 1, callers: null });
  assert.deepEqual(await usageOf(rig, 'list.minute'), { taken: 1, callers: 1 });
});

test('a full table is reported once, and again after there was room', async () => {
  const { counters, clock, timers, events } = await rigOf(DEFAULT_POLICIES, { maxCallers: 2 });
  const isFull = { message: 'the table of callers is full' };
  const fillWithCallersFrom = async (from: number) => {
    for (let caller = from; caller < from + 2; caller += 1)
      await counters.take('list', callerNamed(keyOf(caller)));
    await assert.rejects(counters.take('list', callerNamed(keyOf(from + 2))), isFull);
  };
  await fillWithCallersFrom(0);
  await timers.tick(3);
  await assert.rejects(counters.take('list', callerNamed(keyOf(9))), isFull);
  assert.deepEqual(events, [{ type: 'counters_full', callers: 2 }]);
  clock.now += DAY;
  await timers.tick(3);
  await fillWithCallersFrom(20);
  assert.equal(events.length, 2);
});

test('a start with a clock behind a stored day or time continues from that time, and reports it', async () => {
  const kept = { caller: ANN, count: 1 };
  for (const [row, latest] of [
    [{ ...kept, window: 'list.day', day: TODAY + 1, times: [] }, (TODAY + 1) * DAY],
    [{ ...kept, window: 'list.minute', day: 0, times: [NOON + 1000, NOON + 5000, NOON + 9000] }, NOON + 9000],
  ] as const) {
    const { counters, events } = await rigOf(policiesWith({ 'list.day': 1, 'list.minute': 1 }), {
      journal: journalOf([row]),
    });
    assert.equal((await counters.take('list', callerNamed(ANN))).admitted, false);
    assert.deepEqual(events, [{ type: 'clock_went_back', byMs: latest - NOON }]);
  }
});

test('the count, the reset and the free time of a minute equal those of a list of times, also after refunds', () => {
  const step = fc.tuple(fc.constantFrom('take', 'take', 'pass', 'refund'), fc.nat(40_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const table = new CounterTable(policiesWith({}), 10);
      let times: number[] = [];
      let now = 1_800_000_000_000;
      /** The minute with this limit. Nothing is taken, because a limit of 0 for the day refuses the request. */
      const minuteWith = (limit: number) =>
        table.take('list', { key: ANN, limits: { 'list.minute': limit, 'list.day': 0 } }, now).counts[0]!;
      // `amount`: the time that passes, or which unit is refunded.
      for (const [action, amount] of steps) {
        if (action === 'pass') now += amount;
        times = times.filter((time) => time + MINUTE > now);
        if (action === 'take') {
          table.take('list', { key: ANN }, now);
          times.push(now);
        } else if (action === 'refund') {
          const takenAt = times[amount % Math.max(1, times.length)] ?? now;
          table.refund({ kind: 'list', caller: ANN, takenAt, id: '' });
          const at = times.lastIndexOf(takenAt);
          if (at >= 0) times.splice(at, 1);
        }
        const { used, resetAt } = minuteWith(1_000);
        assert.deepEqual([used, resetAt], [times.length, (times[0] ?? now) + MINUTE]);
        // With a limit of n, the n-th youngest unit must expire first.
        for (const [at, time] of times.entries())
          assert.equal(minuteWith(times.length - at).freeAt, time + MINUTE);
      }
    }),
    { numRuns: 100 },
  );
});
