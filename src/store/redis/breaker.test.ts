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
    // A jitter of 0.5 leaves the pauses as they are: 50 ms, 100 ms, 200 ms, … 1,000 ms.
    random: () => 0.5,
    onOpen() {
      seen.opened += 1;
    },
    onClose() {
      seen.closed += 1;
    },
  });
  /** Advances the clock. */
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
    for (let failures = 0; failures < 100; failures += 1) breaker.fail(new Error('down'));
    assert.deepEqual([breaker.isOpen, seen.opened, seen.probes], [true, 1, 0]);
    await pass(50);
    assert.deepEqual([breaker.isOpen, seen.closed, seen.probes], [false, 1, 1]);
  });

  it('runs one probe at a time', async (t) => {
    const { breaker, seen, pass } = breakerWith(t, () => new Promise(() => {}));
    breaker.fail(new Error('down'));
    await pass(50);
    await pass(60_000);
    breaker.probeSoon();
    await pass(60_000);
    assert.equal(seen.probes, 1);
  });

  it('probes after growing pauses of at most a second, and early after a new connection', async (t) => {
    const { breaker, seen, pass } = breakerWith(t, async () => {
      throw new Error('still down');
    });
    breaker.fail(new Error('down'));
    const expectProbeAfter = async (pauseMs: number) => {
      const before = seen.probes;
      await pass(pauseMs - 1);
      assert.equal(seen.probes, before, `a probe before ${pauseMs} ms`);
      await pass(1);
      assert.equal(seen.probes, before + 1, `no probe after ${pauseMs} ms`);
    };
    for (const pauseMs of [50, 100, 200, 400, 800, 1_000, 1_000]) await expectProbeAfter(pauseMs);
    breaker.probeSoon();
    await expectProbeAfter(50);
    assert.equal(breaker.isOpen, true);
  });

  it('does nothing after it was stopped', async (t) => {
    const { breaker, seen, pass } = breakerWith(t, async () => {});
    breaker.fail(new Error('down'));
    breaker.stop();
    breaker.probeSoon();
    breaker.fail(new Error('down again'));
    await pass(10_000);
    assert.deepEqual([seen.probes, seen.opened], [0, 1]);
  });
});
