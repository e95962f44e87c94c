/**
 * Detects overload by event-loop lag. A timer fires every 50 ms. If it fires late, the event loop had too much to do.
 * One late iteration is a pause (a new catalogue, a garbage collection) and refuses nothing. If the next iteration is
 * late as well, its remaining requests are refused until the timer fires again.
 */
import type { Problem } from './problems.ts';

const INTERVAL_MS = 50;
/** Callers notice a delay of a quarter of a second. A normal iteration takes a hundredth of that. */
export const MAX_LAG_MS = 250;
/** By then the queues are usually empty. */
const RETRY_AFTER_SECONDS = 2;

export interface OverloadDetector {
  readonly isOverloaded: () => boolean;
  stop(): void;
}

export interface OverloadDependencies {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back periodically. The returned function ends it. */
  readonly startTimer: (onTick: () => void, everyMs: number) => () => void;
}

export function createOverloadDetector(dependencies: Partial<OverloadDependencies> = {}): OverloadDetector {
  const { now = () => performance.now(), startTimer = startInterval } = dependencies;
  let lastTick = now();
  let wasLate = false;
  const isLate = () => now() - lastTick > INTERVAL_MS + MAX_LAG_MS;
  const stop = startTimer(() => {
    wasLate = isLate();
    lastTick = now();
  }, INTERVAL_MS);
  return { isOverloaded: () => wasLate && isLate(), stop };
}

function startInterval(onTick: () => void, everyMs: number): () => void {
  const timer = setInterval(onTick, everyMs).unref();
  return () => clearInterval(timer);
}

export const OVERLOADED: Problem = {
  code: 'overloaded',
  detail: `The service has more requests than it can answer in time. Wait ${RETRY_AFTER_SECONDS} s; your quotas are untouched.`,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
