/** Decisions on a real Redis against a naive model that keeps every timestamp. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Policies, REQUEST_KINDS, type RequestKind } from '../../src/limits/policies.ts';
import type { Decision, Reservation } from '../../src/limits/port.ts';
import type { Store } from '../../src/store/port.ts';
import { type NaiveDecision, NaiveLimits } from './naive.ts';
import { openStore, PATIENT, policiesWith, Server } from './support.ts';

const DAY_MS = 86_400_000;
/** Shortly before the next midnight: near enough to now that no key's expiry is over, and a day's end is at hand. */
const EVENING = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS - 90_000;

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
  | { type: 'give back'; which: number; times: number }
  | { type: 'pass'; ms: number };

const take = fc.record({
  type: fc.constant('take' as const),
  kind: fc.constantFrom(...REQUEST_KINDS),
  caller: fc.constantFrom('a', 'b'),
  lowered: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
const refund = fc.record({
  type: fc.constant('give back' as const),
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
  /** Never goes back. */
  monotonic: number;
}

async function openAt(
  time: Time,
  monotonic: () => number,
  policies: Policies,
  keyPrefix: string,
): Promise<Store> {
  const timeSource = () => time.clock;
  return (await openStore(server.url, { ...PATIENT, policies, keyPrefix, timeSource, monotonic })).store;
}

function assertSame(actual: Decision, expected: NaiveDecision, clock: number, isFirstNamed: boolean): void {
  assert.equal(actual.admitted, expected.admitted);
  assert.equal(actual.now, clock);
  assert.equal(actual.window.resetAt, expected.resetAt);
  if (expected.admitted) {
    assert.deepEqual([actual.window.name, actual.window.remaining], [expected.name, expected.remaining]);
    return;
  }
  assert.equal(!actual.admitted && actual.retryAfterSeconds, expected.retryAfterSeconds);
  assert.equal(actual.window.remaining, 0);
  const named = actual.window.name as (typeof expected.names)[number];
  // What is remembered for everybody may name another window that frees at the same moment.
  if (isFirstNamed) assert.equal(named, expected.names[0]);
  else assert.ok(expected.names.includes(named), `${named} is none of ${expected.names.join(', ')}`);
}

async function replay(steps: readonly Step[], remembers: boolean): Promise<void> {
  runs += 1;
  const time: Time = { clock: EVENING, monotonic: 0 };
  let readings = 0;
  // Without memory, days pass between any two looks at the process's own clock: no refusal is ever remembered.
  const monotonic = () => {
    readings += 2 * DAY_MS;
    return remembers ? time.monotonic : readings;
  };
  const store = await openAt(time, monotonic, TIGHT, `model-${runs}`);
  const lowered = remembers ? store : await openAt(time, monotonic, LOWERED, `model-${runs}`);
  const model = new NaiveLimits();
  let wasLowered = false;
  const held: { reservation: Reservation; unit: Parameters<NaiveLimits['refund']>[0] }[] = [];
  try {
    for (const step of steps) {
      if (step.type === 'pass') {
        time.clock += step.ms;
        time.monotonic += Math.max(0, step.ms);
      } else if (step.type === 'give back') {
        const chosen = held[step.which % Math.max(1, held.length)];
        if (chosen === undefined) continue;
        model.refund(chosen.unit);
        for (let times = 0; times < step.times; times += 1) await store.counters.refund(chosen.reservation);
      } else {
        const { kind, caller, lowered: isLowered } = step;
        // By another process with other figures, or by this one after its file was changed.
        if (remembers && isLowered !== wasLowered) store.counters.usePolicies(isLowered ? LOWERED : TIGHT);
        wasLowered = isLowered;
        const expected = model.take(isLowered ? LOWERED : TIGHT, kind, caller, time.clock);
        const actual = await (isLowered ? lowered : store).counters.take(kind, caller);
        assertSame(actual, expected, time.clock, !remembers);
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
    await fc.assert(
      fc.asyncProperty(steps, (each) => replay(each, false)),
      { numRuns: 60 },
    );
  });

  it('are those of the naive model in cases that chance finds seldom', async () => {
    const take = (caller = 'a'): Step => ({ type: 'take', kind: 'comparison', caller, lowered: false });
    const pass = (ms: number): Step => ({ type: 'pass', ms });
    const refund = (which: number): Step => ({ type: 'give back', which, times: 1 });
    // A refusal has seen a later time: what is taken after the clock went back is taken at that time.
    await replay(
      [take(), take(), take(), pass(59_000), take(), pass(-49_000), take('b'), pass(61_000), take('b')],
      false,
    );
    // A unit of yesterday is given back today: today's counts stay as they are.
    const day = [take(), take(), pass(60_000)];
    await replay([take(), pass(120_000), ...day, ...day, refund(0), take(), take(), take()], false);
    // A refusal until midnight is remembered; then the caller fills a window of its own that frees after midnight.
    const uncached = (caller: string): Step => ({
      type: 'take',
      kind: 'comparison_uncached',
      caller,
      lowered: false,
    });
    const spent = [uncached('a'), uncached('a'), uncached('b'), uncached('b'), uncached('a')];
    await replay([...spent, pass(60_000), take(), take(), take(), uncached('a')], true);
    // A give-back sees a time that no decision has seen; then the clock goes back to where the other unit still counts.
    await replay([take(), take(), pass(60_000), refund(0), pass(-1), take(), take(), take()], false);
    // Given back twice, with others taken in the same millisecond.
    await replay([take(), take(), { type: 'give back', which: 1, times: 2 }, take(), take(), take()], false);
  });

  it('are the same where refusals are remembered by the process', async () => {
    await fc.assert(
      fc.asyncProperty(stepsWith(forward), (each) => replay(each, true)),
      { numRuns: 60 },
    );
  });

  it('tell what is left of the budgets without a look at any caller', async () => {
    const time: Time = { clock: EVENING, monotonic: 0 };
    const store = await openAt(time, () => time.monotonic, TIGHT, 'budgets');
    await store.counters.take('comparison_uncached', 'a');
    await store.counters.take('comparison', 'b');
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
    const time: Time = { clock: EVENING, monotonic: 0 };
    const store = await openAt(time, () => time.monotonic, policies, 'large');
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
      time.monotonic += passed;
      const expected = model.take(policies, 'list', 'busy', time.clock);
      const actual = await store.counters.take('list', 'busy');
      assertSame(actual, expected, time.clock, true);
      if (actual.admitted && expected.admitted && below(20) === 0) {
        model.refund(expected.unit);
        await store.counters.refund(actual.reservation);
      }
    }
    // Entries that are over are written away before they outnumber the others.
    const bytes = Number(await server.ask('STRLEN', '{large:c}:l:busy'));
    assert.ok(bytes <= 16 + 2 * 8 * (limit + 1), `${bytes} bytes`);
    await store.close();
  });

  it('count a unit for 60,000 ms and not one more, with younger ones behind it', async () => {
    const time: Time = { clock: EVENING - 3_600_000, monotonic: 0 };
    const store = await openAt(time, () => time.monotonic, TIGHT, 'exact');
    const pass = (ms: number) => {
      time.clock += ms;
      time.monotonic += ms;
    };
    for (const ms of [20_000, 20_000, 19_999]) {
      assert.equal((await store.counters.take('comparison', 'c')).admitted, true);
      pass(ms);
    }
    assert.equal((await store.counters.take('comparison', 'c')).admitted, false);
    pass(1);
    assert.equal((await store.counters.take('comparison', 'c')).admitted, true);
    assert.equal((await store.counters.take('comparison', 'c')).admitted, false);
    await store.close();
  });

  it('count more units in one millisecond than one entry of the record holds', async () => {
    const time: Time = { clock: EVENING, monotonic: 0 };
    const policies = policiesWith({ 'list.minute': 1e6, 'list.day': 1e6, 'list.service.day': 1e6 });
    const store = await openAt(time, () => time.monotonic, policies, 'entry');
    const record = Buffer.alloc(24);
    const full = 65_535;
    record.writeUInt32BE(Math.floor(time.clock / DAY_MS), 0);
    record.writeUInt32BE(full, 4);
    record.writeUInt32BE(full, 8);
    record.writeUIntBE(time.clock, 16, 6);
    record.writeUInt16BE(full, 22);
    await server.ask('SET', '{entry:c}:l:c', record, 'PX', DAY_MS);
    for (let times = 1; times <= 2; times += 1) {
      const decision = await store.counters.take('list', 'c');
      assert.equal(decision.window.remaining, 1e6 - full - times);
    }
    await store.close();
  });

  it('follow an agreement: figures of one’s own, those of the network together, and the budgets of all', async () => {
    const now = EVENING - 3_600_000;
    const { store } = await openStore(server.url, {
      ...PATIENT,
      keyPrefix: 'agreement',
      policies: policiesWith({ 'comparison.service.day': 60 }),
      timeSource: () => now,
    });
    const take = (person: number, day = 50) =>
      Promise.resolve(
        store.counters.take('comparison', {
          key: `person${person}`,
          limits: { 'comparison.minute': 4 },
          together: { key: 'network', limits: { 'comparison.day': day } },
        }),
      );
    let admitted = 0;
    for (let person = 0; person < 10; person += 1) {
      const decisions = await Promise.all(Array.from({ length: 6 }, () => take(person)));
      admitted += decisions.filter((decision) => decision.admitted).length;
      assert.ok(decisions.some(({ window }) => window.name === 'comparison.minute' && window.limit === 4));
    }
    assert.equal(admitted, 40);
    const tenth = await take(10);
    assert.ok(tenth.admitted);
    assert.deepEqual(
      tenth.windows?.map(({ name, remaining, together }) => [name, remaining, together ?? false]),
      [
        ['comparison.minute', 3, false],
        ['comparison.day', 119, false],
        ['comparison.day', 9, true],
        ['comparison.service.day', 19, false],
      ],
    );
    await store.counters.refund(tenth.reservation);
    const rest = await Promise.all(Array.from({ length: 30 }, (_, person) => take(100 + person)));
    assert.equal(rest.filter((decision) => decision.admitted).length, 10);
    const refused = await take(999);
    assert.deepEqual([refused.window.name, refused.window.together], ['comparison.day', true]);
    // Figures that were changed meanwhile are not answered from memory.
    assert.equal((await take(999, 70)).admitted, true);
    const last = await Promise.all(Array.from({ length: 12 }, (_, person) => take(500 + person, 70)));
    assert.equal(last.filter((decision) => decision.admitted).length, 9, 'the service’s day binds');
    await store.close();
  });

  it('name the wait after which the same request succeeds, and not a second before', async () => {
    const time: Time = { clock: EVENING - 3_600_000, monotonic: 0 };
    const store = await openAt(time, () => time.monotonic, TIGHT, 'wait');
    const pass = (ms: number) => {
      time.clock += ms;
      time.monotonic += ms;
    };
    for (let taken = 0; taken < 3; taken += 1) {
      assert.equal((await store.counters.take('comparison', 'c')).admitted, true);
      pass(7_300);
    }
    const refused = await store.counters.take('comparison', 'c');
    assert.ok(!refused.admitted && refused.retryAfterSeconds >= 2);
    pass((refused.retryAfterSeconds - 1) * 1000);
    assert.equal((await store.counters.take('comparison', 'c')).admitted, false);
    pass(1000);
    assert.equal((await store.counters.take('comparison', 'c')).admitted, true);
    await store.close();
  });
});
