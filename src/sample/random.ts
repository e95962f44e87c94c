/** Repeatable chance: the same seed gives the same market on every machine. Not for anything secret. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** From `low` to `high`, evenly. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, as often as its weight says. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** FNV-1a over UTF-16 units: spreads neighbouring seeds far apart. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32: 32 bits of state are plenty for a market of a million plans, one stream per provider. */
export function seeded(seed: string): Random {
  let state = hash32(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  return {
    next,
    below,
    pick,
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    weighted: (items) => {
      let sum = 0;
      for (const item of items) sum += item[1];
      let rest = next() * sum;
      for (const item of items) {
        rest -= item[1];
        if (rest < 0) return item[0];
      }
      return pick(items)[0];
    },
    shuffled: (items) => {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [copy[i], copy[j]] = [copy[j] as (typeof copy)[number], copy[i] as (typeof copy)[number]];
      }
      return copy;
    },
  };
}
