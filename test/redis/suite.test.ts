/** The promises of every store, kept on a real Redis and on a real Cluster of three masters. */
import { after } from 'node:test';
import { Redis } from 'ioredis';
import type { Store } from '../../src/store/port.ts';
import { describeStore, type StoreUnderTest } from '../store/suite.ts';
import { openStore, PATIENT, Server, startCluster } from './support.ts';

/** A second of the suite is 1,000 s of Redis: a busy machine cannot let a lease run out between two lines. */
const SLOWER = 1_000;

/**
 * Time passes in Redis alone, and all of it lies in the keys' expiries. So an hour passes where every key has an hour
 * less to live.
 */
async function letTimePass(servers: readonly Server[], ms: number): Promise<void> {
  for (const { port } of servers) {
    const client = new Redis({ port, host: '127.0.0.1', protocol: 2 });
    for (const key of await client.keys('*')) {
      const left = await client.pttl(key);
      if (left >= 0) await client.pexpire(key, left - ms * SLOWER);
    }
    client.disconnect();
  }
}

/** Every call waits until the time that was moved on has passed. */
function waitingFor<T extends object>(part: T, isReady: () => Promise<void>): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'watch') return member.bind(target);
      return async (...args: unknown[]) => {
        await isReady();
        return member.apply(target, args) as unknown;
      };
    },
  });
}

async function fixtureOn(url: string, servers: readonly Server[]): Promise<StoreUnderTest> {
  const keyPrefix = `suite-${Math.random().toString(36).slice(2)}`;
  const opened: Store[] = [];
  const another = async (): Promise<Store> => {
    const { store } = await openStore(url, { ...PATIENT, keyPrefix });
    opened.push(store);
    return store;
  };
  let passed = Promise.resolve();
  const store = await another();
  const waiting = (part: object) => waitingFor(part, () => passed);
  const cache = waiting(store.cache) as Store['cache'];
  const leases = waiting(store.leases) as Store['leases'];
  const later = (expiresAt: number) => Date.now() + (expiresAt - Date.now()) * SLOWER;
  return {
    store: {
      ...store,
      snapshots: waiting(store.snapshots) as Store['snapshots'],
      cache: {
        get: (key) => cache.get(key),
        put: (key, bytes, expiresAt) => cache.put(key, bytes, later(expiresAt)),
      },
      leases: {
        acquire: (name, ttlMs) => leases.acquire(name, ttlMs * SLOWER),
        renew: (name, token, ttlMs) => leases.renew(name, token, ttlMs * SLOWER),
        release: (name, token) => leases.release(name, token),
      },
    },
    another,
    now: () => Date.now(),
    advance(ms) {
      passed = passed.then(() => letTimePass(servers, ms));
    },
    async close() {
      await passed;
      for (const each of opened) await each.close();
    },
  };
}

const server = await Server.start();
const cluster = await startCluster();
after(async () => {
  await server.stop();
  await cluster.stop();
});

describeStore('Redis', () => fixtureOn(server.url, [server]));
describeStore('Redis Cluster of three masters', () => fixtureOn(cluster.url, cluster.servers));
