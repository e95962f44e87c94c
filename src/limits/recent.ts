/**
 * A bounded map of what was used lately, in two generations: what is used moves to the young one; when that is full
 * it becomes the old one, and the old one goes as a whole. (Taking the oldest out of one Map costs more with every
 * deletion that went before, because its order keeps the holes.)
 */
export class Recent<Value> {
  readonly #maxEach: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(maxEntries: number) {
    this.#maxEach = Math.max(1, Math.floor(maxEntries / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.set(key, old);
    }
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#maxEach && !this.#young.has(key)) this.turn();
    this.#young.set(key, value);
  }

  /** Starts a new generation: whatever is not used before the next one is forgotten. */
  turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}

/** Wraps a pure function of a string so that its latest answers are not computed again. */
export function remembered<Result>(
  maxEntries: number,
  compute: (input: string) => Result,
): (input: string) => Result {
  const recent = new Recent<Result>(maxEntries);
  return (input) => {
    const known = recent.get(input);
    if (known !== undefined) return known;
    const result = compute(input);
    recent.set(input, result);
    return result;
  };
}
