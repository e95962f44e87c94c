/**
 * Long work that can be interrupted: a generator that stops every so often, run through at once or gently. Loading a
 * large catalogue takes a good part of a second; done in one go, everybody who asks meanwhile would wait for all of it.
 */
import { setImmediate as turn } from 'node:timers/promises';

export type Steps<T> = Generator<void, T, void>;

/** Far below what an answer may be late by, far above what a turn of the event loop costs. */
const SLICE_MS = 1;

/** Elements that a plain loop goes through between two stops: some tenths of a millisecond. */
export const BLOCK = 32_768;

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets whatever waits for the thread come in between. */
export async function finishGently<T>(steps: Steps<T>, clock = () => performance.now()): Promise<T> {
  for (;;) {
    const end = clock() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (clock() < end);
    await turn();
  }
}

/** Calls `each` for every run of at most `BLOCK` numbers below `length`. */
export function* inBlocks(length: number, each: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < length; from += BLOCK) {
    each(from, Math.min(from + BLOCK, length));
    yield;
  }
}
