/** Creates ioredis clients that never send a command twice. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { pauseBefore } from './breaker.ts';
import type { RedisTarget } from './url.ts';

export type Client = Redis | Cluster;

/**
 * - `decisions`: small commands. With a single server, the commands of one iteration of the event loop are sent in one
 *   write.
 * - `blobs`: large values, with a longer timeout.
 * - `pubsub`: a connection that only subscribes.
 */
type ClientRole = 'decisions' | 'blobs' | 'pubsub';

/**
 * After this time without a reply, the connection is replaced. A blob of many megabytes takes longer than a decision. A
 * subscriber waits only for the reply to its subscription, so its limit is not critical.
 */
const SILENT_SOCKET_MS: Readonly<Record<ClientRole, number>> = {
  decisions: 2_000,
  blobs: 10_000,
  pubsub: 10_000,
};
const CONNECT_TIMEOUT_MS = 2_000;

/** In [0, 1). */
type Random = () => number;

function optionsFor(target: RedisTarget, role: ClientRole, leastTimeoutMs: number) {
  return {
    // Shown by CLIENT LIST.
    connectionName: `esim-${role}`,
    ...(target.username === null ? {} : { username: target.username }),
    ...(target.password === null ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
    // RESP2 was faster than RESP3 in measurements, and no feature of RESP3 is needed.
    protocol: 2,
    connectTimeout: Math.max(CONNECT_TIMEOUT_MS, leastTimeoutMs),
    socketTimeout: Math.max(SILENT_SOCKET_MS[role], leastTimeoutMs),
    // ioredis writes its own warning to stderr if INFO is refused. `checkRedis` waits for a server that loads its data.
    enableReadyCheck: false,
    // A command that is sent twice would be counted twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The error means that the server became a replica. A new connection finds the new master.
    reconnectOnError: (error: Error) => /\bREADONLY\b/.test(error.message),
  } satisfies RedisOptions;
}

/** `leastTimeoutMs`: how long the caller may wait for a reply. No connection is given up earlier. */
export function openClient(
  target: RedisTarget,
  random: Random,
  role: ClientRole,
  leastTimeoutMs: number,
): Client {
  const shared = optionsFor(target, role, leastTimeoutMs);
  if (target.cluster) {
    return new Cluster([...target.nodes], {
      redisOptions: shared,
      // The first command for a node opens the connection, and later commands must wait for it instead of failing.
      // The deadline and the breaker limit how many can wait.
      enableOfflineQueue: true,
      lazyConnect: true,
      clusterRetryStrategy: (attempt) => pauseBefore(attempt, random),
      // A command is not sent again after its connection broke, because it may have been executed.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshTimeout: shared.connectTimeout,
      slotsRefreshInterval: 10_000,
      // Certificates contain host names, so names are not resolved.
      ...(target.tls ? { dnsLookup: (name, done) => done(null, name) } : {}),
    });
  }
  const client = new Redis({
    ...shared,
    ...target.nodes[0]!,
    db: target.database,
    // A subscription waits for the connection. A command fails while there is none.
    enableOfflineQueue: role === 'pubsub',
    enableAutoPipelining: role === 'decisions',
    lazyConnect: true,
    retryStrategy: (attempt) => pauseBefore(attempt, random),
  });
  // ioredis handles only the first error of a socket, but a failed TLS handshake emits two.
  return client.on('error', () => void client.stream?.on('error', () => {}));
}

/** The single server, or the masters of a Cluster. */
export function mastersOf(client: Client): readonly Redis[] {
  return client instanceof Redis ? [client] : client.nodes('master');
}
