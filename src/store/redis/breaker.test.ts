import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Breaker } from './breaker.ts';

function breakerWith(t: TestContext, probe: () => Promise<void>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const seen = { probes: 0, opened: 0, closed: 0 };
  const breaker = new Breaker({
    probe: () => {
      seen.probes += 1;
      return probe();
    },
    random: () => 0.5,
    onOpen() {
      seen.opened += 1;
    },
    onClose() {
      seen.closed += 1;
    },
  });
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    // Lets the probe's promises settle.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { breaker, seen, pass };
}

describe('the circuit breaker', () => {
  it('opens at the first failure, reports it once, and closes when a probe succeeds', async (t) => {
    const { breaker, seen, pass } = breakerWith(t, async () => {});
    for (let times = 0; times < 100; times += 1) breaker.fail(new Error('down'));
    assert.deepEqual([breaker.isOpen, seen.opened, seen.probes], [true, 1, 0]);
    await pass(50);
    assert.deepEqual([breaker.isOpen, seen.closed, seen.probes], [false, 1, 1]);
  });

  it('runs one probe at a time, with growing pauses of at most about a second', async (t) => {
    let fail: (cause: Error) => void = () => {};
    const { breaker, seen, pass } = breakerWith(t, () => {
      const { promise, reject } = Promise.withResolvers<void>();
      fail = reject;
      return promise;
    });
    breaker.fail(new Error('down'));
    await pass(50);
    await pass(60_000);
    breaker.probeSoon();
    await pass(60_000);
    assert.equal(seen.probes, 1);
    for (let times = 2; times <= 10; times += 1) {
      fail(new Error('still down'));
      await pass(0);
      await pass(1_000);
      assert.equal(seen.probes, times);
    }
    assert.equal(breaker.isOpen, true);
  });

  it('does nothing after it was stopped', async (t) => {
    const { breaker, seen, pass } = breakerWith(t, async () => {});
    breaker.fail(new Error('down'));
    breaker.stop();
    breaker.probeSoon();
    await pass(10_000);
    assert.equal(seen.probes, 0);
  });
});
