/**
 * Long work in slices: after each slice, the event loop serves whatever waits. Loading a large catalogue takes seconds,
 * and no request may wait for all of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Far below the delay that a response may have, far above the cost of a turn of the event loop. */
const SLICE_MS = 5;

export class Slices {
  readonly #clock: () => number;
  #end: number;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
    this.#end = clock() + SLICE_MS;
  }

  /** True once the current slice has lasted long enough: then `await pause()`. */
  get isOver(): boolean {
    return this.#clock() >= this.#end;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#end = this.#clock() + SLICE_MS;
  }
}
