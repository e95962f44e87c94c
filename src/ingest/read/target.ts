/** From a URL to addresses that were checked; the connection is then made to these and to no others. */
import ipaddr from 'ipaddr.js';
import type { FeedAnswer } from '../types.ts';
import { type Agents, type ExchangeLimits, type ExchangeRequest, exchange } from './exchange.ts';
import { FetchFault } from './fault.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export type Lookup = (host: string) => Promise<readonly HostAddress[]>;

export interface Target {
  readonly url: URL;
  readonly addresses: readonly HostAddress[];
}

export interface TargetRules {
  readonly lookup: Lookup;
  /** Tests only: plain http and https to this machine itself, and still to nowhere else that is not public. */
  readonly allowLoopback: boolean;
}

export async function checkTarget(url: URL, { lookup, allowLoopback }: TargetRules): Promise<Target> {
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:'))
    throw new FetchFault('bad_address', 'only https addresses are fetched');
  if (url.username !== '' || url.password !== '')
    throw new FetchFault('bad_address', 'an address must not carry a user or password');
  const addresses = await resolve(url.hostname, lookup);
  if (addresses.length === 0) throw new FetchFault('dns', "the feed's host has no address");
  // One bad address refuses the host: which of them a connection would take is not ours to bet on.
  const kinds = addresses.map(({ address }) => addressKind(address));
  const isLoopback = kinds.every((kind) => kind === 'loopback');
  if (!(kinds.every((kind) => kind === 'public') || (allowLoopback && isLoopback)))
    throw new FetchFault('refused_address', "the feed's host is not at a public address");
  if (url.protocol === 'http:' && !isLoopback)
    throw new FetchFault('bad_address', 'only https addresses are fetched');
  return { url, addresses };
}

async function resolve(hostname: string, lookup: Lookup): Promise<readonly HostAddress[]> {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  // The URL parser has already brought 0x7f.1 and 2130706433 to dotted form.
  if (/^[\d.]+$/.test(bare)) return [{ address: bare, family: 4 }];
  if (bare.includes(':')) return [{ address: bare, family: 6 }];
  try {
    return await lookup(bare);
  } catch {
    throw new FetchFault('dns', "the feed's host name could not be resolved");
  }
}

// Which addresses a feed may live at: public ones only, so that no feed's URL or redirect reaches into our network.

type AddressKind = 'public' | 'loopback' | 'other';

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

// Follows a few redirects. Every hop is checked like the first, and no other origin ever sees a credential.

/** An address that moved, a canonical host and a file store behind it; more is a loop. */
const REDIRECTS_MAX = 3;

/** All that another origin may learn. Whatever else an adapter sends may be a credential. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export async function follow(
  address: string,
  first: ExchangeRequest,
  limits: ExchangeLimits,
  rules: TargetRules,
  agents: Agents,
): Promise<FeedAnswer> {
  let url = URL.parse(address);
  if (url === null) throw new FetchFault('bad_address', 'the address is no URL');
  let request = first;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const target = await withinTime(checkTarget(url, rules), limits.connectMs);
    const answer = await exchange(target, request, limits, agents);
    if (!REDIRECTS.has(answer.status)) return answer;
    const next: URL | null = URL.parse(answer.headers['location'] ?? '', url.href);
    if (next === null) throw new FetchFault('redirect', 'a redirect leads nowhere');
    request = requestFor(request, answer.status, next.origin === url.origin);
    url = next;
  }
  throw new FetchFault('redirect', `more than ${REDIRECTS_MAX} redirects`);
}

function requestFor(request: ExchangeRequest, status: number, sameOrigin: boolean): ExchangeRequest {
  // A body may hold a secret, and repeating it elsewhere is never what was meant.
  if (request.method === 'POST' && !(sameOrigin && (status === 307 || status === 308)))
    throw new FetchFault('redirect', 'a POST was redirected');
  if (sameOrigin) return request;
  const kept = Object.entries(request.headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase()));
  return { ...request, headers: Object.fromEntries(kept) };
}

/** A resolver that never answers must not hold a run up. */
async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const fault = new FetchFault('timeout', `the host name was not resolved within ${ms / 1000} s`);
  const timer = setTimeout(reject, ms, fault);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
