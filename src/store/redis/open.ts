/**
 * The shared store, Redis or Valkey, for several processes on several machines.
 *
 * - Counters: one script takes units of all windows in one round trip, on the server's clock. All counters share one
 *   slot, because scripts are not atomic across slots. So a cluster adds availability, but not more decisions per second.
 * - A command without a reply in time fails, and the first failure opens the circuit breaker.
 * - There are two connections for commands, so that a large blob never delays a decision, and one for pub/sub.
 */
import type { Policies } from '../../limits/policies.ts';
import type { Clock } from '../../limits/port.ts';
import { DEADLINE_MS, RequestDeadline } from '../deadline.ts';
import { type OnStoreEvent, type Store, StoreError, type StoreStatus } from '../port.ts';
import { Breaker } from './breaker.ts';
import { checkDatabase, checkRedis } from './check.ts';
import { mastersOf, openClient } from './clients.ts';
import { RedisCounters } from './counters.ts';
import { ACCESS_REFUSED, openErrorOf, SLOW, stateOf, tlsFault } from './failures.ts';
import { KeyTypes, wrongKeyText } from './key-types.ts';
import { keysUnder } from './keys.ts';
import { Link } from './link.ts';
import { redisSnapshots } from './snapshots.ts';
import { parseRedisUrl } from './url.ts';
import { redisCache, redisClicks, redisDocuments, redisLeases } from './values.ts';

/** For blobs and documents. No request waits for them. */
const BULK_DEADLINE_MS = 30_000;
/** Announcements may be lost with a connection, so the newest snapshot is also polled. */
const POLL_MS = 5_000;

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
  /** How long a decision may wait for the server. */
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
  const client = openClient(target, randomFraction, 'decisions', deadlineMs);
  const bulkClient = openClient(target, randomFraction, 'blobs', deadlineMs);
  const subscriber = openClient(target, randomFraction, 'pubsub', deadlineMs);
  let state = 'ok';
  let isOpening = true;
  let isFailureReported = false;
  const reportFailure = () => {
    // Most failures while the store is opened become the error of this function.
    if (isOpening) return;
    isFailureReported = true;
    const message = `the shared store cannot be used (${state}): counted requests get 503`;
    onEvent({ level: 'error', message });
  };

  // The breaker and the counters refer to each other. None of these functions runs before `connect` below.
  const breaker: Breaker = new Breaker({
    async probe() {
      try {
        await checkDatabase(client, target.database);
        await counters.joinEpoch();
      } catch (error) {
        noteRefusal(error);
        // In a cluster another node may have become the master, so the next probe needs the current slots.
        if ('refreshSlotsCache' in client) client.refreshSlotsCache();
        throw error;
      }
    },
    random: randomFraction,
    onOpen(cause) {
      state = stateOf(cause);
      reportFailure();
      // Replies have the order of their commands, so the connection must be replaced after a missing reply.
      const reconnects = true;
      if (state === SLOW) client.disconnect(reconnects);
    },
    onClose() {
      state = 'ok';
      if (isFailureReported) onEvent({ level: 'info', message: 'the shared store works again' });
      isFailureReported = false;
      void refresh();
    },
  });
  const keyTypes = new KeyTypes(bulkClient, keys, onEvent);
  const onRefusal = (error: unknown) => keyTypes.suspect(error);
  const link = new Link(client, breaker, deadlineMs, onRefusal);
  // A failed large transfer does not mean that decisions fail, so this link does not use the breaker.
  const bulk = new Link(bulkClient, { isOpen: false, fail: () => {} }, BULK_DEADLINE_MS, onRefusal);

  const counters = new RedisCounters({ link, keys, policies, random, onEvent, clock, timeSource });
  const snapshots = redisSnapshots(bulk, keys);
  const refresh = () => snapshots.refresh().catch(() => {});
  // The interval is random, so that processes do not poll at the same moment.
  const poll = setInterval(
    () => {
      void refresh();
      void keyTypes.check().catch(() => {});
    },
    POLL_MS * (0.75 + randomFraction() / 2),
  ).unref();
  subscriber.on('error', () => {});
  subscriber.on('ready', () => void refresh());
  subscriber.on('message', () => void refresh());

  let exactError: unknown = null;
  function noteRefusal(error: unknown): void {
    if (tlsFault(error) !== null) exactError = error;
    if (stateOf(error) !== ACCESS_REFUSED) return;
    exactError = error;
    breaker.fail(error);
    // If the breaker was already open for another reason, `fail` did nothing. The refusal is the more exact reason.
    if (breaker.isOpen && state !== ACCESS_REFUSED) {
      state = ACCESS_REFUSED;
      reportFailure();
    }
  }
  for (const each of [client, bulkClient]) each.on('error', noteRefusal);
  client.on('close', () => breaker.fail(new Error('closed')));
  client.on('ready', () => breaker.probeSoon());

  const close = async (): Promise<void> => {
    breaker.stop();
    clearInterval(poll);
    for (const each of [client, bulkClient, subscriber]) each.disconnect();
  };

  try {
    await client.connect();
    await checkDatabase(client, target.database);
    await checkRedis(mastersOf(client), onEvent);
    await Promise.all([bulkClient.connect(), subscriber.connect()]);
    const wrongKey = await keyTypes.check();
    if (wrongKey !== null) throw new StoreError('incompatible', wrongKeyText(wrongKey));
    // No request waits for the opening, so a slow server has more time.
    await counters.joinEpoch(new RequestDeadline(BULK_DEADLINE_MS));
    await snapshots.refresh();
    await subscriber.subscribe(keys.channel);
    isOpening = false;
    // The connection was lost after the last decision of the opening.
    if (breaker.isOpen) reportFailure();
  } catch (error) {
    await close();
    // `exactError` is more exact: the error of `connect` only states that the connection was closed.
    throw openErrorOf(target, exactError ?? error);
  }

  return {
    snapshots,
    cache: redisCache(link, keys, clock, snapshots.generation),
    leases: redisLeases(link, bulk, keys, random),
    documents: redisDocuments(bulk, keys),
    clicks: redisClicks(bulk, keys),
    counters,
    status(): StoreStatus {
      if (breaker.isOpen) return { working: false, kind: 'redis', state };
      if (!keyTypes.areRight) return { working: false, kind: 'redis', state: 'key of a wrong type' };
      return { working: true, kind: 'redis', state: counters.hasLostCounts ? 'counts lost today' : 'ok' };
    },
    close,
  };
}
