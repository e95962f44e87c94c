/** Measures latencies of synchronous or asynchronous calls. */

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

/** Milliseconds of each call. */
export function timeEach<T>(inputs: readonly T[], call: (input: T) => unknown): number[] {
  return inputs.map((input) => {
    const start = performance.now();
    call(input);
    return performance.now() - start;
  });
}

/** The same numbers in every run, so that every implementation gets the same requests. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
