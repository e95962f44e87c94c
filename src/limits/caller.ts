/**
 * Identifies the caller of a request: one IPv4 address, or one IPv6 /64 network, which usually belongs to one household
 * or host. Addresses exist only in memory, and stores contain only a keyed hash. Nothing in this file logs.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CallerLimits } from './policies.ts';
import type { Caller } from './port.ts';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network address and its prefix length in bits. */
export type Range = readonly [Address, number];

/** The bits of an address. */
const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;
/** The first bits of an address, which are the same for all addresses of a caller. */
const CALLER_BITS = { ipv4: 32, ipv6: 64 } as const;
/** The bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;

/** Callers without an address, such as those of a closed socket, share one quota. */
const UNKNOWN_CALLER = 'unknown';

/**
 * Parses the networks of the proxies whose `X-Forwarded-For` is trusted. Throws an error with a one-line message that
 * lists every entry that is neither an address nor a CIDR range.
 */
export function parseTrustProxy(cidrs: string): readonly Range[] {
  const ranges: Range[] = [];
  const faults: string[] = [];
  for (const entry of cidrs.split(/[\s,]+/).filter((part) => part !== '')) {
    const range = rangeOf(entry);
    // A message has one line, so a long entry is cut.
    if (range === null) faults.push(JSON.stringify(entry.slice(0, 60)));
    else ranges.push(range);
  }
  if (faults.length > 0 || ranges.length === 0) {
    const found = faults.length > 0 ? `; not usable: ${faults.join(', ')}` : '';
    throw new Error(`give addresses or CIDR ranges, such as 10.0.0.0/8, ::1${found}`);
  }
  return ranges;
}

/** For the operator, if `trustsEverybody`. */
export const TRUSTS_EVERYBODY =
  'TRUST_PROXY trusts every address (/0), so any client can choose its address with X-Forwarded-For: list only your proxies';

/** True if a range contains every address, so that any client can choose its address with the header. */
export const trustsEverybody = (trusted: readonly Range[]): boolean => trusted.some(([, bits]) => bits === 0);

export function rangeOf(entry: string): Range | null {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  // A range has no zone, port or brackets.
  const address = /[[\]%]/.test(base) || /^[\d.]+:\d+$/.test(base) ? null : parseAddress(base);
  if (address === null) return null;
  const width = ADDRESS_BITS[address.kind()];
  // The prefix of an IPv4-mapped range, such as ::ffff:10.0.0.0/104, counts the bits of the IPv6 address.
  const isMapped = address.kind() === 'ipv4' && base.includes(':');
  const prefix = bits === undefined ? width : Number(bits) - (isMapped ? MAPPED_BITS : 0);
  return prefix >= 0 && prefix <= width ? [address, prefix] : null;
}

/**
 * The header is read before the burst limit, so a client must not make this expensive. A request that really passes
 * through proxies of one operator has few of them.
 */
const MAX_HOPS = 20;

/**
 * Returns the socket's peer, or, if the peer is a trusted proxy, the right-most hop that is not trusted. Clients can
 * forge every hop to the left of that one. If a hop is not an address, the result is the proxy that added it. If the
 * last 20 hops are all trusted, the header is not plausible and the result is the peer: unlike the hops, it cannot be
 * chosen by a client that wants to be another caller with each request. null: the socket has no address.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: readonly Range[],
): Address | null {
  let client = parseAddress(peer ?? '');
  if (client === null || trusted.length === 0) return client;
  // Repeated headers form one list, in the order of arrival.
  const hops = typeof forwardedFor === 'string' ? forwardedFor : (forwardedFor?.join(',') ?? '');
  const proxy = client;
  let end = hops.length;
  for (let read = 0; end > 0 && isInside(client, trusted); read += 1) {
    if (read === MAX_HOPS) return proxy;
    const comma = hops.lastIndexOf(',', end - 1);
    const hop = parseAddress(hops.slice(comma + 1, end));
    if (hop === null) break;
    client = hop;
    end = comma;
  }
  return client;
}

export function isTrustedProxy(peer: string | undefined, trusted: readonly Range[]): boolean {
  if (trusted.length === 0) return false;
  const address = parseAddress(peer ?? '');
  return address !== null && isInside(address, trusted);
}

const isInside = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

/** The name of a caller: an IPv4 address, or the /64 network of an IPv6 address. */
export function callerName(address: Address | null): string {
  if (address === null) return UNKNOWN_CALLER;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4);
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString()}/${CALLER_BITS.ipv6}`;
}

/** 128 bits: the probability that any two of a billion callers have the same hash is below 1 in 10^20. */
const KEY_BYTES = 16;

/** The keyed hash that identifies a caller in every store. Without the secret, addresses cannot be tried one by one. */
export function callerKey(name: string, secret: Uint8Array | KeyObject): string {
  // Shortened before it becomes a string, because V8 keeps the whole string behind a slice in memory.
  return createHmac('sha256', secret).update(name).digest().toString('hex', 0, KEY_BYTES);
}

/** An entry of `AGREEMENTS_FILE`: other limits, or none at all. */
export type Agreement = Grant | Block;

/** Networks whose callers have other limits. */
export interface Grant {
  readonly name: string;
  readonly networks: readonly Range[];
  /** `address`: each address is a caller. `network`: all networks of the agreement are one caller. */
  readonly per: 'address' | 'network';
  readonly limits: CallerLimits;
}

/** Networks whose callers are refused. */
export interface Block {
  readonly name: string;
  readonly networks: readonly Range[];
  readonly block: true;
}

/** Returns the caller of a request, from `socket.remoteAddress` and `headers['x-forwarded-for']`. */
type Identify = (peer: string | undefined, forwardedFor: string | readonly string[] | undefined) => Caller;

/** `agreements` returns the current agreements. The first one that contains an address applies to it. */
export function createIdentify(
  secret: Uint8Array,
  trusted: readonly Range[],
  agreements: () => readonly Agreement[] = () => [],
): Identify {
  // A key object makes each hash seven times as fast as the raw secret.
  const hashKey = createSecretKey(secret);
  return (peer, forwardedFor) => {
    const address = clientAddress(peer, forwardedFor, trusted);
    const agreement = address && agreements().find(({ networks }) => isInside(address, networks));
    const key = callerKey(callerName(address), hashKey);
    if (!agreement) return { key };
    if ('block' in agreement) return { key, isBlocked: true };
    const { name, per, limits } = agreement;
    return { key: per === 'network' ? callerKey(sharedCaller(name), hashKey) : key, limits, per };
  };
}

/** The one caller of an agreement by network. The space prevents collisions with addresses, which never contain one. */
const sharedCaller = (name: string): string => `agreement ${name}`;

/** Hashing this many addresses takes about a tenth of a second. */
const MOST_LISTED = 65_536;

/** The keys of all callers of an agreement, for the operator; null: it has more than can be listed. */
export function callerKeysOf({ name, networks, per }: Grant, secret: Uint8Array): ReadonlySet<string> | null {
  const hashKey = createSecretKey(secret);
  if (per === 'network') return new Set([callerKey(sharedCaller(name), hashKey)]);
  const total = networks.reduce((sum, network) => sum + callersIn(network), 0);
  if (total > MOST_LISTED) return null;
  const keys = new Set<string>();
  for (const network of networks)
    for (let position = 0; position < callersIn(network); position += 1)
      keys.add(callerKey(callerName(addressAt(network, position)), hashKey));
  return keys;
}

const callersIn = ([base, bits]: Range): number => 2 ** Math.max(0, CALLER_BITS[base.kind()] - bits);

/** The first address of the caller with this position in a network. */
function addressAt([base, bits]: Range, position: number): Address {
  const width = ADDRESS_BITS[base.kind()];
  const hostBits = BigInt(width - bits);
  const first = (BigInt(`0x${Buffer.from(base.toByteArray()).toString('hex')}`) >> hostBits) << hostBits;
  const addressesOfCaller = 1n << BigInt(width - CALLER_BITS[base.kind()]);
  const address = first + BigInt(position) * addressesOfCaller;
  const hex = address.toString(16).padStart(width / 4, '0');
  return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]);
}

/** Longer than any IPv6 address with a zone, brackets and a port. */
const LONGEST_ADDRESS = 100;

/**
 * Accepts `1.2.3.4`, `1.2.3.4:55`, `::1`, `[::1]`, `[::1]:55` and `fe80::1%eth0`. Returns null for anything else, and
 * never throws. An IPv4-mapped IPv6 address becomes the IPv4 address. Octal, hexadecimal and short IPv4 forms are
 * rejected, because parsers interpret them differently.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const bare = withoutZone(withoutPort(text.trim()));
  // Node validates the text, because ipaddr.js validates by catching an exception, which takes 50 µs per invalid hop.
  if (isIPv4(bare)) return ipaddr.IPv4.parse(bare);
  if (!isIPv6(bare)) return null;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^[\]]+)\](?::\d{1,5})?$/.exec(text);
  // Only IPv6 is written in brackets.
  if (bracketed?.[1] !== undefined) return bracketed[1].includes(':') ? bracketed[1] : '';
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text);
  return withPort?.[1] ?? text;
}

/** Removes an IPv6 zone, which has a meaning only on one machine. Returns '' if the zone is not valid. */
function withoutZone(text: string): string {
  const at = text.indexOf('%');
  if (at < 0) return text;
  return text.includes(':') && /^[\w.-]+$/.test(text.slice(at + 1)) ? text.slice(0, at) : '';
}
