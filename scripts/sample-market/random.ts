/** Random numbers from a seed, the same on every machine. Not for secrets. */

export type Random = ReturnType<typeof seeded>;

/** FNV-1a over UTF-16 units, so that similar seeds give very different numbers. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32. Its 32 bits of state are enough, because each provider has its own generator. */
export function seeded(seed: string) {
  let state = hash32(seed);
  /** At least 0, below 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  /** A whole number from 0 to below `bound`. */
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    /** From `low` to `high`, evenly. */
    between: (low: number, high: number): number => low + next() * (high - low),
    chance: (share: number): boolean => next() < share,
    /** One of the items, in proportion to their weights. */
    weighted<T>(items: readonly (readonly [T, number])[]): T {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const drawn = items.find(([, weight]) => {
        rest -= weight;
        return rest < 0;
      });
      return (drawn ?? items[below(items.length)]!)[0];
    },
    shuffled<T>(items: readonly T[]): T[] {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
  };
}

/** Figures with their weights, smallest first. */
export const weightsOf = (
  weights: Readonly<Record<number, number>>,
): readonly (readonly [number, number])[] =>
  Object.entries(weights).map(([figure, weight]) => [Number(figure), weight]);
