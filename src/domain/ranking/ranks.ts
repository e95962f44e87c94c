/** Sorting by counting: values become small dense numbers first, so that each order is made in a few passes. */

export interface Ranks {
  /** Parallel to the values: equal values have equal ranks, lower values lower ones, without gaps. */
  readonly rankOf: Uint32Array;
  /** How many different values there are. */
  readonly count: number;
}

/** One number for each item. A loop, because `from` with a function takes ten times as long. */
export function numbersOf(
  items: ArrayLike<number>,
  of: (item: number, index: number) => number,
): Float64Array {
  const numbers = new Float64Array(items.length);
  for (let index = 0; index < items.length; index++) numbers[index] = of(items[index]!, index);
  return numbers;
}

export function rankValues(values: Float64Array | Uint32Array): Ranks {
  const sorted = new Float64Array(values).sort();
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[count - 1]) sorted[count++] = sorted[at]!;
  }
  const rankOf = new Uint32Array(values.length);
  for (let item = 0; item < values.length; item++) {
    // Neighbours are often alike: plans of one provider.
    const isAlike = item > 0 && values[item] === values[item - 1];
    rankOf[item] = isAlike ? rankOf[item - 1]! : placeOf(sorted, count, values[item]!);
  }
  return { rankOf, count };
}

/** Where a value stands among the first `count`, which ascend and contain it. */
function placeOf(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where each rank begins among the items once they are sorted, and at last their number. */
export function startsOf(items: Uint32Array, { rankOf, count }: Ranks): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const item of items) starts[rankOf[item]! + 1]! += 1;
  for (let rank = 0; rank < count; rank++) starts[rank + 1]! += starts[rank]!;
  return starts;
}

/** The items by rank; those of equal rank stay as they were, so the least important order is made first. */
export function sortByRank(items: Uint32Array, ranks: Ranks): Uint32Array {
  const next = startsOf(items, ranks);
  const sorted = new Uint32Array(items.length);
  for (const item of items) sorted[next[ranks.rankOf[item]!]!++] = item;
  return sorted;
}

/** The first item of each rank. */
export function examplesOf({ rankOf, count }: Ranks): Uint32Array {
  const examples = new Uint32Array(count);
  for (let item = rankOf.length - 1; item >= 0; item--) examples[rankOf[item]!] = item;
  return examples;
}
