/** What follows from how the windows of one request stand. The same for every store. */
import type { PolicyName } from './policies.ts';
import type { Refusal, WindowState } from './port.ts';
import { wholeSeconds } from './time.ts';

/** One window as it stands before a decision. */
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

/** The wait counts from the clock as it is: one that went back has further to go. Reset is the end of that wait. */
export function refusalBy({ name, limit, freeAt }: Omit<Reading, 'used' | 'resetAt'>, now: number): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  const window = { name, limit, remaining: 0, resetAt: now + retryAfterSeconds * 1000 };
  return { admitted: false, window, now, retryAfterSeconds };
}

/** After one unit of each was taken: the window with the fewest left; of equal ones, the one that resets later. */
export function tightest(readings: readonly Reading[]): WindowState {
  let shown: WindowState | null = null;
  for (const { name, limit, used, resetAt } of readings) {
    const remaining = limit - used - 1;
    const isTighter =
      shown === null ||
      remaining < shown.remaining ||
      (remaining === shown.remaining && resetAt > shown.resetAt);
    if (isTighter) shown = { name, limit, remaining, resetAt };
  }
  return shown!;
}
