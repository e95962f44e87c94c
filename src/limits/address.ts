/** Reads one address as sockets and proxies write it. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

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
