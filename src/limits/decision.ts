/**
 * The decision over the windows of one request, the same for every store. A store counts the charged windows, the
 * decision is made over the counted windows, and the response reports them (headers, and `limit` in a 429 body). All
 * times are Unix milliseconds.
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
  Admission,
  BurstDecision,
  Caller,
  Decision,
  Refusal,
  ReportedQuota,
  ReportedWindow,
  Reservation,
} from './port.ts';

/** Days since the epoch, in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** A wait in whole seconds. At least one, because a wait of 0 would invite an immediate retry. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** A window from which a request takes a unit. */
export interface ChargedWindow {
  readonly name: PolicyName;
  /** The key of the caller; '' for a window of the whole service. */
  readonly owner: string;
  readonly limit: number;
}

/** In the order of `WINDOWS_OF`. */
export const chargedWindows = (
  kind: RequestKind,
  { key, limits }: Caller,
  policies: Policies,
): readonly ChargedWindow[] =>
  WINDOWS_OF[kind].map((name) => {
    const { scope, limit } = policies[name];
    return scope === 'service'
      ? { name, owner: '', limit }
      : { name, owner: key, limit: limits?.[name] ?? limit };
  });

/** A charged window with its count before the decision. */
export interface CountedWindow {
  readonly name: PolicyName;
  readonly limit: number;
  readonly used: number;
  /** Rolling window: when its oldest unit expires; if it is empty, when a unit taken now expires. Day: its end. */
  readonly resetAt: number;
  /** When one more unit fits. It is used only if the window is full. */
  readonly freeAt: number;
}

/** Returns the full window that is free again last, or the first of several. null: no window is full. */
export function refusingWindow(counts: readonly CountedWindow[]): CountedWindow | null {
  let last: CountedWindow | null = null;
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
  { name, limit, freeAt }: CountedWindow,
  now: number,
  counts: readonly CountedWindow[],
): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  return {
    admitted: false,
    window: { name, limit, remaining: 0, resetAt: now + retryAfterSeconds * 1000 },
    windows: counts.map((count) => reported(count, 0)),
    now,
    retryAfterSeconds,
  };
}

/** Reports the window with the fewest units left after one was taken; of equal ones, the one with the later reset. */
export function admission(
  counts: readonly CountedWindow[],
  now: number,
  reservation: Reservation,
): Admission {
  const windows = counts.map((count) => reported(count, 1));
  const window = windows.reduce((tightest, next) => (isTighter(next, tightest) ? next : tightest));
  return { admitted: true, window, windows, now, reservation };
}

const reported = ({ name, limit, used, resetAt }: CountedWindow, taken: number): ReportedQuota => ({
  name,
  limit,
  remaining: Math.max(0, limit - used - taken),
  resetAt,
});

const isTighter = (one: ReportedWindow, other: ReportedWindow): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetAt > other.resetAt);

/** Whole Unix seconds, rounded up, so that the window is free at that second. */
const unixSeconds = (timeMs: number): number => Math.ceil(timeMs / 1000);

export function rateLimitHeaders(decision: Decision | BurstDecision): Record<string, string> {
  const { now, window } = decision;
  const { limit, remaining, resetAt } = window;
  const windows: readonly ReportedWindow[] = 'windows' in decision ? decision.windows : [window];
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
function allWindows(windows: readonly ReportedWindow[], now: number) {
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
  readonly name: ReportedWindow['name'];
  readonly per: 'second' | 'minute' | 'day';
  readonly limit: number;
  /** Unix seconds, the same figure as `X-RateLimit-Reset`. */
  readonly reset: number;
}

export function limitBody(window: ReportedWindow): LimitBody {
  return {
    name: window.name,
    per: window.name === 'burst' ? 'second' : DEFAULT_POLICIES[window.name].window,
    limit: window.limit,
    reset: unixSeconds(window.resetAt),
  };
}
