/** Which addresses a feed may live at: public ones only, so that no feed's URL or redirect reaches into our network. */
import ipaddr from 'ipaddr.js';

export type AddressKind = 'public' | 'loopback' | 'other';

/** Global unicast: all that is given out of IPv6. IPv4-compatible addresses, NAT64 and site-local ones lie outside. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'other';
  // The library takes the IPv4-compatible ::8.8.8.8 for the IPv4-mapped ::ffff:8.8.8.8, which it is not.
  if (text.includes(':') && text.includes('.') && !/^[0:]*:ffff:/i.test(text)) return 'other';
  // `process` unwraps IPv4-mapped IPv6, so ::ffff:10.0.0.1 is judged as 10.0.0.1.
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'other';
  return address.kind() === 'ipv4' || address.match(GLOBAL_V6) ? 'public' : 'other';
}
