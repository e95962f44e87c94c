/**
 * The decision over the windows of one request, the same for every store: which window refuses it, which window the
 * response reports, and how (headers, and `limit` in a 429 body). All times are Unix milliseconds.
 */
import { DAY_MS } from '../domain/freshness.ts';
import {
  DEFAULT_POLICIES,
  type Policies,
  type PolicyName,
  type RequestKind,
  WINDOWS_OF,
} from './policies.ts';
import type {
  BurstDecision,
  Caller,
  Decision,
  QuotaWindow,
  Refusal,
  Reservation,
  WindowState,
} from './port.ts';

export const ROLLING_MS = 60_000;

/** Days since the epoch, in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** A wait in whole seconds. At least one, because a wait of 0 would invite an immediate retry. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** One window of a request. */
export interface RequestWindow {
  readonly name: PolicyName;
  /** The key of the caller; '' for a window of the whole service. */
  readonly caller: string;
  readonly limit: number;
}

/** The windows from which a request takes a unit, in the order of `WINDOWS_OF`. */
export const windowsOf = (
  kind: RequestKind,
  { key, limits }: Caller,
  policies: Policies,
): readonly RequestWindow[] =>
  WINDOWS_OF[kind].map((name) => {
    const { scope, limit } = policies[name];
    return scope === 'service'
      ? { name, caller: '', limit }
      : { name, caller: key, limit: limits?.[name] ?? limit };
  });

/** The count of one window before a decision. */
export interface WindowCount {
  readonly name: PolicyName;
  readonly limit: number;
  readonly used: number;
  /** Rolling window: when its oldest unit expires; if it is empty, when a unit taken now expires. Day: its end. */
  readonly resetAt: number;
  /** When one more unit fits. It is used only if the window is full. */
  readonly freeAt: number;
}

/** Returns the full window that is free again last, or the first of several. null: no window is full. */
export function refusingWindow(counts: readonly WindowCount[]): WindowCount | null {
  let last: WindowCount | null = null;
  for (const count of counts) {
    if (count.used >= count.limit && (last === null || count.freeAt > last.freeAt)) last = count;
  }
  return last;
}

/**
 * If the clock went back, the windows keep their later time and `now` is the actual one, so the wait is longer. The reset
 * follows from the rounded wait, so that it agrees with Retry-After.
 */
export function refusal(
  { name, limit, freeAt }: WindowCount,
  now: number,
  counts: readonly WindowCount[],
): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  return {
    admitted: false,
    window: { name, limit, remaining: 0, resetAt: now + retryAfterSeconds * 1000 },
    windows: counts.map((count) => stateOf(count, 0)),
    now,
    retryAfterSeconds,
  };
}

/** Reports the window with the fewest units left after one was taken; of equal ones, the one with the later reset. */
export function admission(counts: readonly WindowCount[], now: number, reservation: Reservation): Decision {
  const windows = counts.map((count) => stateOf(count, 1));
  const window = windows.reduce((tightest, next) => (isTighter(next, tightest) ? next : tightest));
  return { admitted: true, window, windows, now, reservation };
}

const stateOf = ({ name, limit, used, resetAt }: WindowCount, taken: number): QuotaWindow => ({
  name,
  limit,
  remaining: Math.max(0, limit - used - taken),
  resetAt,
});

const isTighter = (one: WindowState, other: WindowState): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetAt > other.resetAt);

/** Whole Unix seconds, rounded up, so that the window is free at that second. */
const unixSeconds = (timeMs: number): number => Math.ceil(timeMs / 1000);

export function rateLimitHeaders(decision: Decision | BurstDecision): Record<string, string> {
  const { now, window } = decision;
  const { limit, remaining, resetAt } = window;
  const windows: readonly WindowState[] = 'windows' in decision ? decision.windows : [window];
  const { policy, left } = allWindows(windows, now);
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(unixSeconds(resetAt)),
    'RateLimit-Policy': policy,
    RateLimit: left,
  };
  if (!decision.admitted) headers['Retry-After'] = String(decision.retryAfterSeconds);
  return headers;
}

const secondsUntil = (timeMs: number, now: number): number => Math.max(0, Math.ceil((timeMs - now) / 1000));

/**
 * All windows as structured fields, as in the IETF draft for RateLimit headers. An operator can change the limits, but not
 * the lengths of windows.
 */
function allWindows(windows: readonly WindowState[], now: number) {
  let policy = '';
  let left = '';
  for (const window of windows) {
    const { name, limit, remaining, resetAt } = window;
    const comma = policy === '' ? '' : ', ';
    const seconds = window.name === 'burst' ? window.seconds : DEFAULT_POLICIES[window.name].seconds;
    policy += `${comma}"${name}";q=${limit};w=${seconds}`;
    left += `${comma}"${name}";r=${remaining};t=${secondsUntil(resetAt, now)}`;
  }
  return { policy, left };
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
    per: window.name === 'burst' ? 'second' : DEFAULT_POLICIES[window.name].window,
    limit: window.limit,
    reset: unixSeconds(window.resetAt),
  };
}
