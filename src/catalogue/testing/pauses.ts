/** Counts the pauses of work in slices, without dependence on the speed of the machine. */
import type { TestContext } from 'node:test';
import { Slices } from '../slices.ts';

/** A millisecond passes between two looks at the clock. Returns the number of pauses so far. */
export function countPauses(t: Pick<TestContext, 'mock'>): () => number {
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 1));
  const pause = t.mock.method(Slices.prototype, 'pause');
  return () => pause.mock.callCount();
}
