/** The lowest prices that others are compared with. */
const GENERATION_5G = 5;

export class Benchmarks {
  /** Of all that meet the need. */
  lowestCents = Number.POSITIVE_INFINITY;
  lowestCents5g = Number.POSITIVE_INFINITY;
  #unrestricted = Number.POSITIVE_INFINITY;
  #ofMisses = Number.POSITIVE_INFINITY;

  note(cents: number, meetsNeed: boolean, newCustomersOnly: boolean, generation: number): void {
    if (!meetsNeed) {
      if (cents < this.#ofMisses) this.#ofMisses = cents;
      return;
    }
    if (cents < this.lowestCents) this.lowestCents = cents;
    if (!newCustomersOnly && cents < this.#unrestricted) this.#unrestricted = cents;
    if (generation === GENERATION_5G && cents < this.lowestCents5g) this.lowestCents5g = cents;
  }

  /**
   * The mark of the score's price part. A bait price for newcomers would make all other prices look alike,
   * so it sets the mark only where nothing else meets the need; where nothing does, the misses set it.
   */
  get benchmarkCents(): number {
    if (Number.isFinite(this.#unrestricted)) return this.#unrestricted;
    return Number.isFinite(this.lowestCents) ? this.lowestCents : this.#ofMisses;
  }
}
