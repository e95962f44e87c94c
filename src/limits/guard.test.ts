import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { parseTrustProxy, rangeOf } from './caller.ts';
import { createBurstGuard, createGuard, type GuardEvent } from './guard.ts';
import type { CounterStore } from './port.ts';

const SECRET = new Uint8Array(32).fill(3);
const limits = policiesWith({ 'comparison.minute': 10, 'comparison.uncached.day': 3 });

async function guardOf(trusted: string | null = null) {
  const { counters } = await rigOf(limits);
  const events: GuardEvent[] = [];
  const guard = createGuard({
    counters,
    burst: createBurstGuard({ clock: new HandClock().read, capacity: 20 }),
    secret: SECRET,
    trusted: trusted === null ? null : parseTrustProxy(trusted),
    onEvent: (event) => events.push(event),
  });
  return { guard, counters, events };
}

test('a forwarded header without a trusted proxy is warned of once, and changes nothing', async () => {
  const { guard, events } = await guardOf();
  const plain = guard.identify('203.0.113.7', undefined);
  assert.deepEqual(events, []);
  assert.deepEqual(guard.identify('203.0.113.7', '6.6.6.6'), plain);
  assert.deepEqual(guard.identify('203.0.113.7', ['6.6.6.7', '6.6.6.8']), plain);
  assert.deepEqual(events, [{ type: 'forwarded_header_ignored' }]);
});

test('behind a trusted proxy the visitor is the caller, each time, and nobody is warned', async () => {
  const { guard, events } = await guardOf('10.0.0.0/8');
  const direct = guard.identify('203.0.113.7', undefined);
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(guard.identify('10.0.0.1', '203.0.113.7'), direct);
    assert.deepEqual(guard.identify('10.0.0.1', ['6.6.6.6', '203.0.113.7']), direct);
    assert.deepEqual(guard.identify('203.0.113.7', '6.6.6.6'), direct);
    assert.deepEqual(guard.identify('10.0.0.1', `${'6.6.6.6, '.repeat(100)}203.0.113.7`), direct);
  }
  assert.notDeepEqual(guard.identify('10.0.0.1', '203.0.113.8'), direct);
  assert.deepEqual(events, []);
});

test('what was found out when a socket connected is what its requests would find out', async () => {
  for (const trusted of [null, '10.0.0.0/8']) {
    const { guard, events } = await guardOf(trusted);
    for (const address of ['203.0.113.7', '10.0.0.1', undefined]) {
      const peer = guard.peer(address);
      for (const forwarded of [undefined, '6.6.6.6', ['6.6.6.7', '10.0.0.2'], 'nonsense'])
        assert.deepEqual(
          guard.identify(address, forwarded, peer),
          guard.identify(address, forwarded),
          JSON.stringify([trusted, address, forwarded]),
        );
    }
    assert.equal(events.length, trusted === null ? 1 : 0);
  }
});

test('changed agreements bind those who are connected already', async () => {
  const { guard } = await guardOf();
  const peer = guard.peer('203.0.113.7');
  const limits = { 'list.minute': 1 };
  guard.useAgreements([{ name: 'a', networks: [rangeOf('203.0.113.0/24')!], per: 'address', limits }]);
  assert.deepEqual(guard.identify('203.0.113.7', undefined, peer).limits, limits);
});

test('a socket without an address is one caller, not an error', async () => {
  const { guard } = await guardOf();
  assert.deepEqual(guard.identify(undefined, undefined), guard.identify(undefined, '6.6.6.6'));
});

test('what the guard gives out holds no address', async () => {
  const { guard } = await guardOf();
  const caller = guard.identify('203.0.113.7', undefined);
  const decision = await guard.take('comparison', caller);
  const told = JSON.stringify([caller, decision, guard.burst(caller), guard.stats()]);
  assert.ok(!told.includes('203.0.113'));
});

test('figures tell what was taken, refused and near its end, by window', async () => {
  const { guard } = await guardOf();
  const caller = guard.identify('203.0.113.7', undefined);
  for (let time = 0; time < 5; time += 1) await guard.take('comparison_uncached', caller);
  for (let time = 0; time < 7; time += 1) await guard.take('comparison', caller);
  const stats = guard.stats();
  assert.deepEqual(stats['comparison.uncached.day'], { taken: 3, refused: 2, nearEnd: 1 });
  assert.deepEqual(stats['comparison.minute'], { taken: 10, refused: 0, nearEnd: 2 });
  assert.deepEqual(stats['comparison.service.day'], { taken: 10, refused: 0, nearEnd: 0 });
  assert.deepEqual(stats['list.day'], { taken: 0, refused: 0, nearEnd: 0 });
  guard.burst(caller, 18);
  guard.burst(caller, 18);
  assert.deepEqual(guard.stats().burst, { taken: 18, refused: 1, nearEnd: 1 });
});

test('a store that answers later is counted alike, and its failure passes through', async () => {
  const { counters } = await rigOf(limits);
  let isDown = false;
  const remote: Pick<CounterStore, 'take' | 'refusal' | 'giveBack'> = {
    take: async (kind, caller) => {
      if (isDown) throw new Error('down');
      return counters.take(kind, caller);
    },
    refusal: (kind, caller) => counters.refusal(kind, caller),
    giveBack: async (receipt) => counters.giveBack(receipt),
  };
  const burst = createBurstGuard({ clock: new HandClock().read });
  const guard = createGuard({ counters: remote, burst, secret: SECRET, trusted: null });
  const caller = guard.identify('203.0.113.7', undefined);
  const decision = await guard.take('list', caller);
  assert.ok(decision.admitted);
  assert.equal(guard.stats()['list.minute'].taken, 1);
  await guard.giveBack(decision.receipt);
  isDown = true;
  await assert.rejects(async () => guard.take('list', caller), /down/);
  assert.equal(guard.stats()['list.minute'].taken, 1);
});

test('a refusal from memory is counted at its window, and none is counted where there is none', async () => {
  const { guard } = await guardOf();
  const caller = guard.identify('203.0.113.7', undefined);
  assert.equal(guard.refusal('comparison_uncached', caller), null);
  assert.deepEqual(guard.stats()['comparison.uncached.day'], { taken: 0, refused: 0, nearEnd: 0 });
  for (let time = 0; time < 3; time += 1) await guard.take('comparison_uncached', caller);
  const refused = guard.refusal('comparison_uncached', caller);
  assert.equal(refused?.window.name, 'comparison.uncached.day');
  assert.deepEqual(guard.stats()['comparison.uncached.day'], { taken: 3, refused: 1, nearEnd: 1 });
});

test('what is given back through the guard can be taken again', async () => {
  const { guard } = await guardOf();
  const caller = guard.identify('203.0.113.7', undefined);
  for (let time = 0; time < 9; time += 1) {
    const decision = await guard.take('comparison_uncached', caller);
    assert.ok(decision.admitted);
    await guard.giveBack(decision.receipt);
  }
});
