/** Random histories for the model-based tests: callers, kinds, times, clocks that go back, refunds and restarts. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { POLICY_NAMES, type Policies, type RequestKind, WINDOWS_OF } from '../../src/limits/policies.ts';
import type { Reservation } from '../../src/limits/port.ts';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { REQUEST_KINDS } from '../../src/limits/testing/kinds.ts';
import { HandClock, keyOf, policiesWith, type Rig, rigOf } from './harness.ts';
import { NaiveLimits } from './naive.ts';

interface Real {
  rig: Rig;
  reservations: Reservation[];
}
type Command = fc.AsyncCommand<NaiveLimits, Real>;

const command = (name: string, run: (model: NaiveLimits, real: Real) => void | Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => run(model, real),
  toString: () => name,
});

const take = (kind: RequestKind, caller: number): Command =>
  command(`take(${kind}, ${caller})`, async (model, { rig, reservations }) => {
    const decision = await rig.counters.take(kind, callerNamed(keyOf(caller)));
    // Only an admitted request has a reservation.
    const { reservation, windows, ...seen } = { reservation: undefined, ...decision };
    assert.deepEqual(
      windows.map(({ name }) => name),
      WINDOWS_OF[kind],
    );
    assert.deepEqual(seen, model.take(kind, keyOf(caller), rig.clock.now));
    if (reservation !== undefined) reservations.push(reservation);
  });

const refund = (which: number): Command =>
  command(`refund(${which})`, async (model, { rig, reservations }) => {
    const reservation = reservations[which % Math.max(1, reservations.length)];
    if (reservation === undefined) return;
    await rig.counters.refund(reservation);
    model.refund(reservation.kind, reservation.caller, reservation.takenAt);
    reservations.splice(reservations.indexOf(reservation), 1);
    // A second time must do nothing; the decisions that follow would show it.
    await rig.counters.refund(reservation);
  });

const advance = (ms: number): Command =>
  command(`advance(${ms})`, (_, { rig }) => {
    rig.clock.now += ms;
  });

const nearMidnight = (ms: number): Command =>
  command(`nearMidnight(${ms})`, (_, { rig }) => {
    rig.clock.now = Math.ceil(rig.clock.now / 86_400_000) * 86_400_000 + ms;
  });

const tick = (): Command =>
  command('tick', async (model, { rig }) => {
    await rig.timers.tick();
    model.see(rig.clock.now);
  });

const restart = (way: 'close' | 'crash'): Command =>
  command(`restart(${way})`, async (model, real) => {
    if (way === 'close') await real.rig.counters.close();
    // A crash loses the counts since the last flush. The model does not know which these are, so all counts are flushed.
    else await real.rig.timers.tick();
    // The latest time is not stored. After a restart with a clock that went back, the counters would differ from the model.
    real.rig.clock.now = model.see(real.rig.clock.now);
    real.rig = await real.rig.again(model.policies);
  });

const changeLimits = (changed: Policies): Command =>
  command('changeLimits', (model, { rig }) => {
    rig.counters.usePolicies(changed);
    model.policies = changed;
  });

const CALLERS = 4;

/** `taken` is the count of the caller with the most units. */
const usage = (): Command =>
  command('usage', async (model, { rig }) => {
    model.see(rig.clock.now);
    for (const { name, taken, callers } of await rig.counters.usage()) {
      const held = Array.from({ length: CALLERS }, (_, caller) => model.held(name, keyOf(caller)).length);
      assert.equal(taken, Math.max(...held), name);
      if (callers !== null) assert.equal(callers, held.filter((count) => count > 0).length, name);
    }
  });

const time = fc.oneof(
  fc.constantFrom(0, 1, 999, 1000, 30_000, 59_999, 60_000, 60_001),
  fc.integer({ min: 0, max: 90_000 }),
);
// Some limits are so high that their windows never refuse. So each window is the refusing one in some histories.
const policies = fc
  .tuple(...POLICY_NAMES.map(() => fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constant(1000))))
  .map((limits) => policiesWith(Object.fromEntries(POLICY_NAMES.map((name, at) => [name, limits[at]!]))));
// A limit of 0 is worth a look, but most histories should admit something.
const policiesWithZero = fc
  .tuple(policies, fc.constantFrom(...POLICY_NAMES))
  .map(([all, name]) => ({ ...all, [name]: { ...all[name], limit: 0 } }));

const commands = fc.commands(
  [
    // Most requests come from two callers, so that limits are reached.
    fc
      .tuple(fc.constantFrom(...REQUEST_KINDS), fc.nat(CALLERS - 1))
      .map(([kind, caller]) => take(kind, caller)),
    fc.tuple(fc.constantFrom(...REQUEST_KINDS), fc.nat(1)).map(([kind, caller]) => take(kind, caller)),
    time.map(advance),
    // A repeated second, as around a leap second, and larger steps back.
    fc.constantFrom(-1, -1000, -60_000, -7_200_000).map(advance),
    fc.integer({ min: -1500, max: 1500 }).map(nearMidnight),
    fc.nat(50).map(refund),
    fc.constant(tick()),
    fc.constantFrom('close' as const, 'crash' as const).map(restart),
    fc.constant(usage()),
    policies.map(changeLimits),
  ],
  { maxCommands: 120, size: 'max' },
);

/** Runs random histories on the real counters and on the naive model: every decision must be the same in every part. */
export async function checkAgainstNaive(numRuns: number): Promise<void> {
  const start = fc.constantFrom(
    Date.UTC(2016, 11, 31, 23, 59, 58),
    Date.UTC(2027, 1, 28, 23, 59, 1),
    Date.UTC(2028, 1, 29, 12),
  );
  const limits = fc.oneof({ arbitrary: policies, weight: 9 }, { arbitrary: policiesWithZero, weight: 1 });
  await fc.assert(
    fc.asyncProperty(start, limits, commands, async (now, chosen, history) => {
      const rig = await rigOf(chosen, { clock: new HandClock(now) });
      const model = new NaiveLimits(chosen);
      model.see(now);
      await fc.asyncModelRun(() => ({ model, real: { rig, reservations: [] } }), history);
    }),
    { numRuns },
  );
}
