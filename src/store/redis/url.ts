/** Parses the Redis forms of `STORE_URL`: one server, or a Cluster by some of its nodes, with or without TLS. */
import { StoreError } from '../port.ts';

interface RedisNode {
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
