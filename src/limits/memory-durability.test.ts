import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, keyOf, NOON, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { createMemoryCounters } from './memory.ts';
import { DEFAULT_POLICIES } from './policies.ts';
import { callerNamed } from './testing/callers.ts';

const ANN = keyOf(1);
const BEN = keyOf(2);
const DAY = 86_400_000;
const areNotWritten = { message: /^counts cannot be written: / };
const isFull = { message: 'the table of callers is full' };

test('counts continue after a restart', async () => {
  const first = await rigOf(DEFAULT_POLICIES);
  // All twelve units of the minute.
  for (let unit = 0; unit < 12; unit += 1) await first.counters.take('comparison_uncached', callerNamed(ANN));
  const before = await first.counters.usage();
  await first.counters.close();
  const second = await first.again();
  assert.deepEqual(await second.counters.usage(), before);
  const { admitted, window } = await second.counters.take('comparison', callerNamed(ANN));
  assert.deepEqual([admitted, window.name], [false, 'comparison.minute']);
});

test('a crash loses only the changes after the last flush', async () => {
  const first = await rigOf(DEFAULT_POLICIES);
  for (let unit = 0; unit < 5; unit += 1) await first.counters.take('list', callerNamed(ANN));
  await first.timers.tick();
  for (let unit = 0; unit < 3; unit += 1) await first.counters.take('list', callerNamed(ANN));
  const second = await first.again();
  const day = (await second.counters.usage()).find(({ name }) => name === 'list.day');
  assert.equal(day?.taken, 5);
});

test('a clock that goes back during a restart restores no quota', async () => {
  const first = await rigOf(policiesWith({ 'list.minute': 1, 'list.day': 2 }));
  await first.counters.take('list', callerNamed(ANN));
  await first.counters.close();
  first.clock.now -= 2 * DAY;
  const { counters, clock } = await first.again();
  const inTheMinute = await counters.take('list', callerNamed(ANN));
  assert.deepEqual([inTheMinute.admitted, inTheMinute.window.name], [false, 'list.minute']);
  clock.now = NOON + 60_000;
  assert.equal((await counters.take('list', callerNamed(ANN))).admitted, true);
  const third = await counters.take('list', callerNamed(ANN));
  assert.deepEqual([third.admitted, third.window.name], [false, 'list.day']);
});

test('the changes of one interval are written together, with one save at a time', async () => {
  const { counters, timers, journal } = await rigOf(DEFAULT_POLICIES);
  for (let unit = 0; unit < 10; unit += 1) await counters.take('comparison', callerNamed(ANN));
  assert.equal(journal.saves, 0);
  await timers.tick();
  assert.equal(journal.saves, 1);
  // The caller's minute and day, and the service's day.
  assert.equal(journal.rowsSaved, 3);
  journal.mode = 'stalls';
  await counters.take('comparison', callerNamed(ANN));
  await timers.tick();
  await counters.take('comparison', callerNamed(BEN));
  await timers.tick();
  assert.equal(journal.mostInFlight, 1);
  journal.release();
  await timers.tick(2);
  assert.equal(journal.mostInFlight, 1);
  // The minute and the day of both callers, and the day of the service.
  assert.equal(journal.kept.size, 5);
});

test('changes during a save are written by the next one', async () => {
  const { counters, timers, journal } = await rigOf(DEFAULT_POLICIES);
  for (let round = 0; round < 6; round += 1) {
    journal.mode = 'stalls';
    for (let caller = 0; caller < 650; caller += 1) await counters.take('list', callerNamed(keyOf(caller)));
    await timers.tick();
    for (let caller = 300; caller < 990; caller += 1) await counters.take('list', callerNamed(keyOf(caller)));
    journal.release();
    await timers.tick();
  }
  await timers.tick(2);
  for (let caller = 0; caller < 990; caller += 1) {
    // In each of the six rounds, the callers below 650 took a unit before the save, and those from 300 on during it.
    const expected = (caller < 650 ? 6 : 0) + (caller >= 300 ? 6 : 0);
    assert.equal(journal.kept.get(`list.day ${keyOf(caller)}`)?.count, expected);
    assert.equal(journal.kept.get(`list.minute ${keyOf(caller)}`)?.times.length, expected);
  }
});

test('repeated refusals write nothing', async () => {
  const { counters, timers, journal } = await rigOf(policiesWith({ 'comparison.minute': 1 }));
  await counters.take('comparison', callerNamed(ANN));
  await timers.tick();
  const { saves } = journal;
  for (let time = 0; time < 100; time += 1) await counters.take('comparison', callerNamed(ANN));
  await timers.tick(3);
  assert.equal(journal.saves, saves);
});

test('after a failed save decisions reject, and after a successful one they work again', async () => {
  const { counters, timers, journal } = await rigOf(DEFAULT_POLICIES);
  journal.mode = 'fails';
  await counters.take('list', callerNamed(ANN));
  await timers.tick();
  await assert.rejects(counters.take('list', callerNamed(ANN)), areNotWritten);
  await assert.rejects(counters.take('list', callerNamed(BEN)), areNotWritten);
  assert.equal(counters.state(), 'write failed');
  journal.mode = 'works';
  await timers.tick();
  assert.equal((await counters.take('list', callerNamed(ANN))).admitted, true);
  assert.equal(counters.state(), 'ok');
  const kept = [...journal.kept.values()].find(({ window }) => window === 'list.day');
  assert.equal(kept?.count, 1, 'the retry writes the rows of the failed save');
});

test('close writes the remaining changes, rejects later decisions, and can be called twice', async () => {
  const { counters, timers, journal } = await rigOf(DEFAULT_POLICIES);
  for (let caller = 0; caller < 900; caller += 1) await counters.take('list', callerNamed(keyOf(caller)));
  await Promise.all([counters.close(), counters.close()]);
  // The minute and the day of 900 callers, and the day of the service.
  assert.equal(journal.kept.size, 2 * 900 + 1);
  assert.equal(timers.running, 0);
  await assert.rejects(counters.take('list', callerNamed(ANN)), areNotWritten);
});

test('close rejects if the last counts cannot be written', async () => {
  const { counters, journal } = await rigOf(DEFAULT_POLICIES);
  await counters.take('list', callerNamed(ANN));
  journal.mode = 'fails';
  await assert.rejects(counters.close(), { message: 'the last counts could not be written' });
});

test('when the table is full, new callers are refused and no count is lost', async () => {
  const { counters, clock, timers, events } = await rigOf(policiesWith({ 'list.day': 5 }), {
    maxCallers: 10,
  });
  for (let caller = 0; caller < 10; caller += 1) await counters.take('list', callerNamed(keyOf(caller)));
  for (let caller = 10; caller < 200; caller += 1)
    await assert.rejects(counters.take('list', callerNamed(keyOf(caller))), isFull);
  for (let caller = 0; caller < 10; caller += 1) {
    const decision = await counters.take('list', callerNamed(keyOf(caller)));
    // Two of five units are taken.
    assert.equal(decision.window.remaining, 3);
  }
  assert.deepEqual(events, [{ type: 'counters_full', callers: 10 }]);
  clock.now += DAY;
  await timers.tick(2);
  assert.equal((await counters.take('list', callerNamed(keyOf(77)))).admitted, true);
});

test('a caller whose windows have ended is removed from memory and disk', async () => {
  const { counters, clock, timers, journal } = await rigOf(DEFAULT_POLICIES, { clock: new HandClock(NOON) });
  for (let caller = 0; caller < 700; caller += 1)
    await counters.take('comparison', callerNamed(keyOf(caller)));
  await timers.tick(2);
  // The minute and the day of 700 callers, and the day of the service.
  assert.equal(journal.kept.size, 2 * 700 + 1);
  clock.now += 60_000;
  await timers.tick();
  assert.deepEqual(
    new Set([...journal.kept.values()].map(({ window }) => window)),
    new Set(['comparison.day', 'comparison.service.day']),
  );
  assert.equal(journal.kept.size, 700 + 1);
  assert.equal(counters.callersInMemory().callers, 700);
  clock.now += DAY;
  await timers.tick(5);
  assert.equal(journal.kept.size, 0);
  assert.equal(counters.callersInMemory().callers, 0);
});

test('rows that expired while the process was down are deleted after the start', async () => {
  const first = await rigOf(DEFAULT_POLICIES);
  await first.counters.take('comparison', callerNamed(ANN));
  await first.counters.close();
  first.clock.now += DAY;
  const { counters, timers, journal } = await first.again();
  assert.equal((await counters.take('comparison', callerNamed(BEN))).admitted, true);
  await timers.tick(3);
  assert.deepEqual(new Set([...journal.kept.values()].map(({ caller }) => caller)), new Set([BEN, '']));
});

test('a table with a smaller maximum of callers still restores every stored count', async () => {
  const first = await rigOf(policiesWith({ 'list.day': 1 }));
  for (let caller = 0; caller < 50; caller += 1)
    await first.counters.take('list', callerNamed(keyOf(caller)));
  await first.counters.close();
  const counters = await createMemoryCounters({
    policies: policiesWith({ 'list.day': 1 }),
    clock: first.clock.read,
    journal: first.journal,
    secret: new Uint8Array(32),
    maxCallers: 5,
    schedule: () => () => {},
  });
  for (let caller = 0; caller < 50; caller += 1)
    assert.equal((await counters.take('list', callerNamed(keyOf(caller)))).admitted, false);
  await assert.rejects(counters.take('list', callerNamed(keyOf(99))), isFull);
});
