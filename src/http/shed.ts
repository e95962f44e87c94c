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
  /** Nothing is shed during this work of the service itself, which holds up the thread and comes to an end. */
  readonly excuse: <Result>(work: Promise<Result>) => Promise<Result>;
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
  let excused = 0;
  const excuse = <Result>(work: Promise<Result>): Promise<Result> => {
    excused += 1;
    return work.finally(() => {
      excused -= 1;
      // What has waited behind the work is late by it, not by itself.
      wasLate = false;
      lastBeat = now();
    });
  };
  return { isOverloaded: () => excused === 0 && wasLate && isLate(), excuse, stop };
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
