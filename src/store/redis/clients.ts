/** Creates ioredis clients that never send a command twice. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisTarget } from './url.ts';

export type Client = Redis | Cluster;

/**
 * - `decisions`: small commands. With a single server, the commands of one iteration of the event loop are sent in one
 *   write.
 * - `blobs`: large values, with a longer timeout.
 * - `pubsub`: a connection that only subscribes.
 */
type ClientRole = 'decisions' | 'blobs' | 'pubsub';

interface ClientOptions {
  readonly role: ClientRole;
  /** A command without a reply fails after this time. */
  readonly timeoutMs: number;
  /** In [0, 1). */
  readonly random: () => number;
}

/** No connection without a reply is given up earlier than this, however short the timeout of its commands is. */
const LEAST_SILENCE_MS = 2_000;

/** The first pause is short, because most failures are short. With the longest one, recovery takes far less than 5 s. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** The pause doubles with each attempt. The jitter, half to one and a half times, spreads the attempts of many processes. */
const pauseBefore = (attempt: number, random: () => number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + random());

function optionsFor(target: RedisTarget, { role, timeoutMs }: ClientOptions) {
  const silenceMs = Math.max(LEAST_SILENCE_MS, timeoutMs);
  return {
    // Shown by CLIENT LIST.
    connectionName: `esim-${role}`,
    ...(target.username === null ? {} : { username: target.username }),
    ...(target.password === null ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
    // RESP2 was faster than RESP3 in measurements, and no feature of RESP3 is needed.
    protocol: 2,
    commandTimeout: timeoutMs,
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    // ioredis writes its own warning to stderr if INFO is refused. `checkRedis` waits for a server that loads its data.
    enableReadyCheck: false,
    // A command that is sent twice would be counted twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The error means that the server became a replica. A new connection finds the new master.
    reconnectOnError: (error: Error) => /\bREADONLY\b/.test(error.message),
  } satisfies RedisOptions;
}

export function openClient(target: RedisTarget, options: ClientOptions): Client {
  const { role, random } = options;
  const shared = optionsFor(target, options);
  if (target.cluster) {
    return new Cluster([...target.nodes], {
      redisOptions: shared,
      // The first command for a node opens the connection, and later commands must wait for it instead of failing.
      // `commandTimeout` limits how long.
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
    // ioredis does not handle the failure of a subscription that it repeats, which would end the process.
    autoResubscribe: false,
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
