/**
 * For each plan that was once about to be listed: which plans of its provider are never worse. That depends on the
 * catalogue alone, so it is found once and kept.
 */

/** Hardly any plan has more rivals; where a provider sells endless variations, the rest is found anew each time. */
const KEPT_PER_PLAN = 2;
const UNKNOWN = 0;
/** Where the run of those without rivals stands in the pool. */
const NOBODY = 1;

export class Rivals {
  /** Where each posting's run begins in the pool. */
  readonly #startOf: Uint32Array;
  /** Runs: how many rivals, then who they are. The first place is that of nothing known. */
  readonly #pool: number[] = [0, 0];
  readonly #most: number;

  constructor(plans: number) {
    this.#startOf = new Uint32Array(plans);
    this.#most = plans * KEPT_PER_PLAN;
  }

  isKnown(posting: number): boolean {
    return this.#startOf[posting] !== UNKNOWN;
  }

  count(posting: number): number {
    return this.#pool[this.#startOf[posting]!]!;
  }

  at(posting: number, index: number): number {
    return this.#pool[this.#startOf[posting]! + 1 + index]!;
  }

  keep(posting: number, rivals: readonly number[]): void {
    if (rivals.length === 0) {
      this.#startOf[posting] = NOBODY;
    } else if (this.#pool.length + rivals.length <= this.#most) {
      this.#startOf[posting] = this.#pool.length;
      this.#pool.push(rivals.length);
      for (const rival of rivals) this.#pool.push(rival);
    }
  }
}
