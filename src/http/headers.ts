/** The constant headers of each error format. Every response of a route has the headers of its format. */

/** Headers that a script in a browser may read: limits, request id and validator. */
const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

const NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export interface HeaderSets {
  readonly api: Readonly<Record<string, string>>;
  readonly mcp: Readonly<Record<string, string>>;
  readonly page: Readonly<Record<string, string>>;
}

/** One year. Subdomains are not included, because they may belong to other services. */
const HSTS = 'max-age=31536000';

/** A base URL with a path shares its host with other services, so this one does not decide for the host. */
const ownsHttpsHost = (baseUrl: string): boolean =>
  baseUrl.startsWith('https:') && new URL(baseUrl).pathname === '/';

export function headerSets(baseUrl: string): HeaderSets {
  const transport = ownsHttpsHost(baseUrl) ? { 'Strict-Transport-Security': HSTS } : {};
  const closed = { ...EVERYWHERE, ...transport, 'Content-Security-Policy': NOTHING_LOADS };
  return {
    api: {
      ...closed,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': EXPOSED,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
    mcp: { ...closed, 'Cross-Origin-Resource-Policy': 'same-origin' },
    page: {
      ...EVERYWHERE,
      ...transport,
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  };
}

/** The headers of a preflight response of the API, which allows reading only. */
export const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers':
    'Accept, Content-Type, If-None-Match, traceparent, tracestate, baggage, sentry-trace',
  'Access-Control-Max-Age': '86400',
} as const;

export const NO_STORE = { 'Cache-Control': 'no-store' } as const;
