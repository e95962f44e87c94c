/**
 * The shared store, Redis or Valkey, for several processes on several machines.
 *
 * - Counters: one script takes units of all windows in one round trip, on the server's clock. All counters share one
 *   slot, because scripts are not atomic across slots. So a cluster adds availability, but not more decisions per second.
 * - A command without a reply in time fails, and its connection is replaced. A command without a connection fails at once.
 * - There are two connections for commands, so that a large blob never delays a decision, and one for pub/sub.
 */
import type { Policies } from '../../limits/policies.ts';
import type { Clock } from '../../limits/port.ts';
import { DEADLINE_MS } from '../deadline.ts';
import { type OnStoreEvent, type Store, StoreError, type StoreStatus } from '../port.ts';
import { Availability } from './availability.ts';
import { checkDatabase, checkRedis } from './check.ts';
import { type Client, mastersOf, openClient } from './clients.ts';
import { RedisCounters } from './counters.ts';
import { openErrorOf, SLOW, stateOf } from './failures.ts';
import { KeyTypes, wrongKeyText } from './key-types.ts';
import { keysUnder } from './keys.ts';
import { Link } from './link.ts';
import { redisSnapshots } from './snapshots.ts';
import { parseRedisUrl } from './url.ts';
import { redisCache, redisClicks, redisDocuments, redisLeases } from './values.ts';

/** For blobs and documents, and while the store is opened. No request waits for them. */
const BULK_TIMEOUT_MS = 10_000;
/** Announcements may be lost with a connection, so the newest snapshot is also polled. */
const POLL_MS = 5_000;
/** The pause between two tests of a server that fails. */
const TEST_MS = 1_000;

export interface RedisStoreOptions {
  readonly url: string;
  readonly policies: Policies;
  /** The time of this process, for the expiry of cached responses and the current day of the counters. */
  readonly clock: Clock;
  /** Returns this number of random bytes, for secrets and tokens. */
  readonly random: (bytes: number) => Uint8Array;
  readonly onEvent: OnStoreEvent;
  /** Lets several services share one Redis. */
  readonly keyPrefix?: string;
  /** How long a command may wait for the server. */
  readonly deadlineMs?: number;
  /** For tests: replaces the server's clock. */
  readonly timeSource?: () => number;
}

export async function openRedisStore({
  url,
  policies,
  clock,
  random,
  onEvent,
  keyPrefix = 'esim',
  deadlineMs = DEADLINE_MS,
  timeSource,
}: RedisStoreOptions): Promise<Store> {
  const target = parseRedisUrl(url);
  const keys = keysUnder(keyPrefix);
  /** In [0, 1). */
  const randomFraction = (): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
  const bulkTimeoutMs = Math.max(BULK_TIMEOUT_MS, deadlineMs);
  const shared = { random: randomFraction };
  const client = openClient(target, { ...shared, role: 'decisions', timeoutMs: deadlineMs });
  const bulkClient = openClient(target, { ...shared, role: 'blobs', timeoutMs: bulkTimeoutMs });
  const subscriber = openClient(target, { ...shared, role: 'pubsub', timeoutMs: bulkTimeoutMs });

  const availability = new Availability(onEvent);
  const onFailure = (error: unknown) => {
    availability.reportFailure(error);
    // Replies have the order of their commands, so the connection must be replaced after a missing reply.
    const reconnects = true;
    if (stateOf(error) === SLOW) client.disconnect(reconnects);
  };
  const keyTypes = new KeyTypes(bulkClient, keys, onEvent);
  const onRefusal = (error: unknown) => keyTypes.suspect(error);
  const link = new Link(client, { onFailure, onRefusal });
  // A failed large transfer does not mean that decisions fail.
  const bulk = new Link(bulkClient, { onRefusal });

  const counters = new RedisCounters({ link, keys, policies, random, onEvent, clock, timeSource });
  const snapshots = redisSnapshots(bulk, keys);
  /** Tests by a script that writes whether decisions are possible. */
  const test = async (): Promise<void> => {
    try {
      await checkDatabase(client, target.database);
      await counters.joinEpoch(link);
      availability.reportSuccess();
      await snapshots.poll();
    } catch (error) {
      onFailure(error);
      // In a cluster another node may have become the master, so the next test needs the current slots.
      if ('refreshSlotsCache' in client) client.refreshSlotsCache();
    }
  };

  /** On each connection. If it fails, the next connection subscribes, and snapshots are polled meanwhile. */
  const subscribe = () => subscriber.subscribe(keys.channel).then(snapshots.poll, () => {});
  subscriber.on('ready', () => void subscribe());
  try {
    await connect(bulkClient);
    await checkDatabase(bulkClient, target.database);
    await checkRedis(mastersOf(bulkClient), onEvent);
    const wrongKey = await keyTypes.check();
    if (wrongKey !== null) throw new StoreError('incompatible', wrongKeyText(wrongKey));
    await counters.joinEpoch(bulk);
    // A server that is too slow for decisions is reported after the start.
    await Promise.all([connect(client).catch(() => {}), connect(subscriber)]);
    // Here a failure, such as a missing permission, is reported.
    await subscriber.subscribe(keys.channel);
  } catch (error) {
    for (const each of [client, bulkClient, subscriber]) each.disconnect();
    throw openErrorOf(target, error);
  }

  const onClose = () => availability.reportFailure(new Error('closed'));
  client.on('error', (error) => availability.reportFailure(error));
  client.on('close', onClose);
  client.on('ready', () => void test());
  if (client.status !== 'ready') onClose();
  subscriber.on('message', () => void snapshots.poll());
  // The intervals are random, so that processes do not ask at the same moment.
  const jittered = (ms: number) => ms * (0.75 + randomFraction() / 2);
  const timers = [
    setInterval(() => {
      if (availability.failure !== null) void test();
    }, jittered(TEST_MS)),
    setInterval(() => {
      void snapshots.poll();
      void keyTypes.check().catch(() => {});
    }, jittered(POLL_MS)),
  ];
  for (const timer of timers) timer.unref();

  return {
    snapshots,
    cache: redisCache(link, keys, clock),
    leases: redisLeases(link, bulk, keys, random),
    documents: redisDocuments(bulk, keys),
    clicks: redisClicks(bulk, keys),
    counters,
    status(): StoreStatus {
      const { failure } = availability;
      if (failure !== null) return { working: false, kind: 'redis', state: failure };
      if (!keyTypes.areRight) return { working: false, kind: 'redis', state: 'key of a wrong type' };
      return { working: true, kind: 'redis', state: counters.hasLostCounts ? 'counts lost today' : 'ok' };
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      availability.close();
      for (const each of [client, bulkClient, subscriber]) each.disconnect();
    },
  };
}

/** Rejects with the error of the connection, which says why. The rejection of ioredis only says that it was closed. */
async function connect(client: Client): Promise<void> {
  let cause: unknown = null;
  client.on('error', (error) => {
    cause ??= error;
  });
  await client.connect().catch((error: unknown) => {
    throw cause ?? error;
  });
}
