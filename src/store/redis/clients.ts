/** Creates ioredis clients that never send a command twice, and parses `STORE_URL`. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { StoreError } from '../port.ts';
import { pauseBefore } from './breaker.ts';

export type Client = Redis | Cluster;

/** After this time without a reply, the connection is replaced. A blob of many megabytes takes longer than a decision. */
const SILENT_SOCKET_MS: Readonly<Record<ClientRole, number>> = {
  decisions: 2_000,
  blobs: 10_000,
  pubsub: 10_000,
};
const CONNECT_TIMEOUT_MS = 2_000;

/** In [0, 1). */
type Random = () => number;

function optionsFor(target: RedisTarget, role: ClientRole) {
  return {
    // Shown by CLIENT LIST.
    connectionName: `esim-${role}`,
    ...(target.username === null ? {} : { username: target.username }),
    ...(target.password === null ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
    // RESP2 was faster than RESP3 in measurements, and no feature of RESP3 is needed.
    protocol: 2,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENT_SOCKET_MS[role],
    // ioredis writes its own warning to stderr if INFO is refused. `checkRedis` waits for a server that loads its data.
    enableReadyCheck: false,
    // A command that is sent twice would be counted twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // The error means that the server became a replica. A new connection finds the new master.
    reconnectOnError: (error: Error) => /\bREADONLY\b/.test(error.message),
  } satisfies RedisOptions;
}

/**
 * - `decisions`: small commands. The commands of one iteration of the event loop are sent in one write.
 * - `blobs`: large values, with a longer timeout.
 * - `pubsub`: a connection that only subscribes.
 */
export type ClientRole = 'decisions' | 'blobs' | 'pubsub';

export function openClient(target: RedisTarget, random: Random, role: ClientRole): Client {
  const shared = optionsFor(target, role);
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
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
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

// The Redis forms of `STORE_URL`: one server, or a Cluster by some of its nodes, with or without TLS.

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

export interface RedisTarget {
  readonly cluster: boolean;
  readonly tls: boolean;
  /** One for a single server. For a Cluster, the nodes for the first connection. */
  readonly nodes: readonly RedisNode[];
  readonly username: string | null;
  readonly password: string | null;
  /** A Cluster has database 0 only. */
  readonly database: number;
}

const DEFAULT_PORT = 6379;
const FORM =
  'redis://[user:password@]host[:port][/database], rediss://… for TLS, redis+cluster://host:port,host:port for a Cluster';

/** The message never repeats the address, which may contain a password. */
const invalidUrl = (why: string): StoreError =>
  new StoreError('incompatible', `the Redis address ${why}; its form is ${FORM}`);

export function parseRedisUrl(url: string): RedisTarget {
  const [, scheme, cluster, credentials, hosts, database] =
    /^(rediss?)(\+cluster)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/(\d*))?$/.exec(url) ?? [];
  if (scheme === undefined || hosts === undefined) throw invalidUrl('is not valid');
  const nodes = hosts.split(',').map(nodeOf);
  if (cluster === undefined && nodes.length > 1)
    throw invalidUrl('has several hosts but is not a Cluster address');
  if (cluster !== undefined && Number(database ?? '') > 0) {
    throw invalidUrl('has a database number, but a Cluster has only database 0');
  }
  return {
    cluster: cluster !== undefined,
    tls: scheme === 'rediss',
    nodes,
    ...credentialsOf(credentials),
    database: Number(database ?? ''),
  };
}

function nodeOf(text: string): RedisNode {
  const [, ipv6, name, port] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = ipv6 ?? name;
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (host === undefined || number < 1 || number > 65_535) throw invalidUrl('has an invalid host or port');
  return { host, port: number };
}

function credentialsOf(text: string | undefined): Pick<RedisTarget, 'username' | 'password'> {
  if (text === undefined || text === '') return { username: null, password: null };
  const [, username = '', password] = /^([^:]*)(?::(.*))?$/.exec(text) ?? [];
  try {
    return {
      username: username === '' ? null : decodeURIComponent(username),
      password: password === undefined || password === '' ? null : decodeURIComponent(password),
    };
  } catch {
    throw invalidUrl('has a user or password with an invalid % escape');
  }
}
