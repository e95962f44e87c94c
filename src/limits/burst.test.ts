import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HandClock, NOON } from '../../test/limits/harness.ts';
import { createBurstLimit } from './burst.ts';

test('a caller may send 100 requests at once after a pause, and then 10 each second', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read });
  for (let sent = 1; sent <= 100; sent += 1) {
    const { admitted, window } = limiter.take('ann');
    assert.ok(admitted);
    assert.equal(window.remaining, 100 - sent);
  }
  const refused = limiter.take('ann');
  assert.deepEqual(refused, {
    admitted: false,
    window: { name: 'burst', seconds: 10, limit: 100, remaining: 0, resetAt: NOON + 1000 },
    now: NOON,
    retryAfterSeconds: 1,
  });
  assert.ok(limiter.take('ben').admitted, 'another caller has a bucket of its own');
  clock.now += 1000;
  const admitted = Array.from({ length: 30 }, () => limiter.take('ann').admitted).filter(Boolean);
  assert.equal(admitted.length, 10);
});

test('a batch takes all of its tokens or none', () => {
  const limiter = createBurstLimit({ clock: new HandClock().read, capacity: 25 });
  assert.ok(limiter.take('ann', 20).admitted);
  assert.equal(limiter.take('ann', 20).admitted, false);
  // The refused batch took nothing, so the other five tokens are left.
  assert.ok(limiter.take('ann', 5).admitted);
  assert.equal(limiter.take('ann').admitted, false);
});

test('a refused batch takes nothing, and succeeds after exactly its wait', () => {
  for (const [capacity, before, messages] of [
    [100, 90, 20],
    [100, 99, 2],
    [10, 5, 20],
  ] as const) {
    const clock = new HandClock();
    const limiter = createBurstLimit({ clock: clock.read, capacity });
    /** The request takes a token when it arrives, and the others when its body is read. */
    const sendBatch = () => {
      assert.ok(limiter.take('ann').admitted);
      return limiter.take('ann', messages, 1);
    };
    limiter.take('ann', before);
    const refused = sendBatch();
    assert.ok(!refused.admitted);
    assert.equal(refused.window.remaining, capacity - before);
    clock.now += refused.retryAfterSeconds * 1000;
    assert.ok(sendBatch().admitted, `${messages} messages after ${before} of ${capacity} tokens`);
  }
});

test('a batch larger than the bucket needs a full bucket', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 5, perSecond: 1 });
  limiter.take('ann');
  const refused = limiter.take('ann', 20);
  assert.ok(!refused.admitted);
  // One token is missing, and one is added each second.
  assert.equal(refused.retryAfterSeconds, 1);
  clock.now += 1000;
  assert.ok(limiter.take('ann', 20).admitted);
});

test('the bucket equals a simple model, and a retry after Retry-After succeeds', () => {
  const pauseMs = fc.nat(2500);
  const tokens = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.tuple(pauseMs, tokens), { maxLength: 60, size: 'max' }),
      (capacity, perSecond, steps) => {
        const clock = new HandClock();
        // With room for one caller, the tables are replaced at every write.
        const limiter = createBurstLimit({ clock: clock.read, capacity, perSecond, maxCallers: 1 });
        /** In thousandths of a token. */
        let level = capacity * 1000;
        const pass = (ms: number) => {
          clock.now += ms;
          level = Math.min(capacity * 1000, level + ms * perSecond);
        };
        for (const [ms, count] of steps) {
          pass(ms);
          const wanted = Math.min(count, capacity) * 1000;
          const decision = limiter.take('ann', count);
          assert.equal(decision.admitted, level >= wanted);
          if (decision.admitted) {
            level -= wanted;
            assert.equal(decision.window.remaining, Math.floor(level / 1000));
          } else {
            pass(decision.retryAfterSeconds * 1000);
            assert.ok(limiter.take('ann', count).admitted);
            level -= wanted;
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a clock that goes back adds no tokens and blocks no caller', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 10, perSecond: 1 });
  limiter.take('ann', 10);
  limiter.take('ben', 5);
  for (let time = 0; time < 3; time += 1) {
    clock.now -= 3_600_000;
    assert.equal(limiter.take('ann').admitted, false);
    assert.ok(limiter.take('ben').admitted, 'a caller with tokens keeps them');
  }
  clock.now += 1000;
  assert.ok(limiter.take('ann').admitted);
  assert.equal(limiter.take('ann').admitted, false);
});

test('the table is bounded, and full buckets leave it', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 10, perSecond: 1, maxCallers: 100 });
  for (let caller = 0; caller < 10_000; caller += 1) limiter.take(`caller ${caller}`);
  assert.ok(limiter.callers() <= 100);
  // An empty bucket is full after 10 s, and the two tables are replaced one after the other.
  for (let round = 0; round < 4; round += 1) {
    clock.now += 10_000;
    limiter.take('ann', 10);
    assert.equal(limiter.take('ann').admitted, false);
  }
  assert.equal(limiter.callers(), 1);
});

test('a bucket that is used repeatedly is not evicted by many other callers', () => {
  const limiter = createBurstLimit({
    clock: new HandClock().read,
    capacity: 10,
    perSecond: 1,
    maxCallers: 10,
  });
  limiter.take('ann', 10);
  for (let caller = 0; caller < 1_000; caller += 1) {
    limiter.take(`caller ${caller}`);
    assert.equal(limiter.take('ann').admitted, false);
    assert.ok(limiter.callers() <= 10);
  }
});

test('a bucket stays in the table until it is full', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 10, perSecond: 1 });
  clock.now += 4_900;
  limiter.take('ann', 10);
  // After 10 s in total, the recent table becomes the older one.
  for (const pauseMs of [100, 5_000]) {
    clock.now += pauseMs;
    limiter.take('ben');
  }
  // The bucket has been filling for 5.1 s.
  assert.equal(limiter.take('ann', 6).admitted, false);
  assert.equal(limiter.take('ann', 5).admitted, true);
});

test('full buckets are dropped also after the clock went back', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 10, perSecond: 1 });
  for (let caller = 0; caller < 50; caller += 1) limiter.take(`caller ${caller}`);
  clock.now -= 3_600_000;
  for (let turn = 0; turn < 3; turn += 1) {
    limiter.take('ann');
    clock.now += 10_000;
  }
  limiter.take('ann');
  assert.equal(limiter.callers(), 1);
});

test('remaining tokens and the reset time follow from the tokens that were added since the last request', () => {
  const clock = new HandClock();
  const limiter = createBurstLimit({ clock: clock.read, capacity: 10, perSecond: 2 });
  clock.now += 60_000;
  assert.deepEqual(limiter.take('ann', 7).window, {
    name: 'burst',
    seconds: 5,
    limit: 10,
    remaining: 3,
    resetAt: clock.now + 3_500,
  });
  // Half a token is added. The missing 1.5 tokens take 750 ms, which are rounded up to a second.
  clock.now += 250;
  assert.deepEqual(limiter.take('ann', 5), {
    admitted: false,
    window: { name: 'burst', seconds: 5, limit: 10, remaining: 3, resetAt: clock.now + 1_000 },
    now: clock.now,
    retryAfterSeconds: 1,
  });
});
