/** The one place that says what a caller is told about limits: headers, and the `limit` of a 429 body. */
import type { BurstDecision } from './burst.ts';
import type { Decision, WindowState } from './port.ts';

/** For `Access-Control-Expose-Headers`, so that a script in a browser can read them. */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
] as const;

export type RateLimitHeaders = Readonly<
  Record<
    'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset' | 'RateLimit-Policy' | 'RateLimit',
    string
  >
> & { readonly 'Retry-After'?: string };

/** Whole Unix seconds, rounded up: at that second the window is free, never a moment before. */
const unixSeconds = (timeMs: number): number => Math.ceil(timeMs / 1000);

export function rateLimitHeaders(decision: Decision | BurstDecision): RateLimitHeaders {
  const { now, window } = decision;
  const { limit, remaining, resetAt } = window;
  const windows: readonly WindowState[] = ('windows' in decision && decision.windows) || [window];
  const headers = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(unixSeconds(resetAt)),
    'RateLimit-Policy': list(
      windows,
      ({ limit: quota, name }) => `q=${quota};w=${WINDOW_SECONDS[perOf(name)]}`,
    ),
    RateLimit: list(windows, ({ remaining: left, resetAt: at }) => `r=${left};t=${secondsUntil(at, now)}`),
  };
  return decision.admitted ? headers : { ...headers, 'Retry-After': String(decision.retryAfterSeconds) };
}

/** A bucket of the burst guard is full again after so long. */
const WINDOW_SECONDS = { second: 10, minute: 60, day: 86_400 } as const;

const secondsUntil = (timeMs: number, now: number): number => Math.max(0, Math.ceil((timeMs - now) / 1000));

/** Structured fields of the IETF's draft for RateLimit headers: all windows, by name. */
const list = (windows: readonly WindowState[], parameters: (window: WindowState) => string): string =>
  windows
    .map((window) => `"${window.name}${window.together ? '.together' : ''}";${parameters(window)}`)
    .join(', ');

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
