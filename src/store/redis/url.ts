/** How `STORE_URL` names a Redis: one server, or a Cluster by some of its nodes, in the open or over TLS. */
import { StoreError } from '../port.ts';

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
