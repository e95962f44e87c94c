/**
 * Whether the process has fallen behind. A timer beats many times a second; where it comes late, the event loop had
 * too much to do. One late beat is a pause (a new catalogue, a collection of garbage) and sheds nothing. When the turn
 * after it is late as well, whatever is still waiting in that turn is refused until the timer beats again: what the
 * process can do it does, and the rest costs next to nothing.
 */
import type { Problem } from './problems.ts';

const BEAT_MS = 50;
/** A caller notices a quarter of a second; a healthy turn takes a hundredth of it. */
export const LATE_MS = 250;
/** Queues are empty again by then: a turn is never much longer than the bound. */
const RETRY_AFTER_SECONDS = 2;

export interface Shedder {
  readonly isOverloaded: () => boolean;
  stop(): void;
}

export interface ShedParts {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls back again and again; the answer ends it. */
  readonly startBeat: (beat: () => void, everyMs: number) => () => void;
}

export function createShedder(parts: Partial<ShedParts> = {}): Shedder {
  const { now = () => performance.now(), startBeat = startTimer } = parts;
  let lastBeat = now();
  let wasLate = false;
  const isLate = () => now() - lastBeat > BEAT_MS + LATE_MS;
  const stop = startBeat(() => {
    wasLate = isLate();
    lastBeat = now();
  }, BEAT_MS);
  return { isOverloaded: () => wasLate && isLate(), stop };
}

function startTimer(beat: () => void, everyMs: number): () => void {
  const timer = setInterval(beat, everyMs).unref();
  return () => clearInterval(timer);
}

export const OVERLOADED: Problem = {
  code: 'overloaded',
  detail: `There is more to do than can be done in time. Wait ${RETRY_AFTER_SECONDS} s; your quotas are untouched.`,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
