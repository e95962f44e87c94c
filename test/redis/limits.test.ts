/** Decisions on a real Redis against a naive model that keeps every timestamp. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Policies, type RequestKind, WINDOWS_OF } from '../../src/limits/policies.ts';
import type { Decision, Reservation } from '../../src/limits/port.ts';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { REQUEST_KINDS } from '../../src/limits/testing/kinds.ts';
import type { Store } from '../../src/store/port.ts';
import { type NaiveDecision, NaiveLimits } from './naive.ts';
import { openStore, PATIENT, policiesWith, Server } from './support.ts';

const DAY_MS = 86_400_000;
/** Shortly before the midnight after the next: Redis expires no key meanwhile by its own clock, and a day's end is at hand. */
const EVENING = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS - 90_000;

const TIGHT = policiesWith({
  'comparison.minute': 3,
  'comparison.day': 6,
  'comparison.service.day': 9,
  'comparison.uncached.day': 4,
  'list.minute': 2,
  'list.day': 5,
  'list.service.day': 7,
  'health.uncached.day': 2,
});
/** As an operator might lower them while units are held. */
const LOWERED = policiesWith({
  'comparison.minute': 1,
  'comparison.day': 4,
  'comparison.service.day': 6,
  'comparison.uncached.day': 0,
  'list.minute': 0,
  'list.day': 3,
  'list.service.day': 4,
  'health.uncached.day': 1,
});

type Step =
  | { type: 'take'; kind: RequestKind; caller: string; lowered: boolean }
  | { type: 'refund'; which: number; times: number }
  | { type: 'pass'; ms: number };

const take = fc.record({
  type: fc.constant('take' as const),
  kind: fc.constantFrom(...REQUEST_KINDS),
  caller: fc.constantFrom('a', 'b'),
  lowered: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
const refund = fc.record({
  type: fc.constant('refund' as const),
  which: fc.nat(20),
  times: fc.integer({ min: 1, max: 2 }),
});
const forward = fc.constantFrom(0, 1, 999, 5_000, 29_999, 30_000, 59_999, 60_000, 60_001, 3_600_000, DAY_MS);
const back = fc.constantFrom(-1, -1_000, -61_000, -7_200_000);
const passing = (ms: fc.Arbitrary<number>) => fc.record({ type: fc.constant('pass' as const), ms });
const stepsWith = (ms: fc.Arbitrary<number>) =>
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: take },
      { weight: 1, arbitrary: refund },
      { weight: 2, arbitrary: passing(ms) },
    ),
    { minLength: 10, maxLength: 60 },
  );

const server = await Server.start();
after(() => server.stop());
let runs = 0;

interface Time {
  clock: number;
}

async function openAt(time: Time, policies: Policies, keyPrefix: string): Promise<Store> {
  const timeSource = () => time.clock;
  return (await openStore(server.url, { ...PATIENT, policies, keyPrefix, timeSource })).store;
}

function assertSame(actual: Decision, expected: NaiveDecision, clock: number): void {
  assert.equal(actual.admitted, expected.admitted);
  assert.equal(actual.now, clock);
  assert.equal(actual.window.resetAt, expected.resetAt);
  if (expected.admitted) {
    assert.deepEqual([actual.window.name, actual.window.remaining], [expected.name, expected.remaining]);
    return;
  }
  assert.equal(!actual.admitted && actual.retryAfterSeconds, expected.retryAfterSeconds);
  assert.equal(actual.window.remaining, 0);
  assert.equal(actual.window.name, expected.names[0]);
}

async function replay(steps: readonly Step[]): Promise<void> {
  runs += 1;
  const time: Time = { clock: EVENING };
  let latest = EVENING;
  const store = await openAt(time, TIGHT, `model-${runs}`);
  const lowered = await openAt(time, LOWERED, `model-${runs}`);
  const model = new NaiveLimits();
  const held: { reservation: Reservation; unit: Parameters<NaiveLimits['refund']>[0] }[] = [];
  try {
    for (const step of steps) {
      latest = Math.max(latest, time.clock);
      if (step.type === 'pass') time.clock += step.ms;
      else if (step.type === 'refund') {
        const chosen = held[step.which % Math.max(1, held.length)];
        // A computation takes milliseconds; a refund after a minute may do nothing.
        if (chosen === undefined || latest - chosen.unit.time >= 60_000) continue;
        model.refund(chosen.unit);
        for (let times = 0; times < step.times; times += 1) await store.counters.refund(chosen.reservation);
      } else {
        const { kind, caller, lowered: isLowered } = step;
        const expected = model.take(isLowered ? LOWERED : TIGHT, kind, caller, time.clock);
        const actual = await (isLowered ? lowered : store).counters.take(kind, callerNamed(caller));
        assertSame(actual, expected, time.clock);
        assert.deepEqual(
          actual.windows.map(({ name }) => name),
          WINDOWS_OF[kind],
        );
        if (actual.admitted && expected.admitted)
          held.push({ reservation: actual.reservation, unit: expected.unit });
      }
    }
  } finally {
    await store.close();
    await lowered.close();
  }
}

describe('decisions on Redis', () => {
  it('are those of the naive model, at any times, with limits lowered and clocks going back', async () => {
    const steps = stepsWith(fc.oneof({ weight: 4, arbitrary: forward }, { weight: 1, arbitrary: back }));
    await fc.assert(fc.asyncProperty(steps, replay), { numRuns: 40 });
  });

  it('are those of the naive model in cases that chance finds seldom', async () => {
    const take = (caller = 'a'): Step => ({ type: 'take', kind: 'comparison', caller, lowered: false });
    const pass = (ms: number): Step => ({ type: 'pass', ms });
    // A refusal has seen a later time: what is taken after the clock went back is taken at that time.
    await replay([
      ...[take(), take(), take(), pass(59_000), take(), pass(-49_000)],
      ...[take('b'), pass(61_000), take('b')],
    ]);
    // Refunded twice, with others taken in the same millisecond.
    await replay([take(), take(), { type: 'refund', which: 1, times: 2 }, take(), take(), take()]);
  });

  it('tell what is left of the budgets without a look at any caller', async () => {
    const time: Time = { clock: EVENING };
    const store = await openAt(time, TIGHT, 'budgets');
    await store.counters.take('comparison_uncached', callerNamed('a'));
    await store.counters.take('comparison', callerNamed('b'));
    const usage = await store.counters.usage();
    const budgets = await store.counters.budgets();
    assert.deepEqual(
      budgets.map(({ name, taken }) => [name, taken]),
      [
        ['comparison.service.day', 2],
        ['comparison.uncached.day', 1],
        ['list.service.day', 0],
        ['health.uncached.day', 0],
      ],
    );
    assert.deepEqual(
      budgets,
      usage.filter(({ callers }) => callers === null),
    );
    store.counters.usePolicies(LOWERED);
    assert.equal((await store.counters.budgets())[0]?.limit, 6);
    await store.close();
  });

  it('stay exact with hundreds of units in one rolling minute', async () => {
    const limit = 400;
    const policies = policiesWith({ 'list.minute': limit, 'list.day': 1e6, 'list.service.day': 1e6 });
    const time: Time = { clock: EVENING };
    const store = await openAt(time, policies, 'large');
    const model = new NaiveLimits();
    // A fixed sequence that looks random, so that a failure is the same next time.
    let seed = 7;
    const below = (bound: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % bound;
    };
    for (let turn = 0; turn < 2_500; turn += 1) {
      const passed = below(200) === 0 ? 20_000 : below(3) === 0 ? 0 : below(250);
      time.clock += passed;
      const expected = model.take(policies, 'list', 'busy', time.clock);
      const actual = await store.counters.take('list', callerNamed('busy'));
      assertSame(actual, expected, time.clock);
      if (actual.admitted && expected.admitted && below(20) === 0) {
        model.refund(expected.unit);
        await store.counters.refund(actual.reservation);
      }
    }
    const entries = Number(await server.ask('ZCARD', '{large:c}:list.minute:busy'));
    assert.ok(entries <= limit, `${entries} entries`);
    await store.close();
  });

  it('count a unit for 60,000 ms and not one more, with younger ones behind it', async () => {
    const time: Time = { clock: EVENING - 3_600_000 };
    const store = await openAt(time, TIGHT, 'exact');
    const pass = (ms: number) => {
      time.clock += ms;
    };
    for (const ms of [20_000, 20_000, 19_999]) {
      assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, true);
      pass(ms);
    }
    assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, false);
    pass(1);
    assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, true);
    assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, false);
    await store.close();
  });

  it('follow an agreement: the figures of the caller, and the budgets of the service', async () => {
    const now = EVENING - 3_600_000;
    const { store } = await openStore(server.url, {
      ...PATIENT,
      keyPrefix: 'agreement',
      policies: policiesWith({ 'comparison.minute': 12, 'comparison.service.day': 7 }),
      timeSource: () => now,
    });
    const admitted = async (times: number, key: string, minute?: number) => {
      const caller = minute === undefined ? { key } : { key, limits: { 'comparison.minute': minute } };
      const decisions = await Promise.all(
        Array.from({ length: times }, () => store.counters.take('comparison', caller)),
      );
      return decisions.filter((decision) => decision.admitted).length;
    };
    assert.equal(await admitted(6, 'listed', 4), 4);
    assert.equal(await admitted(6, 'other'), 3, 'the day of the service binds');
    await store.close();
  });

  it('name the wait after which the same request succeeds, and not a second before', async () => {
    const time: Time = { clock: EVENING - 3_600_000 };
    const store = await openAt(time, TIGHT, 'wait');
    const pass = (ms: number) => {
      time.clock += ms;
    };
    for (let taken = 0; taken < 3; taken += 1) {
      assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, true);
      pass(7_300);
    }
    const refused = await store.counters.take('comparison', callerNamed('c'));
    assert.ok(!refused.admitted && refused.retryAfterSeconds >= 2);
    pass((refused.retryAfterSeconds - 1) * 1000);
    assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, false);
    pass(1000);
    assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, true);
    await store.close();
  });
});
