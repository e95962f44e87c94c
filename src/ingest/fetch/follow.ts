/**
 * The folder: what stands behind `fetch.ts`, the only way out to feeds. It imports no other folder. May be called at any
 * time, by ingest alone. This file follows a few redirects: every hop is checked like the first, and no other origin
 * ever sees a credential.
 */
import type { Agents, Exchanged, ExchangeLimits, ExchangeRequest } from './exchange.ts';
import { exchange } from './exchange.ts';
import { FetchFault } from './fault.ts';
import { checkTarget, type TargetRules } from './target.ts';

/** An address that moved, a canonical host and a file store behind it; more is a loop. */
export const REDIRECTS_MAX = 3;

/** All that another origin may learn. Whatever else an adapter sends may be a credential. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export async function follow(
  address: string,
  first: ExchangeRequest,
  limits: ExchangeLimits,
  rules: TargetRules,
  agents: Agents,
): Promise<Exchanged> {
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new FetchFault('timeout', `the host name was not resolved within ${ms / 1000} s`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
