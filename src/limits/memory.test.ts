import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HandClock, keyOf, NOON, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { DEFAULT_POLICIES } from './policies.ts';
import { callerNamed } from './testing/callers.ts';
import { REQUEST_KINDS } from './testing/kinds.ts';

const MIDNIGHT = NOON + 12 * 3_600_000;
const ANN = keyOf(1);
const BEN = keyOf(2);

async function takeMany(
  rig: Awaited<ReturnType<typeof rigOf>>,
  count: number,
  caller: (at: number) => string,
): Promise<number> {
  const requests = Array.from({ length: count }, async (_, at) => {
    // Each request waits for a different number of microtasks, so that they interleave.
    for (let turn = (at * 7) % 13; turn > 0; turn -= 1) await Promise.resolve();
    return await rig.counters.take('comparison', callerNamed(caller(at)));
  });
  const decisions = await Promise.all(requests);
  return decisions.filter(({ admitted }) => admitted).length;
}

for (const [times, sent] of [
  [0.9, 180],
  [1, 200],
  [2, 400],
  [10, 2000],
] as const) {
  test(`of ${times} x the limit, exactly the smaller of sent and limit are admitted`, async () => {
    const rig = await rigOf(policiesWith({ 'comparison.service.day': 200 }));
    assert.equal(await takeMany(rig, sent, keyOf), Math.min(sent, 200));
    const one = await rigOf(policiesWith({ 'comparison.minute': 200 }));
    assert.equal(await takeMany(one, sent, () => ANN), Math.min(sent, 200));
  });
}

test('a refused request takes nothing from any window', async () => {
  const { counters } = await rigOf(policiesWith({ 'comparison.uncached.day': 1 }));
  await counters.take('comparison_uncached', callerNamed(ANN));
  const before = await counters.usage();
  for (let time = 0; time < 50; time += 1) {
    assert.equal((await counters.take('comparison_uncached', callerNamed(keyOf(time)))).admitted, false);
  }
  assert.deepEqual(await counters.usage(), before);
  assert.equal(counters.callersInMemory().callers, 1);
});

test('when the uncached budget is used up, cached comparisons continue until midnight', async () => {
  const { counters, clock } = await rigOf(policiesWith({ 'comparison.uncached.day': 1 }));
  await counters.take('comparison_uncached', callerNamed(ANN));
  const refused = await counters.take('comparison_uncached', callerNamed(BEN));
  assert.equal(refused.window.name, 'comparison.uncached.day');
  assert.equal(refused.window.resetAt, MIDNIGHT);
  assert.equal((await counters.take('comparison', callerNamed(BEN))).admitted, true);
  clock.now = MIDNIGHT;
  assert.equal((await counters.take('comparison_uncached', callerNamed(BEN))).admitted, true);
});

test('a unit expires exactly 60,000 ms after it was taken', async () => {
  const { counters, clock } = await rigOf(policiesWith({ 'list.minute': 1 }));
  await counters.take('list', callerNamed(ANN));
  clock.now = NOON + 59_999;
  const refused = await counters.take('list', callerNamed(ANN));
  assert.equal(refused.admitted, false);
  // A refused caller is told whole seconds, rounded up.
  assert.equal(refused.window.resetAt, NOON + 60_999);
  clock.now = NOON + 60_000;
  assert.equal((await counters.take('list', callerNamed(ANN))).admitted, true);
});

test('a retry after Retry-After succeeds, and one second earlier does not', async () => {
  const history = fc.array(
    fc.tuple(fc.constantFrom(...REQUEST_KINDS), fc.constantFrom(ANN, BEN), fc.nat(20_000)),
    { minLength: 5, maxLength: 40, size: 'max' },
  );
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(history, async (requests) => {
      const limits = policiesWith({ 'comparison.minute': 2, 'list.minute': 3, 'list.day': 6 });
      const { counters, clock } = await rigOf(limits, { clock: new HandClock(MIDNIGHT - 150_000) });
      for (const [kind, caller, pause] of requests) {
        clock.now += pause;
        const decision = await counters.take(kind, callerNamed(caller));
        if (decision.admitted) continue;
        refusals += 1;
        assert.equal(decision.window.resetAt, clock.now + decision.retryAfterSeconds * 1000);
        if (decision.retryAfterSeconds >= 2) {
          clock.now += (decision.retryAfterSeconds - 1) * 1000;
          assert.equal((await counters.take(kind, callerNamed(caller))).admitted, false);
          clock.now += 1000;
        } else {
          clock.now += 1000;
        }
        assert.equal((await counters.take(kind, callerNamed(caller))).admitted, true);
      }
    }),
    { numRuns: 50 },
  );
  assert.ok(refusals > 50, `only ${refusals} refusals were checked`);
});

test('after a limit was lowered, Retry-After waits until all excess units have expired', async () => {
  const first = await rigOf(policiesWith({ 'comparison.minute': 5 }));
  for (let unit = 0; unit < 5; unit += 1) {
    await first.counters.take('comparison', callerNamed(ANN));
    first.clock.now += 1000;
  }
  await first.counters.close();
  const { counters } = await first.again(policiesWith({ 'comparison.minute': 2 }));
  const refused = await counters.take('comparison', callerNamed(ANN));
  assert.equal(refused.admitted, false);
  // Five seconds have passed. The fourth unit was taken at second 3.
  assert.equal(refused.window.resetAt, NOON + 63_000);
});

test('a limit of 0 always refuses, until the end of a minute or of the day', async () => {
  const minute = await rigOf(policiesWith({ 'comparison.minute': 0 }));
  const refused = await minute.counters.take('comparison', callerNamed(ANN));
  assert.equal(refused.admitted ? 0 : refused.retryAfterSeconds, 60);
  const day = await rigOf(policiesWith({ 'comparison.day': 0 }));
  assert.equal((await day.counters.take('comparison', callerNamed(ANN))).window.resetAt, MIDNIGHT);
});

test('an admitted request reports the window with the fewest units left, and of equal ones the later reset', async () => {
  const { counters } = await rigOf(policiesWith({ 'list.minute': 5, 'list.day': 5, 'list.service.day': 9 }));
  const { window } = await counters.take('list', callerNamed(ANN));
  assert.deepEqual(window, { name: 'list.day', limit: 5, remaining: 4, resetAt: MIDNIGHT });
});

test('a refused request reports the full window that is free again last', async () => {
  const { counters } = await rigOf(policiesWith({ 'list.minute': 1, 'list.day': 1 }));
  await counters.take('list', callerNamed(ANN));
  assert.equal((await counters.take('list', callerNamed(ANN))).window.name, 'list.day');
});

test('a clock that goes back restores no quota, and Retry-After is still exact', async () => {
  const { counters, clock, events } = await rigOf(policiesWith({ 'list.minute': 1, 'list.day': 2 }));
  await counters.take('list', callerNamed(ANN));
  clock.now -= 30_000;
  const refused = await counters.take('list', callerNamed(ANN));
  assert.equal(refused.admitted ? 0 : refused.retryAfterSeconds, 90);
  await counters.take('list', callerNamed(ANN));
  assert.deepEqual(events, [{ type: 'clock_went_back', byMs: 30_000 }]);
  clock.now += 90_000;
  assert.equal((await counters.take('list', callerNamed(ANN))).admitted, true);
  clock.now -= 86_400_000;
  assert.equal((await counters.take('list', callerNamed(ANN))).window.name, 'list.day');
});

test('a refund returns every unit of a reservation, once', async () => {
  const { counters } = await rigOf(DEFAULT_POLICIES);
  const kept = await counters.take('comparison_uncached', callerNamed(ANN));
  const before = await counters.usage();
  const failed = await counters.take('comparison_uncached', callerNamed(ANN));
  assert.ok(failed.admitted && kept.admitted);
  await counters.refund(failed.reservation);
  assert.deepEqual(await counters.usage(), before);
  await counters.refund(failed.reservation);
  assert.deepEqual(await counters.usage(), before);
});

test('a refund after midnight does not lower the count of the new day', async () => {
  const { counters, clock } = await rigOf(DEFAULT_POLICIES, { clock: new HandClock(MIDNIGHT - 1) });
  const old = await counters.take('comparison', callerNamed(ANN));
  clock.now = MIDNIGHT;
  await counters.take('comparison', callerNamed(ANN));
  assert.ok(old.admitted);
  await counters.refund(old.reservation);
  const usage = await counters.usage();
  const taken = Object.fromEntries(usage.map((window) => [window.name, window.taken]));
  assert.equal(taken['comparison.day'], 1);
  assert.equal(taken['comparison.service.day'], 1);
  assert.equal(taken['comparison.minute'], 1);
});

test('while counts cannot be written every request is rejected with the reason', async () => {
  const { counters, timers, journal } = await rigOf(policiesWith({ 'list.minute': 1 }));
  await counters.take('list', callerNamed(ANN));
  journal.mode = 'fails';
  await timers.tick();
  await assert.rejects(counters.take('list', callerNamed(ANN)), {
    message: 'counts cannot be written: write failed',
  });
  journal.mode = 'works';
  await timers.tick(4);
  assert.equal((await counters.take('list', callerNamed(ANN))).window.name, 'list.minute');
  await counters.close();
  await assert.rejects(counters.take('list', callerNamed(ANN)), {
    message: 'counts cannot be written: closed',
  });
});

test('a clock that went back is reported once each time, and small corrections are not reported', async () => {
  const { counters, clock, events } = await rigOf(DEFAULT_POLICIES);
  const at = async (now: number) => {
    clock.now = now;
    await counters.take('list', callerNamed(ANN));
  };
  await at(NOON - 1_000);
  assert.deepEqual(events, []);
  await at(NOON - 1_001);
  await at(NOON - 5_000);
  await at(NOON);
  await at(NOON - 2_000);
  assert.deepEqual(events, [
    { type: 'clock_went_back', byMs: 1_001 },
    { type: 'clock_went_back', byMs: 2_000 },
  ]);
});

test('the counters return the configured secret', async () => {
  const { counters } = await rigOf(DEFAULT_POLICIES);
  assert.deepEqual(await counters.secret(), new Uint8Array(32));
});
