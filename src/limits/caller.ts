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

/** The proxies whose `X-Forwarded-For` is trusted. */
export interface TrustedProxies {
  readonly ranges: readonly Range[];
}

/** Callers without an address, such as those of a closed socket, share one quota. */
const UNKNOWN_CALLER = 'unknown';

/** Throws an error with a one-line message that lists every entry that is neither an address nor a CIDR range. */
export function parseTrustProxy(cidrs: string): TrustedProxies {
  const ranges: [Address, number][] = [];
  const faults: string[] = [];
  for (const entry of cidrs.split(/[\s,]+/).filter((part) => part !== '')) {
    const range = rangeOf(entry);
    if (range === null) faults.push(JSON.stringify(entry.slice(0, 60)));
    else ranges.push(range);
  }
  if (faults.length > 0 || ranges.length === 0) {
    const found = faults.length > 0 ? `; not usable: ${faults.join(', ')}` : '';
    throw new Error(`give addresses or CIDR ranges, such as 10.0.0.0/8, ::1${found}`);
  }
  return { ranges };
}

/** For the operator, if `trustsEverybody`. */
export const TRUSTS_EVERYBODY =
  'TRUST_PROXY trusts every address (/0), so any client can choose its address with X-Forwarded-For: list only your proxies';

/** True if a range contains every address, so that any client can choose its address with the header. */
export const trustsEverybody = ({ ranges }: TrustedProxies): boolean => ranges.some(([, bits]) => bits === 0);

export function rangeOf(entry: string): [Address, number] | null {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  // A range has no zone, port or brackets.
  const address = /[[\]%]/.test(base) || /^[\d.]+:\d+$/.test(base) ? null : parseAddress(base);
  if (address === null) return null;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const isMapped = address.kind() === 'ipv4' && base.includes(':');
  const prefix = bits === undefined ? width : Number(bits) - (isMapped ? 96 : 0);
  return prefix >= 0 && prefix <= width ? [address, prefix] : null;
}

/**
 * Returns the socket's peer, or, if the peer is a trusted proxy, the right-most hop that is not trusted. Clients can
 * forge every hop to the left of that one. If a hop is not an address, the result is the proxy that added it.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies | null,
): string {
  const nearest = nearestAddress(peer, forwardedFor, trusted);
  return nearest === null ? UNKNOWN_CALLER : networkOf(nearest);
}

function nearestAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies | null,
): Address | null {
  let nearest = parseAddress(peer ?? '');
  if (nearest === null) return null;
  // Repeated headers form one list, in the order of arrival.
  const hops = typeof forwardedFor === 'string' ? forwardedFor : (forwardedFor?.join(',') ?? '');
  let end = hops.length;
  while (end > 0 && trusted !== null && isTrusted(nearest, trusted)) {
    const comma = hops.lastIndexOf(',', end - 1);
    const hop = parseAddress(hops.slice(comma + 1, end));
    if (hop === null) break;
    nearest = hop;
    end = comma;
  }
  return nearest;
}

export function isTrustedProxy(peer: string | undefined, trusted: TrustedProxies | null): boolean {
  const address = trusted === null ? null : parseAddress(peer ?? '');
  return address !== null && trusted !== null && isTrusted(address, trusted);
}

const isTrusted = (address: Address, { ranges }: TrustedProxies): boolean => isInside(address, ranges);

const isInside = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

/** Returns an IPv4 address unchanged, and the /64 network of an IPv6 address. */
function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString()}/64`;
}

/** 128 bits: the probability that any two of a billion callers have the same hash is below 1 in 10^20. */
const KEY_BYTES = 16;

/** The keyed hash that identifies a caller in every store. Without the secret, addresses cannot be tried one by one. */
export function callerKey(address: string, secret: Uint8Array | KeyObject): string {
  // Shortened before it becomes a string, because V8 keeps the whole string behind a slice in memory.
  return createHmac('sha256', secret).update(address).digest().toString('hex', 0, KEY_BYTES);
}

/** An entry of `AGREEMENTS_FILE`: networks whose callers have other limits. */
export interface Agreement {
  readonly name: string;
  readonly networks: readonly Range[];
  /** `address`: each address is a caller. `network`: all networks of the agreement are one caller. */
  readonly per: 'address' | 'network';
  readonly limits: CallerLimits;
}

/** Returns the caller of a request, from `socket.remoteAddress` and `headers['x-forwarded-for']`. */
export type Identify = (
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
) => Caller;

/** `agreements` returns the current agreements. The first one that contains an address applies to it. */
export function createIdentify(
  secret: Uint8Array,
  trusted: TrustedProxies | null,
  agreements: () => readonly Agreement[] = () => [],
): Identify {
  // A key object makes each hash seven times as fast as the raw secret.
  const hashKey = createSecretKey(secret);
  return (peer, forwardedFor) => {
    const address = nearestAddress(peer, forwardedFor, trusted);
    if (address === null) return { key: callerKey(UNKNOWN_CALLER, hashKey) };
    const agreement = agreements().find(({ networks }) => isInside(address, networks));
    if (agreement === undefined) return { key: callerKey(networkOf(address), hashKey) };
    const { name, per, limits } = agreement;
    // The space prevents collisions with addresses, which never contain one.
    const text = per === 'network' ? `agreement ${name}` : networkOf(address);
    return { key: callerKey(text, hashKey), limits, per };
  };
}

/** Longer than any IPv6 address with a zone, brackets and a port. */
const LONGEST_ADDRESS = 100;

/**
 * Accepts `1.2.3.4`, `1.2.3.4:55`, `::1`, `[::1]`, `[::1]:55` and `fe80::1%eth0`. Returns null for anything else, and
 * never throws. An IPv4-mapped IPv6 address becomes the IPv4 address. Octal, hexadecimal and short IPv4 forms are
 * rejected, because parsers interpret them differently.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
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
