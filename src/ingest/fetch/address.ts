/** Which addresses a feed may live at: public ones only, so that no feed's URL or redirect reaches into our network. */
import ipaddr from 'ipaddr.js';

export type AddressKind = 'public' | 'loopback' | 'other';

/** Ranges that look like plain unicast to the library and still lead to somewhere that is not a public host. */
const HIDDEN_V6: readonly string[] = [
  // NAT64 for local use, and the deprecated site-local range.
  '64:ff9b:1::/48',
  'fec0::/10',
];

export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'other';
  // `process` unwraps IPv4-mapped IPv6, so ::ffff:10.0.0.1 is judged as 10.0.0.1.
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  if (address.kind() === 'ipv6' && HIDDEN_V6.some((cidr) => address.match(ipaddr.parseCIDR(cidr))))
    return 'other';
  return 'public';
}
