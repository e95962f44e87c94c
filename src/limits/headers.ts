/** The one place that spells what a caller is told about limits: headers, and the `limit` of a 429 body. */
import type { BurstDecision } from './burst.ts';
import type { Decision, WindowState } from './port.ts';

/** For `Access-Control-Expose-Headers`, so that a script in a browser can read them. */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
] as const;

export type RateLimitHeaders = Readonly<
  Record<'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset', string>
> & { readonly 'Retry-After'?: string };

/** Whole Unix seconds, rounded up: at that second the window is free, never a moment before. */
const unixSeconds = (timeMs: number): number => Math.ceil(timeMs / 1000);

export function rateLimitHeaders(decision: Decision | BurstDecision): RateLimitHeaders {
  const { limit, remaining, resetAt } = decision.window;
  const headers = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(unixSeconds(resetAt)),
  };
  return decision.admitted ? headers : { ...headers, 'Retry-After': String(decision.retryAfterSeconds) };
}

/** The member `limit` of a 429 body. */
export interface LimitBody {
  readonly name: WindowState['name'];
  readonly per: 'second' | 'minute' | 'day';
  readonly limit: number;
  /** Unix seconds, the same figure as `X-RateLimit-Reset`. */
  readonly reset: number;
}

export function limitBody(window: WindowState): LimitBody {
  return {
    name: window.name,
    per: perOf(window.name),
    limit: window.limit,
    reset: unixSeconds(window.resetAt),
  };
}

function perOf(name: WindowState['name']): LimitBody['per'] {
  if (name === 'burst') return 'second';
  return name.endsWith('.minute') ? 'minute' : 'day';
}
