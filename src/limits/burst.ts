/**
 * The burst limit: one token bucket for each caller, for all routes together, in this process alone.
 *
 * A bucket is one number, the time at which it will be full again; a full bucket needs no entry. Two tables replace all
 * sweeping. Buckets are written to the recent one. When the recent one is full, or an empty bucket has had the time to
 * fill, it becomes the older one, and the previous older one is dropped with its buckets, which are full or were not used
 * for long. Dropping a bucket that is not full is safe, because the burst limit only softens floods: quotas are counted
 * elsewhere and are never dropped.
 */
import { wholeSeconds } from './decision.ts';
import { BURST_FIGURES, type BurstFigures } from './policies.ts';
import type { BurstDecision, Clock, ReportedBurst } from './port.ts';

export interface BurstLimit {
  /**
   * Takes `count` tokens or none. A count above the capacity needs a full bucket. `taken` of them were taken earlier: they
   * are part of the count, and a refusal gives them back.
   */
  take(caller: string, count?: number, taken?: number): BurstDecision;
  /** The number of buckets in memory. */
  callers(): number;
}

/** About 10 MB when full. Each of the two tables has half of them. */
const MAX_CALLERS = 100_000;

interface BurstOptions extends Partial<BurstFigures> {
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
  const tokenTicks = 1000;
  const bucketTicks = capacity * tokenTicks;
  const seconds = Math.ceil(capacity / perSecond);
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let lastNow = clock();
  /** The ticks since the start. All times of buckets are in ticks. */
  let nowTicks = 0;
  /** When the recent table became the older one. */
  let replacedAtTicks = 0;

  /** A step back of the clock counts as no time, so that it neither empties nor fills a bucket. */
  function advanceTo(now: number): void {
    nowTicks += Math.max(0, now - lastNow) * perSecond;
    lastNow = now;
  }

  function put(caller: string, fullAtTicks: number): void {
    older.delete(caller);
    recent.set(caller, fullAtTicks);
    if (recent.size < maxCallers / 2 && nowTicks - replacedAtTicks < bucketTicks) return;
    older = recent;
    recent = new Map();
    replacedAtTicks = nowTicks;
  }

  const windowOf = (ticksUntilFull: number, resetAt: number): ReportedBurst => ({
    name: 'burst',
    seconds,
    limit: capacity,
    remaining: Math.floor(capacity - ticksUntilFull / tokenTicks),
    resetAt,
  });

  return {
    take(caller, count = 1, taken = 0) {
      const now = clock();
      advanceTo(now);
      const wantedTicks = Math.min(count, capacity) * tokenTicks;
      const knownTicks = recent.get(caller) ?? older.get(caller) ?? nowTicks;
      const fullAtTicks = Math.max(knownTicks - taken * tokenTicks, nowTicks);
      const ticksUntilFull = fullAtTicks + wantedTicks - nowTicks;
      // An empty bucket needs `bucketTicks` to be full, and it cannot have less than nothing.
      const missingTicks = ticksUntilFull - bucketTicks;
      if (missingTicks > 0) {
        // Nothing is taken, but the bucket was used, so it is not dropped next.
        put(caller, fullAtTicks);
        const retryAfterSeconds = wholeSeconds(missingTicks / perSecond);
        const window = windowOf(fullAtTicks - nowTicks, now + retryAfterSeconds * 1000);
        return { admitted: false, window, now, retryAfterSeconds };
      }
      put(caller, fullAtTicks + wantedTicks);
      return { admitted: true, window: windowOf(ticksUntilFull, now + ticksUntilFull / perSecond), now };
    },
    callers: () => recent.size + older.size,
  };
}
