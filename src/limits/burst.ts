/**
 * The burst limit: one token bucket for each caller, for all routes together, in this process alone.
 *
 * A bucket is one number, the time at which it will be full again; a full bucket needs no entry. If the bounded table
 * overflows, the least recently used buckets are dropped, as if they were full. That is safe, because the burst limit
 * only softens floods: quotas are counted elsewhere and are never dropped.
 */
import { wholeSeconds } from './decision.ts';
import { BURST_FIGURES, type BurstFigures } from './policies.ts';
import type { BurstDecision, BurstWindow, Clock } from './port.ts';

export interface BurstLimit {
  /** Takes `count` tokens or none. A count above the capacity needs a full bucket. */
  take(caller: string, count?: number): BurstDecision;
  /** The number of buckets in memory. */
  callers(): number;
}

/** About 10 MB when full. */
const MAX_CALLERS = 100_000;

export interface BurstOptions extends Partial<BurstFigures> {
  readonly clock: Clock;
  readonly maxCallers?: number;
}

export function createBurstLimit({
  clock,
  capacity = BURST_FIGURES.capacity,
  perSecond = BURST_FIGURES.perSecond,
  maxCallers = MAX_CALLERS,
}: BurstOptions): BurstLimit {
  // One millisecond is `perSecond` ticks and one token is 1,000 ticks, so that all numbers are integers.
  const origin = clock();
  const tokenTicks = 1000;
  const bucketTicks = capacity * tokenTicks;
  /** In the order of their last use. */
  const fullAt = new Map<string, number>();
  let sweptAt = 0;

  function put(caller: string, full: number): void {
    fullAt.delete(caller);
    fullAt.set(caller, full);
    if (fullAt.size <= maxCallers) return;
    const [oldest] = fullAt.keys();
    fullAt.delete(oldest!);
  }

  const windowOf = (missingTicks: number, resetAt: number): BurstWindow => ({
    name: 'burst',
    limit: capacity,
    remaining: Math.floor(capacity - missingTicks / tokenTicks),
    resetAt,
  });

  /** Drops full buckets. After a clock went back, it sets overdrawn buckets to empty, so that they refill from now on. */
  function sweep(now: number): void {
    sweptAt = now;
    for (const [caller, full] of fullAt) {
      if (full <= now) fullAt.delete(caller);
      else if (full > now + bucketTicks) fullAt.set(caller, now + bucketTicks);
    }
  }

  return {
    take(caller, count = 1) {
      const now = clock();
      const nowTicks = (now - origin) * perSecond;
      if (Math.abs(nowTicks - sweptAt) >= bucketTicks) sweep(nowTicks);
      const wanted = Math.min(count, capacity) * tokenTicks;
      const emptyAt = nowTicks + bucketTicks;
      const full = Math.min(Math.max(fullAt.get(caller) ?? nowTicks, nowTicks), emptyAt);
      const missing = full + wanted - emptyAt;
      if (missing > 0) {
        // Stored although nothing is taken: otherwise a clock that went back would empty the bucket again.
        put(caller, full);
        const retryAfterSeconds = wholeSeconds(missing / perSecond);
        const window = windowOf(full - nowTicks, now + retryAfterSeconds * 1000);
        return { admitted: false, window, now, retryAfterSeconds };
      }
      put(caller, full + wanted);
      const untilFull = full + wanted - nowTicks;
      return { admitted: true, window: windowOf(untilFull, now + untilFull / perSecond), now };
    },
    callers: () => fullAt.size,
  };
}
