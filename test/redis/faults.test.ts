/** What goes wrong with a real server, and what the store makes of it: 503 fast, never over the limit, back by itself. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { RequestDeadline } from '../../src/store/deadline.ts';
import { openStore as openStoreOf } from '../../src/store/open.ts';
import type { Store, StoreEvent } from '../../src/store/port.ts';
import { TAKE } from '../../src/store/redis/scripts.ts';
import { until } from '../support/until.ts';
import { awayFromMidnight, openStore, PATIENT, policiesWith, Server, SlowLine } from './support.ts';

/** The minute is out of the way; the day and the service's day are what is counted. */
const DAY_LIMIT = 6;
/** As the service has it, for tests of a slow server. */
const DEADLINE_OF_REQUESTS = {};
const policies = policiesWith({ 'comparison.minute': 1_000, 'comparison.day': DAY_LIMIT });

describe('the shared store', () => {
  const opened: { store: Store; events: StoreEvent[] }[] = [];
  const servers: Server[] = [];
  let line: SlowLine | null = null;

  const serve = async (...args: string[]): Promise<Server> => {
    const server = await Server.start(...args);
    servers.push(server);
    return server;
  };
  const open = async (url: string, deadline: { readonly deadlineMs?: number } = PATIENT) => {
    const each = await openStore(url, { policies, ...deadline });
    opened.push(each);
    return each;
  };

  beforeEach(async () => {
    await awayFromMidnight();
    line = null;
  });
  afterEach(async () => {
    for (const { store } of opened) await store.close();
    // Whatever happened, no line for the operator names a host or a port.
    for (const { events } of opened.splice(0)) {
      for (const { message } of events) assert.doesNotMatch(message, /127\.0\.0\.1|localhost|:\d{4,5}/);
    }
    await line?.close();
    for (const server of servers.splice(0)) await server.stop();
  });

  const take = (store: Store, caller = 'c') =>
    Promise.resolve(store.counters.take('comparison', callerNamed(caller)));
  const isRefused = { name: 'StoreError', code: 'unavailable' };

  /** Fails, then keeps failing at once: nobody waits for a store that is known to be down. */
  async function failsFast(store: Store, code = 'unavailable'): Promise<void> {
    await until('a decision fails', () =>
      take(store, 'prober').then(
        () => false,
        () => true,
      ),
    );
    const start = performance.now();
    for (let times = 0; times < 100; times += 1) {
      await assert.rejects(take(store, 'prober'), (error: { name: string }) => error.name === 'StoreError');
      if (store.status().working) break;
    }
    // A hundred waits of 250 ms would take 25 s. Without waits it takes milliseconds, on a busy machine perhaps seconds.
    assert.ok(performance.now() - start < 20_000, code);
  }

  const isBack = (store: Store) => until('the store works again', () => store.status().working);

  async function admittedUntilRefused(store: Store, caller = 'c'): Promise<number> {
    for (let admitted = 0; admitted < 1_000; admitted += 1) {
      if (!(await take(store, caller)).admitted) return admitted;
    }
    throw new Error('was never refused');
  }

  it('is killed and restarted with its data: decisions go on where they were', async () => {
    const server = await serve('--appendonly', 'yes', '--appendfsync', 'always');
    const { store, events } = await open(server.url);
    for (let times = 0; times < 4; times += 1) assert.equal((await take(store)).admitted, true);
    await server.kill();
    await failsFast(store);
    assert.equal(store.status().state, 'unreachable');
    await server.restart();
    await isBack(store);
    assert.equal(await admittedUntilRefused(store), DAY_LIMIT - 4);
    assert.equal(
      events.some(({ message }) => message.includes('lost counts')),
      false,
    );
    assert.equal(store.status().state, 'ok');
  });

  it('is opened while the server still loads its data, and waits for it', async () => {
    // The server replies while it loads, and it waits a moment after each key.
    const slowly = ['--key-load-delay', '5000', '--loading-process-events-interval-bytes', '1024'];
    const server = await serve(...slowly);
    const { store } = await open(server.url);
    for (let times = 0; times < 4; times += 1) await take(store);
    // One key each, because the server waits after each key, and with content that is not compressed.
    for (let key = 0; key < 400; key += 1)
      await store.documents.put(`many ${key}`, 'one', randomBytes(1_000));
    await server.ask('SAVE');
    await store.close();
    await server.kill();
    const restarted = server.restart();
    await until('the server loads its data', () =>
      server.ask('INFO', 'persistence').then(
        (info) => /^loading:1/m.test(String(info)),
        () => false,
      ),
    );
    const late = await open(server.url);
    assert.equal(late.store.status().state, 'ok');
    assert.equal(await admittedUntilRefused(late.store), DAY_LIMIT - 4);
    await restarted;
  });

  it('loses its data in a restart: counts start from zero, which is reported once and shown', async () => {
    const server = await serve();
    const [here, there] = [await open(server.url), await open(server.url)];
    for (let times = 0; times < 3; times += 1) await take(here.store);
    await server.kill();
    await failsFast(here.store);
    await server.restart();
    await isBack(here.store);
    await isBack(there.store);
    assert.equal(await admittedUntilRefused(here.store), DAY_LIMIT);
    assert.equal(await admittedUntilRefused(there.store), 0);
    for (const { store, events } of [here, there]) {
      assert.equal(events.filter(({ message }) => message.includes('lost counts')).length, 1);
      assert.deepEqual([store.status().working, store.status().state], [true, 'counts lost today']);
    }
    // A process that starts later shows it too.
    const late = await open(server.url);
    assert.equal(late.store.status().state, 'counts lost today');
    assert.deepEqual(
      late.events.filter(({ message }) => message.includes('lost counts')),
      [],
    );
  });

  it('is emptied while connections stay: the next decision notices', async () => {
    const server = await serve();
    const { store, events } = await open(server.url);
    for (let times = 0; times < 4; times += 1) await take(store);
    await server.ask('FLUSHALL');
    assert.equal(await admittedUntilRefused(store), DAY_LIMIT);
    assert.equal(events.filter(({ message }) => message.includes('lost counts')).length, 1);
  });

  it('comes back with older data, as after a fail-over: the next decision notices', async () => {
    const server = await serve();
    const { store, events } = await open(server.url);
    await take(store);
    const older = await server.ask('HGET', '{esim:c}:clock', 'time');
    await until('time has passed', async () => {
      await take(store, 'other');
      return (await server.ask('HGET', '{esim:c}:clock', 'time')) !== older;
    });
    await server.ask('HSET', '{esim:c}:clock', 'time', String(older));
    assert.equal((await take(store)).admitted, true);
    assert.equal(events.filter(({ message }) => message.includes('lost counts')).length, 1);
  });

  it('reports lost counts until midnight UTC', async () => {
    const server = await serve();
    let now = Date.UTC(2027, 4, 3, 23, 59);
    const each = await openStore(server.url, { ...PATIENT, policies, timeSource: () => now });
    opened.push(each);
    await take(each.store);
    await server.ask('FLUSHALL');
    await take(each.store);
    assert.equal(each.store.status().state, 'counts lost today');
    now += 60_000;
    assert.equal(each.store.status().state, 'ok');
  });

  it('is stopped and continued: it fails fast, comes back, and never under-counts', async () => {
    const server = await serve();
    const { store } = await open(server.url, DEADLINE_OF_REQUESTS);
    const { store: patient } = await open(server.url);
    await take(patient);
    server.signal('SIGSTOP');
    const asked = await Promise.allSettled(Array.from({ length: 3 }, () => take(store)));
    assert.ok(asked.every(({ status }) => status === 'rejected'));
    await failsFast(store);
    assert.equal(store.status().state, 'slow');
    server.signal('SIGCONT');
    await isBack(store);
    // The three may be counted: their replies were lost, not their effect.
    const admitted = await admittedUntilRefused(patient);
    assert.ok(admitted >= DAY_LIMIT - 4 && admitted <= DAY_LIMIT - 1, `${admitted}`);
  });

  it('is stopped and continued: an ingest waits for its lease, and a request does not', async () => {
    const server = await serve();
    const { store } = await open(server.url, DEADLINE_OF_REQUESTS);
    server.signal('SIGSTOP');
    const lease = store.leases.acquire('ingest', 60_000);
    await assert.rejects(store.leases.acquire('trip', 60_000, new RequestDeadline()));
    server.signal('SIGCONT');
    const token = await lease;
    assert.ok(token !== null && (await store.leases.renew('ingest', token, 60_000)));
  });

  it('answers more slowly than a request may wait: the store opens, because no request waits for it', async () => {
    const server = await serve();
    line = new SlowLine(server.port);
    const address = await line.listen();
    line.latencyMs = 400;
    const { store } = await open(address, DEADLINE_OF_REQUESTS);
    line.latencyMs = 0;
    await isBack(store);
  });

  it('answers after more than two seconds: a command of the operator waits for it', async () => {
    const server = await serve();
    line = new SlowLine(server.port);
    const url = await line.listen();
    const events: StoreEvent[] = [];
    const onEvent = (event: StoreEvent) => void events.push(event);
    const store = await openStoreOf({ url, mode: 'read', clock: Date.now, policies, onEvent });
    opened.push({ store, events });
    line.latencyMs = 2_500;
    const [budget] = await store.counters.budgets();
    assert.equal(budget?.taken, 0);
  });

  it('answers after a second: too late is failed, and it is back when it is quick again', async () => {
    const server = await serve();
    line = new SlowLine(server.port);
    const { store } = await open(await line.listen(), DEADLINE_OF_REQUESTS);
    const { store: patient } = await open(server.url);
    assert.equal((await take(patient)).admitted, true);
    line.latencyMs = 1_000;
    await assert.rejects(take(store), isRefused);
    await failsFast(store);
    line.latencyMs = 0;
    await isBack(store);
    // The late one may be counted.
    const admitted = await admittedUntilRefused(patient);
    assert.ok(admitted >= DAY_LIMIT - 2 && admitted <= DAY_LIMIT - 1, `${admitted}`);
  });

  it('is out of memory: nothing is half taken, and it is back when there is room', async () => {
    const server = await serve();
    const { store } = await open(server.url);
    await take(store);
    await server.ask('CONFIG', 'SET', 'maxmemory', '1');
    await assert.rejects(take(store), isRefused);
    await failsFast(store);
    assert.equal(store.status().state, 'out of memory');
    await server.ask('CONFIG', 'SET', 'maxmemory', '0');
    await isBack(store);
    assert.equal(await admittedUntilRefused(store), DAY_LIMIT - 1);
  });

  it('forgets its scripts: no request notices', async () => {
    const server = await serve();
    const { store, events } = await open(server.url);
    const first = await take(store);
    await server.ask('SCRIPT', 'FLUSH');
    assert.equal((await take(store)).admitted, true);
    await server.ask('SCRIPT', 'FLUSH');
    assert.ok(first.admitted);
    await store.counters.refund(first.reservation);
    assert.equal(await admittedUntilRefused(store), DAY_LIMIT - 1);
    assert.equal(
      events.some(({ message }) => message.includes('cannot be used')),
      false,
    );
  });

  it('becomes a read-only replica: it fails fast until it is a master again', async () => {
    const server = await serve();
    const { store } = await open(server.url);
    await take(store);
    const connection = async () =>
      /^id=(\d+) .* name=esim-decisions /m.exec(String(await server.ask('CLIENT', 'LIST')))?.[1];
    const before = await connection();
    assert.ok(before !== undefined);
    // A master that is nowhere: the data stay, writes are refused.
    await server.ask('REPLICAOF', '127.0.0.1', '1');
    await failsFast(store);
    assert.equal(store.status().state, 'read-only');
    // Behind a name, another server may be the master by now: only a new connection finds it.
    await until('a new connection is made', async () => ![before, undefined].includes(await connection()));
    await server.ask('REPLICAOF', 'NO', 'ONE');
    await isBack(store);
    assert.equal(await admittedUntilRefused(store), DAY_LIMIT - 1);
  });

  it('has a reply lost on the way: a new connection is made, so that no other reply takes its place', async () => {
    const server = await serve();
    line = new SlowLine(server.port);
    // A lost reply is noticed after two seconds, which is enough for the others on a busy machine.
    const { store } = await open(await line.listen(), { deadlineMs: 2_000 });
    assert.equal((await take(store)).admitted, true);
    for (let times = 0; times < 3; times += 1) {
      line.losesReplyTo = TAKE.sha1;
      await assert.rejects(take(store), isRefused);
      await isBack(store);
      const decision = await take(store, `other ${times}`);
      assert.equal(decision.admitted, true);
      assert.equal(decision.window.name, 'comparison.day');
      assert.equal(decision.window.remaining, DAY_LIMIT - 1);
    }
    // Three may be over-counted: their answers were lost, not their effect.
    const admitted = await admittedUntilRefused(store);
    assert.ok(admitted >= DAY_LIMIT - 4 && admitted <= DAY_LIMIT - 1, `${admitted}`);
  });

  it('wants a password that is missing or wrong, at the start or later: access refused, until it is right', async () => {
    const server = await serve('--requirepass', 'right');
    for (const url of [server.url, server.url.replace('redis://', 'redis://:wrong@')]) {
      await assert.rejects(openStore(url), { message: /refused the user or the password/ });
    }
    const withoutPassword = await serve();
    for (const [each, url] of [
      [server, server.url.replace('redis://', 'redis://:right@')],
      [withoutPassword, withoutPassword.url],
    ] as const) {
      const { store, events } = await open(url);
      const operator = new Redis({
        port: each.port,
        host: '127.0.0.1',
        password: each === server ? 'right' : '',
      });
      await operator.config('SET', 'requirepass', 'changed');
      await operator.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await until('it is told', () => store.status().state === 'access refused');
      assert.equal(store.status().working, false);
      assert.ok(events.some(({ message }) => message.includes('access refused')));
      await operator.config('SET', 'requirepass', each === server ? 'right' : '');
      operator.disconnect();
      await isBack(store);
      assert.equal((await take(store)).admitted, true);
    }
  });

  it('has a clock that goes back: time stands still, and the operator is told once', async () => {
    const server = await serve();
    let now = Date.UTC(2027, 4, 3, 12);
    const each = await openStore(server.url, { policies, timeSource: () => now });
    opened.push(each);
    await take(each.store);
    for (let times = 0; times < 3; times += 1) {
      now -= 60_000;
      await take(each.store);
    }
    assert.deepEqual(
      each.events.filter(({ message }) => message.includes('went back')).map(({ message }) => message),
      ['the clock of the shared store went back by 60 s: no unit expires until it has caught up'],
    );
  });

  it('loses a connection while it is opened: each recovery that is reported follows a reported failure', async () => {
    const server = await serve('--appendonly', 'yes');
    line = new SlowLine(server.port);
    const decisionsId = async () =>
      /^id=(\d+) .*name=esim-decisions /m.exec(String(await server.ask('CLIENT', 'LIST')))?.[1];
    line.beforeSubscription = async () => {
      await server.ask('CLIENT', 'KILL', 'ID', (await decisionsId()) ?? '');
      await until('the store connects again', async () => (await decisionsId()) !== undefined);
    };
    const { store, events } = await open(await line.listen());
    await isBack(store);
    const reported = events.map(({ message }) => message).join();
    // Nothing if the connection was back before the store was open.
    const pair =
      'the shared store cannot be used (unreachable): counted requests get 503,the shared store works again';
    assert.ok(['', pair].includes(reported), reported);
  });

  it('loses a connection while it subscribes again: nothing fails, and the next connection subscribes', async () => {
    const server = await serve();
    line = new SlowLine(server.port);
    const { store } = await open(await line.listen());
    const end = async () => {
      const clients = String(await server.ask('CLIENT', 'LIST'));
      await server.ask('CLIENT', 'KILL', 'ID', /^id=(\d+) .*name=esim-pubsub /m.exec(clients)?.[1] ?? '');
    };
    let ended = 0;
    line.beforeSubscription = async () => {
      if (ended === 3) return;
      ended += 1;
      await end();
    };
    await end();
    await until(
      'it subscribes again',
      async () => ended === 3 && ((await server.ask('PUBSUB', 'CHANNELS')) as string[]).length === 1,
    );
    assert.equal(store.status().state, 'ok');
  });

  it('is not there, or asks for another password: the start fails with one line that gives nothing away', async () => {
    const server = await serve('--requirepass', 'right');
    const address = server.url.replace('redis://', 'redis://user:wrong@');
    const reported: string[] = [];
    const onEvent = ({ message }: { message: string }) => void reported.push(message);
    for (const url of [address, 'redis://:secret@127.0.0.1:1']) {
      await assert.rejects(openStore(url, { onEvent }), (error: Error) => {
        assert.equal(error.name, 'StoreError');
        assert.doesNotMatch(`${error.message}${error.stack}`, /wrong|secret@/);
        return true;
      });
    }
    assert.deepEqual(reported, []);
    const { store } = await open(server.url.replace('redis://', 'redis://:right@'));
    assert.equal((await take(store)).admitted, true);
  });

  it('says at start what a server that evicts, or keeps nothing on disk, will lead to', async () => {
    const careless = await serve('--maxmemory-policy', 'allkeys-lru');
    const careful = await serve('--appendonly', 'yes');
    const messages = async ({ url }: Server) => (await open(url)).events.map(({ message }) => message);
    const [evicts, forgets, ...others] = await messages(careless);
    assert.match(evicts ?? '', /^Redis may evict keys/);
    assert.match(forgets ?? '', /^Redis stores nothing on disk/);
    assert.deepEqual(others, []);
    assert.deepEqual(await messages(careful), []);
  });
});
