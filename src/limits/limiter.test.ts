import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, policiesWith, rigOf } from '../../test/limits/harness.ts';
import { createBurstLimit } from './burst.ts';
import { createIdentify, parseTrustProxy, rangeOf } from './caller.ts';
import { createLimiter } from './limiter.ts';
import type { CounterStore } from './port.ts';

const SECRET = new Uint8Array(32).fill(3);
const BURST_CAPACITY = 20;
/** All other limits are a million. */
const limits = policiesWith({ 'comparison.minute': 10, 'comparison.uncached.day': 3 });

async function limiterOf(trusted: string | null = null) {
  const { counters } = await rigOf(limits);
  let warnings = 0;
  const limiter = createLimiter({
    counters,
    burst: createBurstLimit({ clock: new HandClock().read, capacity: BURST_CAPACITY, maxCallers: 10 }),
    secret: SECRET,
    trusted: trusted === null ? [] : parseTrustProxy(trusted),
    onForwardedIgnored: () => {
      warnings += 1;
    },
  });
  return { limiter, counters, warnings: () => warnings };
}

test('a forwarded header without a trusted proxy causes one warning and is ignored', async () => {
  const { limiter, warnings } = await limiterOf();
  const plain = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  assert.equal(warnings(), 0);
  assert.deepEqual(limiter.identify(limiter.peer('203.0.113.7'), '6.6.6.6'), plain);
  assert.deepEqual(limiter.identify(limiter.peer('203.0.113.7'), ['6.6.6.7', '6.6.6.8']), plain);
  assert.equal(warnings(), 1);
});

test('behind a trusted proxy the visitor is the caller, and there is no warning', async () => {
  const { limiter, warnings } = await limiterOf('10.0.0.0/8');
  const direct = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  const proxied = (forwardedFor: string | string[]) =>
    limiter.identify(limiter.peer('10.0.0.1'), forwardedFor);
  assert.deepEqual(proxied('203.0.113.7'), direct);
  assert.deepEqual(proxied(['6.6.6.6', '203.0.113.7']), direct);
  assert.deepEqual(proxied(`${'6.6.6.6, '.repeat(100)}203.0.113.7`), direct);
  assert.notDeepEqual(proxied('203.0.113.8'), direct);
  assert.deepEqual(limiter.identify(limiter.peer('203.0.113.7'), '6.6.6.6'), direct, 'not sent by the proxy');
  assert.equal(warnings(), 0);
});

test('the limiter identifies callers as createIdentify does, although it hashes the address of a socket only once', async () => {
  for (const trusted of [null, '10.0.0.0/8']) {
    const { limiter, warnings } = await limiterOf(trusted);
    const identify = createIdentify(SECRET, trusted === null ? [] : parseTrustProxy(trusted));
    for (const address of ['203.0.113.7', '10.0.0.1', undefined]) {
      const peer = limiter.peer(address);
      for (const forwarded of [undefined, '6.6.6.6', ['6.6.6.7', '10.0.0.2'], 'nonsense'])
        assert.deepEqual(
          limiter.identify(peer, forwarded),
          identify(address, forwarded),
          JSON.stringify([trusted, address, forwarded]),
        );
    }
    assert.equal(warnings(), trusted === null ? 1 : 0);
  }
});

test('changed agreements apply to open connections', async () => {
  const { limiter } = await limiterOf();
  const peer = limiter.peer('203.0.113.7');
  const agreed = { 'list.minute': 1 };
  const networks = [rangeOf('203.0.113.0/24')!];
  limiter.useAgreements([{ name: 'a', networks, per: 'address', limits: agreed }]);
  assert.deepEqual(limiter.identify(peer, undefined).limits, agreed);
});

test('sockets without an address are one caller, not an error', async () => {
  const { limiter } = await limiterOf();
  assert.deepEqual(
    limiter.identify(limiter.peer(undefined), undefined),
    limiter.identify(limiter.peer(undefined), '6.6.6.6'),
  );
});

test('the results of the limiter contain no address', async () => {
  const { limiter } = await limiterOf();
  const caller = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  const decision = await limiter.take('comparison', caller);
  const results = JSON.stringify([caller, decision, limiter.burst(caller), limiter.stats()]);
  assert.ok(!results.includes('203.0.113'));
});

test('the statistics of a window count taken units, refused requests, and admitted requests after which at most a tenth is left', async () => {
  const { limiter } = await limiterOf();
  const caller = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  for (let time = 0; time < 5; time += 1) await limiter.take('comparison_uncached', caller);
  for (let time = 0; time < 7; time += 1) await limiter.take('comparison', caller);
  const stats = limiter.stats();
  // 3 of 5 uncached requests are admitted. With the 7 others, they use all 10 units of a minute.
  assert.deepEqual(stats['comparison.uncached.day'], { taken: 3, refused: 2, nearEnd: 1 });
  assert.deepEqual(stats['comparison.minute'], { taken: 10, refused: 0, nearEnd: 2 });
  assert.deepEqual(stats['comparison.service.day'], { taken: 10, refused: 0, nearEnd: 0 });
  assert.deepEqual(stats['list.day'], { taken: 0, refused: 0, nearEnd: 0 });
  const tokens = BURST_CAPACITY * 0.9;
  limiter.burst(caller, tokens);
  limiter.burst(caller, tokens);
  assert.deepEqual(limiter.stats().burst, { taken: tokens, refused: 1, nearEnd: 1 });
});

test('the units of any store are counted, and its errors are passed on', async () => {
  const { counters } = await rigOf(limits);
  let isDown = false;
  const remote: Pick<CounterStore, 'take' | 'refund'> = {
    take: async (kind, caller) => {
      if (isDown) throw new Error('down');
      return counters.take(kind, caller);
    },
    refund: async (reservation) => counters.refund(reservation),
  };
  const burst = createBurstLimit({ clock: new HandClock().read });
  const limiter = createLimiter({ counters: remote, burst, secret: SECRET, trusted: [] });
  const caller = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  const decision = await limiter.take('list', caller);
  assert.ok(decision.admitted);
  assert.equal(limiter.stats()['list.minute'].taken, 1);
  await limiter.refund(decision.reservation);
  isDown = true;
  await assert.rejects(async () => limiter.take('list', caller), /down/);
  assert.equal(limiter.stats()['list.minute'].taken, 1);
});

test('refunded units can be taken again', async () => {
  const { limiter } = await limiterOf();
  const caller = limiter.identify(limiter.peer('203.0.113.7'), undefined);
  // Three times the limit of a day.
  for (let time = 0; time < 9; time += 1) {
    const decision = await limiter.take('comparison_uncached', caller);
    assert.ok(decision.admitted);
    await limiter.refund(decision.reservation);
  }
});
