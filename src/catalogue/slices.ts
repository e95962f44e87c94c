/**
 * Divides long work into slices, so that the event loop can serve requests between them. Loading a large catalogue takes
 * seconds.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Short for a waiting request, even if two tasks run, and long compared with the cost of a turn of the event loop. */
const SLICE_MS = 3;

export class Slices {
  #end = performance.now() + SLICE_MS;

  /** True if the caller must `await pause()`. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + SLICE_MS;
  }
}
