/** Creates ioredis clients that never send a command twice, and parses `STORE_URL`. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { StoreError } from '../port.ts';
import { pauseBefore } from './breaker.ts';

export type Client = Redis | Cluster;

/** A server that accepts but does not answer is given up for a new connection after this long. */
const SILENT_SOCKET_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** In [0, 1). */
type Random = () => number;

function optionsFor(target: RedisTarget, role: ClientRole, socketTimeoutMs: number) {
  return {
    // For the operator's CLIENT LIST.
    connectionName: `esim-${role}`,
    ...(target.username === null ? {} : { username: target.username }),
    ...(target.password === null ? {} : { password: target.password }),
    ...(target.tls ? { tls: {} } : {}),
    // The older protocol: nothing here needs the newer, and it was the faster of the two.
    protocol: 2,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: socketTimeoutMs,
    // A decision that is sent twice would be counted twice.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A replica where a master was: only a new connection finds the new master.
    reconnectOnError: (error: Error) => /\bREADONLY\b/.test(error.message),
  } satisfies RedisOptions;
}

/**
 * - `decisions`: small commands; those of one turn of the event loop leave in one write.
 * - `blobs`: large values, with more time before a silent socket is dropped.
 * - `pubsub`: a connection that only listens.
 */
export type ClientRole = 'decisions' | 'blobs' | 'pubsub';

export function openClient(target: RedisTarget, random: Random, role: ClientRole): Client {
  const shared = optionsFor(target, role, role === 'decisions' ? SILENT_SOCKET_MS : SILENT_SOCKET_MS * 5);
  if (target.cluster) {
    return new Cluster([...target.nodes], {
      redisOptions: shared,
      // The first command for a node connects to it; those that follow must wait for that moment, not fail. The
      // deadline and the breaker bound how many can wait.
      enableOfflineQueue: true,
      lazyConnect: true,
      clusterRetryStrategy: (attempt) => pauseBefore(attempt, random),
      // Nothing is sent again after its connection broke: its reply is lost, not its effect.
      retryDelayOnFailover: 0,
      retryDelayOnClusterDown: 0,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      slotsRefreshInterval: 10_000,
      // Certificates name hosts, so names are kept as they are.
      ...(target.tls ? { dnsLookup: (name, done) => done(null, name) } : {}),
    });
  }
  const client = new Redis({
    ...shared,
    ...target.nodes[0]!,
    db: target.database,
    // A listener subscribes as soon as it is connected; a command fails while there is no connection.
    enableOfflineQueue: role === 'pubsub',
    enableAutoPipelining: role === 'decisions',
    lazyConnect: true,
    retryStrategy: (attempt) => pauseBefore(attempt, random),
  });
  // The library listens to the first error of a socket only; a broken TLS handshake has two.
  return client.on('error', () => void client.stream?.on('error', () => {}));
}

/** The servers that hold data: one, or the masters of a Cluster. */
export function mastersOf(client: Client): readonly Redis[] {
  return client instanceof Redis ? [client] : client.nodes('master');
}

// How `STORE_URL` names a Redis: one server, or a Cluster by some of its nodes, in the open or over TLS.

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

export interface RedisTarget {
  readonly cluster: boolean;
  readonly tls: boolean;
  /** One for a single server; for a Cluster those that are asked first. */
  readonly nodes: readonly RedisNode[];
  readonly username: string | null;
  readonly password: string | null;
  /** A Cluster has database 0 only. */
  readonly database: number;
}

const DEFAULT_PORT = 6379;
const SHAPE =
  'redis://[user:password@]host[:port][/database], rediss://… for TLS, redis+cluster://host:port,host:port for a Cluster';

/** The message never repeats the address: a password may be in it. */
const unusable = (why: string): StoreError =>
  new StoreError('incompatible', `the Redis address ${why}; the shape is ${SHAPE}`);

export function isRedisUrl(url: string): boolean {
  return /^rediss?(\+cluster)?:\/\//.test(url);
}

export function parseRedisUrl(url: string): RedisTarget {
  const [, scheme, cluster, credentials, hosts, database] =
    /^(rediss?)(\+cluster)?:\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/(\d*))?$/.exec(url) ?? [];
  if (scheme === undefined || hosts === undefined) throw unusable('cannot be read');
  const nodes = hosts.split(',').map(nodeOf);
  if (cluster === undefined && nodes.length > 1) throw unusable('names several hosts but no Cluster');
  if (cluster !== undefined && Number(database ?? '') > 0) {
    throw unusable('names a database, and a Cluster has none but 0');
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
  if (host === undefined || number < 1 || number > 65_535)
    throw unusable('has a host or port that cannot be read');
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
    throw unusable('has a user or password with a broken % escape');
  }
}
