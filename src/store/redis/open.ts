/**
 * The folder: the shared store, Redis or Valkey behind the store's port, for many processes on many machines. It imports
 * `limits/`. An open one may be called at any time.
 *
 * - Counters: one script, one round trip, all windows or none; time is the server's. All counters share one slot,
 *   because nothing is atomic across slots: a Cluster gives availability, not more decisions a second.
 * - It never waits: a command that is not answered in time fails, the first failure opens the breaker, and one probe
 *   at a time finds out when the store is back.
 * - Two connections for commands, so that a large blob never stands in the way of a decision; one for messages.
 */
import type { Policies } from '../../limits/policies.ts';
import type { Clock } from '../../limits/port.ts';
import type { OnStoreEvent, Store, StoreStatus } from '../port.ts';
import { Breaker } from './breaker.ts';
import { checkRedis } from './check.ts';
import { type Client, mastersOf, nodesOf, openClient, openListener, parseRedisUrl } from './clients.ts';
import { RedisCounters } from './counters.ts';
import { ACCESS_REFUSED, stateOf, storeErrorOf } from './failures.ts';
import { keysUnder } from './keys.ts';
import { BULK_DEADLINE_MS, COMMAND_DEADLINE_MS, Link } from './link.ts';
import { News } from './news.ts';
import { Recollection, Recovery } from './recovery.ts';
import { Refusals } from './refusals.ts';
import { loadScripts } from './scripts.ts';
import { redisSnapshots } from './snapshots.ts';
import { redisCache, redisDocuments, redisLeases } from './values.ts';

export interface RedisStoreOptions {
  readonly url: string;
  readonly policies: Policies;
  /** For cached answers alone, where a moment must become a duration. */
  readonly clock: Clock;
  /** That many random bytes, for secrets and tokens. */
  readonly random: (bytes: number) => Uint8Array;
  readonly onEvent: OnStoreEvent;
  /** Lets several services share one Redis. */
  readonly keyPrefix?: string;
  /** Milliseconds that never go back, whatever happens to the wall clock. */
  readonly monotonic?: () => number;
  /** How long a decision may wait for the server before it is refused as unavailable. */
  readonly deadlineMs?: number;
  /** For tests: decides at these times in place of the server's. */
  readonly timeSource?: () => number;
}

export async function openRedisStore({
  url,
  policies,
  clock,
  random,
  onEvent,
  keyPrefix = 'esim',
  monotonic = () => performance.now(),
  deadlineMs = COMMAND_DEADLINE_MS,
  timeSource,
}: RedisStoreOptions): Promise<Store> {
  const target = parseRedisUrl(url);
  const keys = keysUnder(keyPrefix);
  const chance = (): number => Buffer.from(random(4)).readUInt32BE() / 2 ** 32;
  const client = openClient(target, chance);
  const bulkClient = openClient(target, chance, { bulk: true });
  let state = 'ok';

  const breaker: Breaker = new Breaker({
    probe: () => recovery.probe().catch((error: unknown) => rethrowAfterRefresh(client, error)),
    random: chance,
    onOpen(cause) {
      state = stateOf(cause);
      onEvent({
        level: 'error',
        kind: 'failing',
        message: `the shared store is ${state}: counted requests get 503`,
      });
    },
    onClose() {
      state = 'ok';
      onEvent({ level: 'info', kind: 'recovered', message: 'the shared store is back' });
      cache.refresh().catch(() => {});
      void counters.settle();
    },
    onStuck() {
      if (client.status === 'ready') client.disconnect(true);
    },
  });
  const link = new Link(client, breaker, deadlineMs);
  // Large transfers fail for themselves: they must neither open the breaker nor wait for it.
  const bulk = new Link(bulkClient, { isOpen: false, fail: () => {} }, BULK_DEADLINE_MS);

  const recollection = new Recollection();
  const refusals = new Refusals(monotonic);
  const recovery: Recovery = new Recovery({
    link,
    keys,
    recollection,
    random,
    onEvent,
    secret: () => counters.knownSecret,
    timeSource,
  });
  const counters: RedisCounters = new RedisCounters({
    link,
    keys,
    policies,
    random,
    refusals,
    recollection,
    onEvent,
    epoch: () => recovery.epoch,
    restore: () =>
      recovery.restore().catch((error: unknown) => {
        breaker.fail(error);
        throw storeErrorOf(error);
      }),
    timeSource,
  });
  const cache = redisCache(link, keys, clock);
  const snapshots = redisSnapshots(bulk, keys, random, cache.heardGeneration);
  const news = new News({
    open: (attempt) => {
      const nodes = nodesOf(client, target);
      return openListener(target, nodes[attempt % nodes.length]!);
    },
    channels: {
      [keys.freedChannel]: (message) => counters.heardRefund(message),
      [keys.snapshotChannel]: snapshots.heardAnnouncement,
      [keys.generationChannel]: cache.heardGeneration,
    },
    onListening: (listening) => refusals.setListening(listening),
    poll: async () => {
      await cache.refresh();
      await snapshots.poll();
    },
    random: chance,
  });

  let refusedAccess: Error | null = null;
  for (const each of [client, bulkClient]) {
    each.on('error', (error: Error) => {
      if (stateOf(error) !== ACCESS_REFUSED) return;
      refusedAccess = error;
      breaker.fail(error);
      if (breaker.isOpen && state !== ACCESS_REFUSED) {
        state = ACCESS_REFUSED;
        onEvent({
          level: 'error',
          kind: 'failing',
          message: `the shared store: ${ACCESS_REFUSED}`,
        });
      }
    });
  }
  client.on('close', () => breaker.fail(new Error('closed')));
  client.on('ready', () => breaker.hint());

  const close = async (): Promise<void> => {
    breaker.stop();
    news.stop();
    client.disconnect();
    bulkClient.disconnect();
  };

  try {
    await Promise.all([client.connect(), bulkClient.connect()]);
    await checkRedis(mastersOf(client), onEvent);
    await loadScripts(mastersOf(client));
    await recovery.begin();
    await cache.refresh();
    await news.connect();
  } catch (error) {
    await close();
    // The client only says that the connection was closed.
    throw storeErrorOf(refusedAccess ?? error);
  }

  return {
    snapshots,
    cache,
    leases: redisLeases(link, keys, random),
    documents: redisDocuments(bulk, keys),
    counters,
    status(): StoreStatus {
      const words = recovery.hasLostCounts ? 'counts lost today, brought back from memory' : state;
      return { working: !breaker.isOpen, kind: 'redis', state: breaker.isOpen ? state : words };
    },
    close,
  };
}

/** In a Cluster another node may have taken over: the next probe should ask the right one. */
function rethrowAfterRefresh(client: Client, error: unknown): never {
  if ('refreshSlotsCache' in client) client.refreshSlotsCache();
  throw error;
}
