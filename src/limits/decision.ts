/**
 * What follows from how the windows of one request stand, the same for every store: which window refuses, which one a
 * caller is told of, and in which words (headers, and the `limit` of a 429 body). All times are Unix milliseconds.
 */
import type { BurstDecision } from './limiter.ts';
import { type Policies, type PolicyName, type RequestKind, WINDOWS_OF } from './policies.ts';
import type { Caller, Decision, Refusal, Reservation, WindowState } from './port.ts';

export const ROLLING_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Days since the epoch, in UTC. Leap seconds do not exist on this clock: a repeated second is a clock that stood still. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** A wait in whole seconds. At least one, because a wait of none would invite a retry at once. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** More than anybody can take: for a window of a network that its agreement does not name. It is counted all the same. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** A window that one decision looks at. */
export interface AskedWindow {
  readonly name: PolicyName;
  /** Whose count it is; '' for the service's. */
  readonly caller: string;
  readonly limit: number;
  readonly together?: true;
}

/** Minute and day of the caller, then of its network where an agreement binds that together, then the service's days. */
export function windowsOf(
  kind: RequestKind,
  { key, limits, together }: Caller,
  policies: Policies,
): readonly AskedWindow[] {
  const asked = WINDOWS_OF[kind].map((name): AskedWindow => {
    const { per, limit } = policies[name];
    if (per === 'service') return { name, caller: '', limit };
    return { name, caller: key, limit: limits?.[name] ?? limit };
  });
  if (together === undefined) return asked;
  const [minute, day] = WINDOWS_OF[kind];
  const network = [minute, day].map((name) => ({
    name,
    caller: together.key,
    limit: together.limits[name] ?? NO_LIMIT,
    together: true as const,
  }));
  return asked.toSpliced(network.length, 0, ...network);
}

/** One window as it stands before a decision. */
export interface Reading {
  readonly name: PolicyName;
  readonly limit: number;
  readonly used: number;
  /** When its oldest unit ends, or would if one were taken now; of a day, its end. */
  readonly resetAt: number;
  /** When one more unit fits, where none does now. */
  readonly freeAt: number;
  readonly together?: true;
}

/** Of the windows that refuse, the one that frees last; of those that free together, the first. null: all have room. */
export function refusing(readings: readonly Reading[]): Reading | null {
  let last: Reading | null = null;
  for (const reading of readings) {
    if (reading.used >= reading.limit && (last === null || reading.freeAt > last.freeAt)) last = reading;
  }
  return last;
}

/** The wait counts from the clock as it is: one that went back has further to go. Reset is the end of that wait. */
export function refusalBy(
  { name, limit, freeAt, together }: Pick<Reading, 'name' | 'limit' | 'freeAt' | 'together'>,
  now: number,
  readings: readonly Reading[] = [],
): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  const resetAt = now + retryAfterSeconds * 1000;
  const window = marked({ name, limit, remaining: 0, resetAt }, together);
  const windows = readings.length === 0 ? [window] : readings.map((each) => stateOf(each, 0));
  return { admitted: false, window, windows, now, retryAfterSeconds };
}

/** After one unit of each was taken, it tells the window with the fewest left; of equal ones, the one that resets later. */
export function admissionTo(readings: readonly Reading[], now: number, reservation: Reservation) {
  const windows = readings.map((reading) => stateOf(reading, 1));
  const window = windows.reduce((tightest, next) => (isTighter(next, tightest) ? next : tightest));
  return { admitted: true, window, windows, now, reservation } as const;
}

const stateOf = ({ name, limit, used, resetAt, together }: Reading, taken: number): WindowState =>
  marked({ name, limit, remaining: Math.max(0, limit - used - taken), resetAt }, together);

const marked = (state: WindowState, together: true | undefined): WindowState =>
  together ? { ...state, together } : state;

const isTighter = (one: WindowState, other: WindowState): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetAt > other.resetAt);

/** Whole Unix seconds, rounded up: at that second the window is free, never a moment before. */
const unixSeconds = (timeMs: number): number => Math.ceil(timeMs / 1000);

export function rateLimitHeaders(decision: Decision | BurstDecision): Record<string, string> {
  const { now, window } = decision;
  const { limit, remaining, resetAt } = window;
  const windows: readonly WindowState[] = ('windows' in decision && decision.windows) || [window];
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
  for (const { name, limit, remaining, resetAt, together } of windows) {
    const comma = policy === '' ? '' : ', ';
    const label = together ? `${name}.together` : name;
    policy += `${comma}"${label}";q=${limit};w=${secondsOf(name)}`;
    left += `${comma}"${label}";r=${remaining};t=${secondsUntil(resetAt, now)}`;
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
