/** Tells public addresses from addresses of the machine and of its networks. */
import ipaddr from 'ipaddr.js';

/** The host without brackets. The URL parser has converted 0x7f.1 and 2130706433 to dotted form. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;

type AddressKind = 'public' | 'loopback' | 'other';

/** Global unicast is the assigned part of IPv6. It excludes IPv4-compatible, NAT64 and site-local addresses. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'other';
  // ipaddr.js treats the IPv4-compatible ::8.8.8.8 as the IPv4-mapped ::ffff:8.8.8.8.
  if (text.includes(':') && text.includes('.') && !/^[0:]*:ffff:/i.test(text)) return 'other';
  // `process` unwraps IPv4-mapped IPv6, so ::ffff:10.0.0.1 is treated as 10.0.0.1.
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  return address.kind() === 'ipv4' || address.match(GLOBAL_V6) ? 'public' : 'other';
}
