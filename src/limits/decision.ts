/** What follows from how the windows of one request stand. The same for every store. */
import type { PolicyName } from './policies.ts';
import type { Receipt, Refusal, WindowState } from './port.ts';
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
  const window = { name, limit, remaining: 0, resetAt, ...(together && { together }) };
  const refusal = { admitted: false, window, now, retryAfterSeconds } as const;
  return readings.length === 0 ? refusal : { ...refusal, windows: readings.map((each) => stateOf(each, 0)) };
}

/** After one unit of each was taken, it tells the window with the fewest left; of equal ones, the one that resets later. */
export function admissionTo(readings: readonly Reading[], now: number, receipt: Receipt) {
  const windows = readings.map((reading) => stateOf(reading, 1));
  const window = windows.reduce((tightest, next) => (isTighter(next, tightest) ? next : tightest));
  return { admitted: true, window, windows, now, receipt } as const;
}

const stateOf = ({ name, limit, used, resetAt, together }: Reading, taken: number): WindowState => ({
  name,
  limit,
  remaining: Math.max(0, limit - used - taken),
  resetAt,
  ...(together && { together }),
});

const isTighter = (one: WindowState, other: WindowState): boolean =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetAt > other.resetAt);
