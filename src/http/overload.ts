/**
 * Detects overload by event-loop lag. A timer ticks every 50 ms. A tick is overdue if it has not happened 250 ms after
 * its time. One overdue tick is a pause (a new catalogue, a garbage collection) and refuses nothing. If the tick after it
 * is overdue as well, requests are refused until it happens. Under a flood the event loop does not lag, because requests
 * are handled in turns (`turns.ts`): the service is overloaded as well while the next caller waits that long for one.
 */
import type { Problem } from './problems.ts';

const INTERVAL_MS = 50;
/** Callers notice a delay of a quarter of a second. A normal iteration takes a hundredth of that. */
export const MAX_LAG_MS = 250;
/** By then the queues are usually empty. */
const RETRY_AFTER_SECONDS = 2;

interface OverloadDetector {
  readonly isOverloaded: () => boolean;
  stop(): void;
}

interface OverloadDependencies {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back periodically. The returned function ends it. */
  readonly startTimer: (onTick: () => void, everyMs: number) => () => void;
}

export function createOverloadDetector(dependencies: Partial<OverloadDependencies> = {}): OverloadDetector {
  const { now = () => performance.now(), startTimer = startInterval } = dependencies;
  let lastTick = now();
  let wasLastTickOverdue = false;
  const isTickOverdue = () => now() - lastTick > INTERVAL_MS + MAX_LAG_MS;
  const stop = startTimer(() => {
    wasLastTickOverdue = isTickOverdue();
    lastTick = now();
  }, INTERVAL_MS);
  return { isOverloaded: () => wasLastTickOverdue && isTickOverdue(), stop };
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
