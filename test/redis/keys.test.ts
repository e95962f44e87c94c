/** What the service leaves in Redis. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { REQUEST_KINDS } from '../../src/limits/testing/kinds.ts';
import { until } from '../support/until.ts';
import { openStore, PATIENT, policiesWith, Server } from './support.ts';

const DAY_MS = 86_400_000;

/** The keys that never expire, as patterns. */
const permanentKeys = (prefix: string): readonly RegExp[] => {
  const literal = prefix.replace(/[^\w]/g, '\\$&');
  return [
    new RegExp(`^\\{${literal}:c\\}:(clock|secret)$`),
    new RegExp(`^\\{${literal}:s\\}:(snapshots|serial|blob:.*)$`),
    new RegExp(`^${literal}:documents:.*$`),
  ];
};

const server = await Server.start();
after(() => server.stop());

describe('every key that the service writes', () => {
  it('expires with its window, except the named permanent ones', async () => {
    const keyPrefix = 'every';
    const policies = policiesWith({ 'list.minute': 500, 'list.day': 500 });
    const { store } = await openStore(server.url, { ...PATIENT, keyPrefix, policies });
    for (const kind of REQUEST_KINDS) {
      for (const caller of ['a', 'b', 'c']) {
        const decision = await store.counters.take(kind, callerNamed(caller));
        if (decision.admitted && caller !== 'a') await store.counters.refund(decision.reservation);
      }
    }
    for (let times = 0; times < 200; times += 1) await store.counters.take('list', callerNamed('busy'));
    await store.counters.secret();
    await store.cache.put('trip', Buffer.from('answer'), Date.now() + 900_000);
    await store.leases.acquire('ingest', 60_000);
    const held = await store.leases.acquire('renewed', 60_000);
    await store.leases.renew('renewed', held!, 90_000);
    await store.documents.put('runs', 'last', Buffer.from('{}'));
    const blob = await store.snapshots.putBlob(Buffer.from('blob'));
    await store.snapshots.announce({
      publishedAt: 1,
      content: blob,
      observations: blob,
      reason: 'publish',
      summary: { plans: 1, added: 1, removed: 0, priceChanges: 0 },
    });
    await store.snapshots.prune([]);

    const keys = (await server.ask('KEYS', '*')) as string[];
    const permanent = permanentKeys(keyPrefix);
    let expiring = 0;
    for (const key of keys) {
      const left = Number(await server.ask('PTTL', key));
      if (permanent.some((pattern) => pattern.test(key))) {
        assert.equal(left, -1, `${key} is named as permanent and expires`);
      } else {
        expiring += 1;
        assert.ok(left > 0 && left <= DAY_MS, `${key} has ${left} ms to live`);
      }
    }
    // Minutes, days, a cached response and leases.
    assert.ok(expiring >= 16, `${expiring} keys expire`);
    assert.equal(keys.length - expiring, 6, 'clock, secret, snapshots, serial, blob, documents');
    await store.close();
  });

  it('lies under its own prefix, so that two services share one Redis without knowing of each other', async () => {
    const policies = policiesWith({ 'comparison.minute': 1 });
    const [one, two] = [
      await openStore(server.url, { ...PATIENT, policies, keyPrefix: 'one' }),
      await openStore(server.url, { ...PATIENT, policies, keyPrefix: 'two' }),
    ];
    assert.equal((await one.store.counters.take('comparison', callerNamed('c'))).admitted, true);
    assert.equal((await two.store.counters.take('comparison', callerNamed('c'))).admitted, true);
    assert.equal((await one.store.counters.take('comparison', callerNamed('c'))).admitted, false);
    assert.notDeepEqual(await one.store.counters.secret(), await two.store.counters.secret());
    const keys = (await server.ask('KEYS', '*')) as string[];
    assert.ok(keys.every((key) => /^\{?(one|two|every):/.test(key)));
    await one.store.close();
    await two.store.close();
  });

  it('of an answer lives as long as was asked for, whatever the process believes the time to be', async () => {
    for (const shiftMs of [-300_000, 300_000]) {
      const clock = () => Date.now() + shiftMs;
      const { store } = await openStore(server.url, { ...PATIENT, keyPrefix: 'every', clock });
      await store.cache.put(`shift ${shiftMs}`, Buffer.from('x'), clock() + 60_000);
      const [key] = (await server.ask('KEYS', `every:cache:*shift ${shiftMs}`)) as string[];
      const left = Number(await server.ask('PTTL', key!));
      assert.ok(left > 30_000 && left <= 60_000, `${left} ms`);
      await store.close();
    }
  });
});

describe('a key of a wrong type', () => {
  const hasNoCaller = (message: string, caller: string) =>
    assert.equal(message.includes(caller), false, message);

  for (const [what, command] of [
    ['the clock of all counters', (prefix: string) => ['LPUSH', `{${prefix}:c}:clock`, 'x']],
    ['the list of snapshots', (prefix: string) => ['SET', `{${prefix}:s}:snapshots`, 'x']],
    ['the minute of a caller', (prefix: string) => ['SET', `{${prefix}:c}:comparison.minute:c`, 'x']],
    ['a collection of documents', (prefix: string) => ['SET', `${prefix}:documents:runs`, 'x']],
  ] as const)
    it(`is logged once and makes the store unready until it is right again: ${what}`, async () => {
      const keyPrefix = `wrong-${what.split(' ').at(-1)}`;
      const { store, events } = await openStore(server.url, { ...PATIENT, keyPrefix });
      try {
        const [name = '', key = '', ...values] = command(keyPrefix);
        await server.ask('DEL', key);
        await server.ask(name, key, ...values);
        await Promise.allSettled([
          store.counters.take('comparison', callerNamed('c')),
          store.documents.get('runs', 'last'),
        ]);
        await until('the key is noticed', () => !store.status().working);
        assert.equal(store.status().state, 'key of a wrong type');
        await Promise.allSettled([store.counters.take('comparison', callerNamed('c'))]);
        const errors = events.filter(({ level }) => level === 'error');
        assert.equal(errors.length, 1, JSON.stringify(errors));
        assert.match(
          errors[0]!.message,
          /^the Redis key [^ ]+ is a (list|string), not a (hash|list|zset): delete it/,
        );
        assert.ok(errors[0]!.message.includes(key.replace(/:c$/, ':*')));
        hasNoCaller(errors[0]!.message, 'minute:c');
        await server.ask('DEL', key);
        await until('the store works again', () => store.status().working);
        assert.equal((await store.counters.take('comparison', callerNamed('c'))).admitted, true);
      } finally {
        await store.close();
      }
    });

  it('stops the start with one line that names the key', async () => {
    const keyPrefix = 'wrong-start';
    await server.ask('SET', `{${keyPrefix}:c}:clock`, 'x');
    await assert.rejects(openStore(server.url, { ...PATIENT, keyPrefix }), {
      code: 'incompatible',
      message: /^the Redis key \{wrong-start:c\}:clock is a string, not a hash: delete it/,
    });
  });
});
