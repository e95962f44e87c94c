/**
 * The burst guard: one token bucket for each caller, all routes together, in this process alone.
 *
 * A bucket is one number, the time at which it will be full again; a full bucket needs no entry. The table is bounded:
 * where it overflows, the buckets that were used longest ago go, as if they were full. That is safe because this guard
 * only softens bursts: the quotas are counted elsewhere and never dropped, and to push one caller out, an attacker
 * must spend requests from more networks than the table holds, for a gain of one bucket.
 */
import { Recent } from './recent.ts';
import { type Clock, wholeSeconds } from './time.ts';

export interface BurstFigures {
  /** Requests that a rested caller may send at once. */
  readonly capacity: number;
  /** Requests that come back each second. */
  readonly perSecond: number;
}

/** A page with its assets is about 10 requests, so a person never meets this; a loop does within a second. */
export const BURST_FIGURES: BurstFigures = Object.freeze({ capacity: 100, perSecond: 10 });

/** About 10 MB when full, and a bucket leaves by itself within 20 s of its last use: some 5,000 new callers a second. */
const MAX_CALLERS = 100_000;

export interface BurstWindow {
  readonly name: 'burst';
  readonly limit: number;
  readonly remaining: number;
  /** Admitted: when the bucket is full again. Refused: when to ask again. Unix milliseconds. */
  readonly resetAt: number;
}

export type BurstDecision =
  | { readonly admitted: true; readonly window: BurstWindow; readonly now: number }
  | {
      readonly admitted: false;
      readonly window: BurstWindow;
      readonly now: number;
      readonly retryAfterSeconds: number;
    };

export interface BurstGuard {
  /** Takes `count` tokens together or none. More than a whole bucket asks for a full one. */
  take(caller: string, count?: number): BurstDecision;
  /** How many buckets are held, full ones that were not yet dropped among them. */
  callers(): number;
}

export interface BurstOptions extends Partial<BurstFigures> {
  readonly clock: Clock;
  readonly maxCallers?: number;
}

export function createBurstGuard({
  clock,
  capacity = BURST_FIGURES.capacity,
  perSecond = BURST_FIGURES.perSecond,
  maxCallers = MAX_CALLERS,
}: BurstOptions): BurstGuard {
  // Time runs in ticks of 1/perSecond ms from the start, so that a token is a whole number of ticks: no rounding.
  const origin = clock();
  const tokenTicks = 1000;
  const bucketTicks = capacity * tokenTicks;
  const fullAt = new Recent<number>(maxCallers);
  let turnedAt = 0;

  return {
    take(caller, count = 1) {
      const now = clock();
      const nowTicks = (now - origin) * perSecond;
      const wanted = Math.min(count, capacity) * tokenTicks;
      if (nowTicks < turnedAt) turnedAt = nowTicks;
      // Whatever was not used since the turn before this one is full by now.
      if (nowTicks - turnedAt >= bucketTicks) {
        fullAt.turn();
        turnedAt = nowTicks;
      }
      let full = Math.max(fullAt.get(caller) ?? nowTicks, nowTicks);
      if (full > nowTicks + bucketTicks) {
        // The clock went back: that gives nothing, and the bucket fills again from now on.
        full = nowTicks + bucketTicks;
        fullAt.set(caller, full);
      }
      const missing = full + wanted - (nowTicks + bucketTicks);
      if (missing > 0) {
        const retryAfterSeconds = wholeSeconds(missing / perSecond);
        const window = windowOf(capacity, full - nowTicks, now + retryAfterSeconds * 1000);
        return { admitted: false, window, now, retryAfterSeconds };
      }
      fullAt.set(caller, full + wanted);
      const untilFull = full + wanted - nowTicks;
      return { admitted: true, window: windowOf(capacity, untilFull, now + untilFull / perSecond), now };
    },
    callers: () => fullAt.size,
  };
}

function windowOf(capacity: number, missingTicks: number, resetAt: number): BurstWindow {
  return { name: 'burst', limit: capacity, remaining: Math.floor(capacity - missingTicks / 1000), resetAt };
}
