/**
 * The decision over the windows of one request, the same for every store: which window refuses, which one the caller is
 * told of, and how (headers, and the `limit` of a 429 body). All times are Unix milliseconds.
 */
import { type Policies, type PolicyName, type RequestKind, WINDOWS_OF } from './policies.ts';
import type { BurstDecision, Caller, Decision, Refusal, Reservation, WindowState } from './port.ts';

export const ROLLING_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Days since the epoch, in UTC. Leap seconds do not exist on this clock: a repeated second is a clock that stood still. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** A wait in whole seconds. At least one, because a wait of 0 would invite an immediate retry. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** A window that one decision looks at. */
export interface RequestWindow {
  readonly name: PolicyName;
  /** Key of the caller that it counts; '' for the service. */
  readonly caller: string;
  readonly limit: number;
}

/** The caller's minute and day, then the service's days. */
export const windowsOf = (
  kind: RequestKind,
  { key, limits }: Caller,
  policies: Policies,
): readonly RequestWindow[] =>
  WINDOWS_OF[kind].map((name) => {
    const { per, limit } = policies[name];
    return per === 'service'
      ? { name, caller: '', limit }
      : { name, caller: key, limit: limits?.[name] ?? limit };
  });

/** One window before a decision. */
export interface Reading {
  readonly name: PolicyName;
  readonly limit: number;
  readonly used: number;
  /** When its oldest unit ends, or would if one were taken now; of a day, its end. */
  readonly resetAt: number;
  /** When one more unit fits, where none does now. */
  readonly freeAt: number;
}

/** Of the windows that refuse, the one that frees last; of those that free together, the first. null: all have room. */
export function refusing(readings: readonly Reading[]): Reading | null {
  let last: Reading | null = null;
  for (const reading of readings) {
    if (reading.used >= reading.limit && (last === null || reading.freeAt > last.freeAt)) last = reading;
  }
  return last;
}

/** The wait counts from the clock as it is: a clock that went back has further to go. Reset is the end of that wait. */
export function refusalBy(
  { name, limit, freeAt }: Reading,
  now: number,
  readings: readonly Reading[],
): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  return {
    admitted: false,
    window: { name, limit, remaining: 0, resetAt: now + retryAfterSeconds * 1000 },
    windows: readings.map((reading) => stateOf(reading, 0)),
    now,
    retryAfterSeconds,
  };
}

/** Names the window with the fewest units left after one unit of each was taken; of equal ones, the later reset. */
export function admissionTo(readings: readonly Reading[], now: number, reservation: Reservation): Decision {
  const windows = readings.map((reading) => stateOf(reading, 1));
  const window = windows.reduce((tightest, next) => (isTighter(next, tightest) ? next : tightest));
  return { admitted: true, window, windows, now, reservation };
}

const stateOf = ({ name, limit, used, resetAt }: Reading, taken: number): WindowState => ({
  name,
  limit,
  remaining: Math.max(0, limit - used - taken),
  resetAt,
});

const isTighter = (one: WindowState, other: WindowState): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetAt > other.resetAt);

/** Whole Unix seconds, rounded up: at that second the window is free, never a moment before. */
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

/** Structured fields of the IETF's draft for RateLimit headers: all windows, by name. */
function allWindows(windows: readonly WindowState[], now: number) {
  let policy = '';
  let left = '';
  for (const { name, limit, remaining, resetAt } of windows) {
    const comma = policy === '' ? '' : ', ';
    policy += `${comma}"${name}";q=${limit};w=${secondsOf(name)}`;
    left += `${comma}"${name}";r=${remaining};t=${secondsUntil(resetAt, now)}`;
  }
  return { policy, left };
}

/** How long a window is; a bucket of the burst limit is full again after ten. */
function secondsOf(name: WindowState['name']): number {
  if (name === 'burst') return 10;
  return name.endsWith('.minute') ? 60 : 86_400;
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
