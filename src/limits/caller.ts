/**
 * Who asks: one IPv4 address, or one IPv6 /64 network (a household or a host has the whole of it).
 * Addresses live here only as text in memory; what is kept is a keyed hash. Nothing in this file logs.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CallerLimits } from './policies.ts';
import type { Caller } from './port.ts';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network, and how many of its bits count. */
export type Range = readonly [Address, number];

/** The proxies whose `X-Forwarded-For` is believed. */
export interface TrustedProxies {
  readonly ranges: readonly Range[];
}

/** All who cannot be told apart share one allowance: a socket that is gone, or one that has no address. */
const UNKNOWN_CALLER = 'unknown';

/** Throws one line that lists every entry that is no address and no CIDR range. */
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

/** A range of every address: whoever writes the header then chooses whose allowance is spent. */
export const trustsEverybody = ({ ranges }: TrustedProxies): boolean => ranges.some(([, bits]) => bits === 0);

export function rangeOf(entry: string): [Address, number] | null {
  const [, base = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  // No zone, port or bracket makes sense in a range, so only the bare forms are taken.
  const address = /[[\]%]/.test(base) || /^[\d.]+:\d+$/.test(base) ? null : parseAddress(base);
  if (address === null) return null;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  const isMapped = address.kind() === 'ipv4' && base.includes(':');
  const prefix = bits === undefined ? width : Number(bits) - (isMapped ? 96 : 0);
  return prefix >= 0 && prefix <= width ? [address, prefix] : null;
}

/**
 * The socket's peer; or, where the peer is trusted, the right-most hop that is not. Every hop to the left of that one
 * was written by a stranger. Where a hop cannot be read, whoever wrote it is the last one known: it stands for itself.
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
  // Repeated headers are one list, in the order in which they came.
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

/** Whether a socket's peer is one of them. */
export function isTrustedProxy(peer: string | undefined, trusted: TrustedProxies | null): boolean {
  const address = trusted === null ? null : parseAddress(peer ?? '');
  return address !== null && trusted !== null && isTrusted(address, trusted);
}

const isTrusted = (address: Address, { ranges }: TrustedProxies): boolean => isInside(address, ranges);

const isInside = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

/** IPv4 whole; IPv6 as its /64. */
function networkOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0]).toString()}/64`;
}

/** 128 bits: among a billion callers, any two share a hash with a chance below 1 in 10^20. */
const KEY_BYTES = 16;

/** The keyed hash that stands for a caller in every store. Without the secret it cannot be tried address by address. */
export function callerKey(address: string, secret: Uint8Array | KeyObject): string {
  // Cut before it becomes text: a slice of a text would keep the whole in memory.
  return createHmac('sha256', secret).update(address).digest().toString('hex', 0, KEY_BYTES);
}

/** A key alone is a caller without an agreement. */
export const callerOf = (caller: Caller | string): Caller =>
  typeof caller === 'string' ? { key: caller } : caller;

/** Networks whose callers have figures of their own, as `AGREEMENTS_FILE` names them. */
export interface Agreement {
  readonly name: string;
  readonly networks: readonly Range[];
  /** `network`: all networks of the agreement are one caller. */
  readonly per: 'address' | 'network';
  readonly limits: CallerLimits;
}

/** Returns the caller of a request, from `socket.remoteAddress` and `headers['x-forwarded-for']`. */
export type Identify = (
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
) => Caller;

/** `agreements`: those in force at the moment. The first that lists an address applies to it. */
export function createIdentify(
  secret: Uint8Array,
  trusted: TrustedProxies | null,
  agreements: () => readonly Agreement[] = () => [],
): Identify {
  // Made once: a raw secret would be prepared anew for each hash, which takes seven times as long.
  const hashing = createSecretKey(secret);
  return (peer, forwardedFor) => {
    const address = nearestAddress(peer, forwardedFor, trusted);
    if (address === null) return { key: callerKey(UNKNOWN_CALLER, hashing) };
    const agreement = agreements().find(({ networks }) => isInside(address, networks));
    if (agreement === undefined) return { key: callerKey(networkOf(address), hashing) };
    const { name, per, limits } = agreement;
    // No address contains a blank, so no address has the key of an agreement.
    const text = per === 'network' ? `agreement ${name}` : networkOf(address);
    return { key: callerKey(text, hashing), limits };
  };
}

/** The longest IPv6 text with a zone, brackets and a port; anything longer is garbage and not worth a parse. */
const LONGEST_ADDRESS = 100;

/**
 * Takes `1.2.3.4`, `1.2.3.4:55`, `::1`, `[::1]`, `[::1]:55`, `fe80::1%eth0`; null for all else, and it never throws.
 * An IPv4-mapped IPv6 address is the IPv4 address. Octal, hexadecimal and short IPv4 forms are garbage: readers differ.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const bare = withoutZone(withoutPort(text.trim()));
  // Node judges and the library reads: its own judgement rests on a caught exception, at 50 µs for each forged hop.
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

/** A zone names a network card of one machine; it says nothing to another. One that readers differ on is garbage. */
function withoutZone(text: string): string {
  const at = text.indexOf('%');
  if (at < 0) return text;
  return text.includes(':') && /^[\w.-]+$/.test(text.slice(at + 1)) ? text.slice(0, at) : '';
}
